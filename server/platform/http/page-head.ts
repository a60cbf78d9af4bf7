import type { FastifyRequest } from 'fastify'

/** What a page says of itself to search engines and to whoever shares its address. */
export type PageHead = {
  title: string
  description: string
  /** Whole addresses. */
  url: string
  image: string
  /** Not for search engines, only for people who have the address. */
  hidden: boolean
}

/**
 * Describes the pages at some addresses; null leaves the page as it was made, `missing` also says
 * that what the address names does not exist.
 */
export type HeadReader = {
  pattern: RegExp
  read(match: RegExpExecArray, request: FastifyRequest): Promise<PageHead | 'missing' | null>
}

/** The page with this head in the place of its title. Whatever the texts say stays text. */
export function withHead(html: string, head: PageHead): string {
  const tags = [
    `<title>${escaped(head.title)}</title>`,
    meta('name', 'description', head.description),
    `<link rel="canonical" href="${escaped(head.url)}"/>`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:locale', 'es_CO'),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', head.url),
    meta('property', 'og:image', head.image),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', head.title),
    meta('name', 'twitter:description', head.description),
    ...(head.hidden ? [meta('name', 'robots', 'noindex')] : []),
  ].join('')
  // A function, because `$` in a price means something in a replacement text.
  return html.replace(/<title>[^<]*<\/title>/, () => tags)
}

function meta(kind: 'name' | 'property', key: string, content: string): string {
  return `<meta ${kind}="${key}" content="${escaped(content)}"/>`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? '')
}
