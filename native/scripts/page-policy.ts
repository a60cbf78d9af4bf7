import { scriptHashes } from '../../server/platform/render/script-hashes.ts'

const HEAD = '<head>'

/**
 * Adds to the app's page the content security policy that the server sends with the site's pages,
 * because here no server sends headers. `tiles`: origin of the map's images, when the server uses
 * one.
 */
export function withPolicy(html: string, site: string, tiles = ''): string {
  const policy = [
    "default-src 'none'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...scriptHashes(html)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${site} ${tiles}`.trim(),
    "font-src 'self'",
    `connect-src 'self' ${site}`,
    "media-src 'self' blob:",
    "worker-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')
  if (!html.includes(HEAD)) throw new Error('the page has no head')
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}"/>`
  return html.replace(HEAD, HEAD + meta)
}
