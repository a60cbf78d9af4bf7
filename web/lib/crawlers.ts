/** Makes robots.txt and sitemap.xml; react-router.config.ts writes them into the build. */
import { staticPages } from './static-pages.ts'

/** Paths that must not be crawled: API and sandbox, back office, personal screens. */
const CLOSED = [
  '/api/',
  '/sandbox/',
  '/admin',
  '/wallet',
  '/ganancias',
  '/retirar',
  '/bookings/',
  '/my-trips',
  '/mensajes',
  '/notifications',
  '/alerts',
  '/documents',
  '/conducta',
  '/soporte',
  '/seguir',
  '/mis-datos',
  '/contacto-de-confianza',
  '/recompensas',
  '/invita',
]

/** Returns sitemap.xml (sitemaps.org) of the static pages and of `more` paths. */
export function sitemap(origin: string, more: readonly string[]): string {
  const paths = [...Object.keys(staticPages), ...more]
  const rows = paths.map((path) => `  <url><loc>${origin}${path}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...rows,
    '</urlset>',
    '',
  ].join('\n')
}

/** Returns robots.txt (RFC 9309). */
export function robots(origin: string): string {
  const closed = CLOSED.map((path) => `Disallow: ${path}`)
  return ['User-agent: *', ...closed, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
}
