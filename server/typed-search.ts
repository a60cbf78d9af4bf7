import type { FastifyInstance } from 'fastify'
import { findPlaces } from '#server/modules/roads/places/index.ts'
import { addMs, bogotaDate, DAY_MS } from './platform/clock.ts'
import type { Deps } from './platform/deps.ts'

const SEARCH = /^\/trips\?/
const PLACE_ID = /^\d{5}$/
const TYPED_MAX = 80

/**
 * Resolves the search form as a browser posts it without JavaScript: it contains names of
 * municipalities instead of DIVIPOLA codes, and "tomorrow" instead of a day. Redirects to the same
 * search in codes; an unknown name remains, and the page reports it.
 */
export function resolveTypedSearches(app: FastifyInstance, deps: Deps): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || !SEARCH.test(request.url)) return
    const asked = new URL(request.url, 'http://localhost').searchParams
    const known = new URLSearchParams(asked)
    for (const name of ['from', 'to']) {
      const typed = asked.get(name)?.trim() ?? ''
      if (typed === '' || typed.length > TYPED_MAX || PLACE_ID.test(typed)) continue
      const found = await findPlaces(deps, typed).catch((error: unknown) => {
        request.log.warn({ err: error, requestId: request.id }, 'search page served as typed')
      })
      if (!found) continue
      const { places, both } = found
      if (places[0]) known.set(name, places[0].id)
      if (!both) continue
      known.set('from', both[0].id)
      known.set('to', both[1].id)
    }
    const choice = asked.get('date-day')
    known.delete('date-day')
    if (choice === 'tomorrow') known.set('date', bogotaDate(addMs(deps.clock.now(), DAY_MS)))
    if (known.toString() !== asked.toString()) return reply.redirect(`/trips?${known}`, 302)
  })
}
