import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { CalendarDate, PlaceId } from '#contract/common.ts'
import {
  instantFormat,
  pesosFormat,
  plural,
} from '#server/modules/foundation/notifications/index.ts'
import { placesByIds } from '#server/modules/roads/places/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Found, findTrips } from './find-trips.ts'

/** Trips that fit into a frame of about 400 px without scrolling. */
const TRIPS_MAX = 5

const day = new Intl.DateTimeFormat('es-CO', {
  ...{ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' },
})

const Query = z.object({ from: PlaceId, to: PlaceId, date: CalendarDate.optional() })

/**
 * A page with the trips of a day between two places, for a frame on somebody else's page: HTML
 * without scripts, cookies or anything that the visitor's browser would send or keep.
 */
export function widgetRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/widget', async (request, reply) => {
    const query = Query.safeParse(request.query)
    if (!query.success) throw new AppError('invalid_request')
    const { from, to, date = bogotaDate(deps.clock.now()) } = query.data
    const { results } = await findTrips(deps, null, { from, to, date })
    const names = await placesByIds(deps, [from, to])
    reply.raw.removeHeader('x-frame-options')
    reply.header('cache-control', 'public, max-age=60')
    // The only page that others may frame: it has no buttons and knows nobody.
    reply.header(
      'content-security-policy',
      [
        ...["default-src 'none'", "style-src 'unsafe-inline'", "base-uri 'none'"],
        ...["form-action 'none'", 'frame-ancestors *'],
      ].join(';'),
    )
    reply.header('cross-origin-resource-policy', 'cross-origin')
    return reply.type('text/html; charset=utf-8').send(
      page({
        ...{ site: deps.urls.site, brand: deps.config.brand.name, results },
        title: `${names.map(({ name }) => name).join(' → ')}, ${day.format(new Date(date))}`,
        all: `/travel/search?${new URLSearchParams({ from, to, date })}`,
      }),
    )
  })
}

type Shown = {
  site: string
  brand: string
  title: string
  /** Address of the search with all trips. */
  all: string
  results: Found['results']
}

function page({ site, brand, title, all, results }: Shown): string {
  const rows = results.slice(0, TRIPS_MAX).map((trip) => {
    const address = `/trips/${trip.tripId}?from=${trip.fromStopId}&to=${trip.toStopId}`
    const when = instantFormat.format(new Date(trip.departsAt))
    const { name, rating } = trip.driver
    const stars = rating.average === null ? '' : ` ★ ${String(rating.average).replace('.', ',')}`
    const seats = plural(trip.seatsLeft, 'cupo', 'cupos')
    const price = pesosFormat.format(trip.price)
    // The heading says the way; only a trip from or to a place nearby has another one.
    const way = trip.match === 'nearby' ? `${trip.from.name} → ${trip.to.name} · ` : ''
    const lines = `<b>${text(when)}</b> <b>${text(price)}</b>
      <span>${text(way + name + stars)} · ${seats}</span>`
    return `<li>${link(site + address, lines)}</li>`
  })
  const none = '<p>No hay viajes ese día.</p>'
  return `<!doctype html><html lang="es-CO"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${text(title)}</title>
<style>${STYLE}</style></head><body><h1>${text(title)}</h1>
${rows.length > 0 ? `<ul>${rows.join('')}</ul>` : none}
<p>${link(site + all, `Ver todos los viajes en ${text(brand)}`)}</p></body></html>`
}

/** In a new tab: our pages do not open inside a frame. */
const link = (href: string, content: string) =>
  `<a href="${text(href)}" target="_blank" rel="noopener">${content}</a>`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const text = (value: string) => value.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)

const STYLE = `:root{color-scheme:light dark;--ink:light-dark(#15211c,#eaf1ec);
--line:light-dark(#d9d3c4,#2b3a33);--muted:light-dark(#55635c,#a7b5ad);
--bosque:light-dark(#0b5d48,#6fd3ae)}
body{margin:0;padding:12px;font:16px/1.4 system-ui,sans-serif;color:var(--ink);
background:light-dark(#fbf8f1,#0e1613)}
h1{margin:0 0 8px;font-size:18px}ul{margin:0;padding:0;list-style:none}
li{border-top:1px solid var(--line)}p{margin:12px 0 0}
a{color:var(--bosque)}li a{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 12px;
min-height:44px;padding:8px 0;text-decoration:none;color:inherit}
li span{flex-basis:100%;color:var(--muted);overflow-wrap:anywhere}
b:first-child{color:var(--bosque)}`
