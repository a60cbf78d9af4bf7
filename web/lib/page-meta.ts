import type { MetaDescriptor } from 'react-router'
import { brand } from './brand.ts'
import { type StaticPath, staticPages } from './static-pages.ts'

type JsonLd = { '@type': string } & Record<string, unknown>

/** Returns the absolute URL of a page, which search engines and social networks need. */
export function canonical(path: string): string {
  return `${brand.origin}${path}`
}

/** Metadata of a page for search engines and social networks. */
export type DescribedPage = {
  path: string
  title: string
  description: string
  /** Picture in `/og/`; `name` is its alternative text. */
  image: string
  name: string
}

/** Returns title, description, canonical URL, sharing card and structured data of a page. */
export function pageMeta(path: StaticPath, ...structured: JsonLd[]): MetaDescriptor[] {
  const trail = path === '/' ? [] : breadcrumbs({ path, name: staticPages[path].name })
  return describePage({ path, ...staticPages[path] }, ...trail, ...structured)
}

/** Returns the same as `pageMeta`, for a page whose texts come from data. */
export function describePage(page: DescribedPage, ...structured: JsonLd[]): MetaDescriptor[] {
  const { path, title, description, image, name } = page
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: canonical(path) },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: brand.name },
    { property: 'og:locale', content: 'es_CO' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: canonical(path) },
    { property: 'og:image', content: canonical(`/og/${image}.png`) },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: `${brand.name}: ${name}` },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...structured.map((thing) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...thing },
    })),
  ]
}

/** Returns a schema.org BreadcrumbList from the home page through these pages. */
export function breadcrumbs(...below: { path: string; name: string }[]): JsonLd[] {
  const places = [{ path: '/', name: staticPages['/'].name }, ...below]
  const itemListElement = places.map(({ path, name }, row) => ({
    '@type': 'ListItem',
    position: row + 1,
    name,
    item: canonical(path),
  }))
  return [{ '@type': 'BreadcrumbList', itemListElement }]
}

/** Returns a schema.org Organization. */
export function organization(): JsonLd {
  return {
    '@type': 'Organization',
    name: brand.name,
    legalName: brand.legal_name,
    url: canonical('/'),
    logo: canonical('/icons/icon-512.png'),
    areaServed: 'CO',
    sameAs: [brand.instagram, brand.facebook],
    address: {
      '@type': 'PostalAddress',
      streetAddress: brand.address,
      addressLocality: brand.city,
      addressRegion: brand.region,
      addressCountry: 'CO',
    },
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      telephone: brand.phone,
      email: brand.support_mail,
      availableLanguage: 'es',
    },
  }
}

/** Returns a schema.org FAQPage with the questions that the page shows. */
export function questions(list: readonly { question: string; answer: string }[]): JsonLd {
  return {
    '@type': 'FAQPage',
    mainEntity: list.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
