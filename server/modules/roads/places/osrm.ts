import { z } from 'zod'

/** Timeout of the routing server in ms, for connection and answer together. */
const TIMEOUT_MS = 3_000
/** Maximum distance from a point to a road; beyond it the map does not cover the point. */
const SNAP_MAX_METRES = 10_000

export type Point = { lat: number; lng: number }

export type OsrmLeg = { metres: number; seconds: number }

export type RoutingFailure = 'timeout' | 'unreachable' | 'refused' | 'no_route' | 'malformed'

/** A failure of the routing server. It stays internal, because the road network is the fallback. */
export class RoutingError extends Error {
  readonly reason: RoutingFailure

  constructor(reason: RoutingFailure, detail: string) {
    super(`${reason}: ${detail}`)
    this.name = 'RoutingError'
    this.reason = reason
  }
}

const Metres = z.number().nonnegative()

const Ok = z.object({
  code: z.literal('Ok'),
  routes: z
    .array(
      z.object({
        legs: z.array(z.object({ distance: Metres, duration: z.number().nonnegative() })),
      }),
    )
    .min(1),
  waypoints: z.array(z.object({ distance: Metres.optional() })).default([]),
})

const Refusal = z.object({ code: z.string(), message: z.string().optional() })

/** Asks the "route service" of OSRM (project-osrm.org, API v5.24). Throws RoutingError. */
export async function askOsrm(baseUrl: string, points: readonly Point[]): Promise<OsrmLeg[]> {
  const coordinates = points.map(({ lat, lng }) => `${lng},${lat}`).join(';')
  const query = 'overview=false&steps=false'
  const body = await get(`${baseUrl}/route/v1/driving/${coordinates}?${query}`)
  const parsed = Ok.safeParse(body)
  const [route] = parsed.data?.routes ?? []
  if (!parsed.success || route?.legs.length !== points.length - 1) {
    throw new RoutingError('malformed', 'not an answer of the route service')
  }
  const astray = parsed.data.waypoints.some(({ distance = 0 }) => distance > SNAP_MAX_METRES)
  if (astray) throw new RoutingError('no_route', 'a point is off its map')
  return route.legs.map(({ distance, duration }) => ({ metres: distance, seconds: duration }))
}

async function get(url: string): Promise<unknown> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    if (response.ok) return parse(text)
    throw refusal(response.status, text)
  } catch (error) {
    if (error instanceof RoutingError) throw error
    const name = error instanceof Error ? error.name : 'unknown'
    throw new RoutingError(name === 'TimeoutError' ? 'timeout' : 'unreachable', name)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RoutingError('malformed', 'not JSON')
  }
}

/** OSRM explains a 400 with its own code; any other status means that the server has a problem. */
function refusal(status: number, text: string): RoutingError {
  if (status !== 400) return new RoutingError('unreachable', String(status))
  const { data } = Refusal.safeParse(parse(text))
  const code = data?.code ?? 'no code'
  const noRoute = code === 'NoRoute' || code === 'NoSegment'
  return new RoutingError(noRoute ? 'no_route' : 'refused', code)
}
