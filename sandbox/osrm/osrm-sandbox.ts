import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'

// A routing server that answers over HTTP like OSRM 5.x, without its road data: the driving profile
// of the "route" service, its refusals, and failures of a real server.

/** Kind of the next responses: correct, or one kind of failure. */
export type OsrmMood =
  | 'ok'
  | 'no_route'
  | 'no_segment'
  | 'invalid_query'
  | 'server_error'
  | 'not_json'
  | 'legs_missing'
  | 'far_from_road'
  | 'slow'

type Coordinate = { lat: number; lng: number }

/** Length in metres and duration in seconds of one leg. */
type Leg = { metres: number; seconds: number }

export type OsrmSandbox = {
  plugin: (app: FastifyInstance) => Promise<void>
  /** Every requested path, query included. */
  asked: string[]
  setMood(mood: OsrmMood): void
}

type Options = {
  /** Measures a leg; default: a third longer than the straight line, at 60 km/h. */
  measure?: (from: Coordinate, to: Coordinate, position: number) => Leg
  /** Delay of the mood `slow`. */
  slowMs?: number
}

type Answer = { status: number; body: unknown }

export function createOsrmSandbox(options: Options = {}): OsrmSandbox {
  const measure = options.measure ?? straightAndAThird
  const asked: string[] = []
  let mood: OsrmMood = 'ok'
  return {
    asked,
    setMood(next) {
      mood = next
    },
    async plugin(app) {
      // A wildcard instead of a named parameter, because the router limits the length of
      // parameters.
      app.get('/route/v1/:profile/*', async (request, reply) => {
        asked.push(request.url)
        if (mood === 'slow') await wait(options.slowMs ?? 5_000, undefined, { ref: false })
        if (mood === 'not_json') return send(reply, { status: 200, body: '<html>' })
        const { '*': coordinates } = request.params as { '*': string }
        return send(reply, answerOf(mood, coordinates, measure))
      })
    },
  }
}

function send(reply: FastifyReply, { status, body }: Answer) {
  return reply.code(status).type('application/json; charset=UTF-8').send(body)
}

function answerOf(mood: OsrmMood, text: string, measure: NonNullable<Options['measure']>): Answer {
  const points = readCoordinates(text)
  if (mood === 'invalid_query' || !points) {
    const message = `Query string malformed close to position ${text.length}`
    return { status: 400, body: { code: 'InvalidQuery', message } }
  }
  if (mood === 'server_error') return { status: 502, body: '<html>502 Bad Gateway</html>' }
  if (mood === 'no_route') {
    const message = 'Impossible route between points'
    return { status: 400, body: { code: 'NoRoute', message } }
  }
  if (mood === 'no_segment') {
    const message = 'Could not find a matching segment for coordinate 0'
    return { status: 400, body: { code: 'NoSegment', message } }
  }
  const legs = points.slice(1).map((to, i) => measure(points[i] ?? to, to, i))
  const shown = mood === 'legs_missing' ? legs.slice(1) : legs
  const strayMetres = mood === 'far_from_road' ? 41_230.5 : 12.3
  return { status: 200, body: routeBody(points, shown, strayMetres) }
}

/** Parses `lng,lat;lng,lat` with at least two points. */
function readCoordinates(text: string): Coordinate[] | null {
  const pairs = text.split(';')
  const number = String.raw`-?\d{1,3}(?:\.\d+)?`
  const pattern = new RegExp(`^(${number}),(${number})$`)
  const points = pairs.flatMap((pair) => {
    const [, lng, lat] = pattern.exec(pair) ?? []
    return lng && lat ? [{ lng: Number(lng), lat: Number(lat) }] : []
  })
  return points.length === pairs.length && points.length >= 2 ? points : null
}

function routeBody(points: Coordinate[], legs: Leg[], strayMetres: number) {
  const total = (pick: (leg: Leg) => number) => legs.reduce((sum, leg) => sum + pick(leg), 0)
  const seconds = total((leg) => leg.seconds)
  return {
    code: 'Ok',
    routes: [
      {
        legs: legs.map((leg) => ({
          steps: [],
          summary: '',
          weight: leg.seconds,
          duration: leg.seconds,
          distance: leg.metres,
        })),
        weight_name: 'routability',
        weight: seconds,
        duration: seconds,
        distance: total((leg) => leg.metres),
      },
    ],
    waypoints: points.map(({ lat, lng }) => ({
      hint: 'AAAAgP___38AAAAAAAAAAAAAAAAAAAAA',
      distance: strayMetres,
      name: '',
      location: [lng, lat],
    })),
  }
}

const METRES_PER_DEGREE = 111_195
const METRES_PER_SECOND = 60 / 3.6

/** Distance that is accurate to a few metres between towns. */
function straightAndAThird(from: Coordinate, to: Coordinate): Leg {
  const middle = ((from.lat + to.lat) / 2) * (Math.PI / 180)
  const dLat = to.lat - from.lat
  const dLng = (to.lng - from.lng) * Math.cos(middle)
  const metres = Math.round(METRES_PER_DEGREE * Math.hypot(dLat, dLng) * 13.33) / 10
  return { metres, seconds: Math.round((metres / METRES_PER_SECOND) * 10) / 10 }
}
