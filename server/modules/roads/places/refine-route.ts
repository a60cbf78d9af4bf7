import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { askOsrm, type OsrmLeg, RoutingError } from './osrm.ts'
import type { PlannedRoute, RouteLeg, RoutePlace } from './road-graph.ts'

/** Largest accepted difference from the road network; larger ones count as errors of the server. */
const REFINE_TOLERANCE = 0.15
/** Pause in ms after a timeout of the routing server. */
const PAUSE_MS = 30_000
/** Cache time in ms, long enough for a quote and its publication to use the same route. */
const KEPT_MS = 10 * 60_000
const ANSWERS_MAX = 500

export type RoutingDeps = ReadDeps & Pick<Deps, 'urls' | 'metrics' | 'log'>

type Server = {
  answers: Map<string, { at: number; legs: Promise<OsrmLeg[]> }>
  pausedUntil: number
}

const servers = new Map<string, Server>()

/**
 * Refines km and minutes with a routing server where it differs by at most 15 % from the road
 * network. Without a server, or when it fails, returns the route unchanged.
 */
export async function refineRoute(deps: RoutingDeps, route: PlannedRoute): Promise<PlannedRoute> {
  const url = deps.urls.routing
  if (!url) return route
  const server: Server = servers.get(url) ?? { answers: new Map(), pausedUntil: 0 }
  servers.set(url, server)
  if (deps.clock.now().getTime() < server.pausedUntil) {
    deps.metrics.count('routing', { result: 'paused' })
    return route
  }
  try {
    const answers = await remembered(deps, server, url, route.places)
    deps.metrics.count('routing', { result: 'ok' })
    const { refined, ignored } = applyLegs(route, answers)
    for (const what of ignored) deps.metrics.count('routing_ignored', { what })
    return refined
  } catch (error) {
    if (!(error instanceof RoutingError)) throw error
    deps.metrics.count('routing', { result: error.reason })
    deps.log.warn({ reason: error.reason, detail: error.message }, 'routing server')
    if (error.reason === 'timeout' || error.reason === 'unreachable') {
      server.pausedUntil = deps.clock.now().getTime() + PAUSE_MS
    }
    return route
  }
}

/** Sends one request at a time per route; answers are cached, failures are not. */
function remembered(
  { clock }: RoutingDeps,
  { answers }: Server,
  url: string,
  places: readonly RoutePlace[],
): Promise<OsrmLeg[]> {
  const key = places.map((place) => place.placeId).join('>')
  const at = clock.now().getTime()
  const known = answers.get(key)
  if (known && Math.abs(at - known.at) < KEPT_MS) return known.legs
  if (answers.size >= ANSWERS_MAX) answers.clear()
  const entry = { at, legs: askOsrm(url, places) }
  answers.set(key, entry)
  entry.legs.catch(() => {
    if (answers.get(key) === entry) answers.delete(key)
  })
  return entry.legs
}

type Ignored = 'km' | 'minutes'

/** Replaces figures within the tolerance, leg by leg; other figures stay unchanged. */
export function applyLegs(
  route: PlannedRoute,
  answers: readonly OsrmLeg[],
): { refined: PlannedRoute; ignored: Ignored[] } {
  const ignored: Ignored[] = []
  const choose = (what: Ignored, own: number, asked: number): number => {
    if (Math.abs(asked - own) <= own * REFINE_TOLERANCE) return asked
    ignored.push(what)
    return own
  }
  const legs = route.legs.map((leg, i): RouteLeg => {
    const answer = answers[i]
    if (!answer) return leg
    const km = choose('km', leg.km, Math.round(answer.metres / 100) / 10)
    const minutes = choose('minutes', leg.minutes, Math.round(answer.seconds / 60))
    return { ...leg, km, minutes }
  })
  let hectometres = 0
  let minutes = 0
  const places = route.places.map((place, seq): RoutePlace => {
    const leg = seq === 0 ? undefined : legs[seq - 1]
    hectometres += Math.round((leg?.km ?? 0) * 10)
    minutes += leg?.minutes ?? 0
    return { ...place, km: hectometres / 10, minutes }
  })
  const totals = { distanceKm: hectometres / 10, durationMinutes: minutes }
  return { refined: { ...route, legs, places, ...totals }, ignored }
}
