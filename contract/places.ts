import { z } from 'zod'
import { CalendarDate, inputText, matching, Pesos, PesosSum, PlaceId } from './common.ts'
import { CorridorPoint } from './pricing.ts'
import { get } from './route.ts'

export const Place = z.object({
  id: PlaceId,
  name: z.string(),
  department: z.string(),
  lat: z.number(),
  lng: z.number(),
  /** Terminal or airport of the place that the text named. */
  point: z.string().optional(),
})
export type Place = z.infer<typeof Place>

/** A toll station on a route; stations are listed in travel order. */
const TollOnWay = z.object({
  id: z.string(),
  name: z.string(),
  /** The two places of the corridor before and after the station. */
  from: PlaceId,
  to: PlaceId,
  /** `one_way`: not charged in the other direction. */
  direction: z.enum(['both', 'one_way']),
  /** Tariff of category I; null when unknown. */
  tariff: z
    .object({
      pesos: Pesos,
      validFrom: CalendarDate,
      validTo: CalendarDate.nullable(),
      source: z.string(),
    })
    .nullable(),
})
export type TollOnWay = z.infer<typeof TollOnWay>

const placeList = inputText().regex(/^\d{5}(,\d{5})*$/)

const Way = z.object({
  distanceKm: z.number(),
  durationMinutes: z.int(),
  corridor: z.array(CorridorPoint),
  tolls: z.array(TollOnWay),
  tollTotal: PesosSum,
  /** Requested places in order; `via` places are passed without a stop. */
  stops: z.array(z.object({ placeId: PlaceId, via: z.boolean() })),
  /** Places of the corridor where people are likely to board or leave, in order. */
  suggested: z.array(PlaceId),
})

export const WayChoice = Way.extend({
  /** Name such as `Por La Mesa`, from a place that the other routes do not pass. */
  label: z.string(),
  /** Places to pass between the stops to get this route; empty for the fastest route. */
  via: z.array(PlaceId),
  /** Places that each select this route too, as a stop or passed. */
  pins: z.array(PlaceId),
})
export type WayChoice = z.infer<typeof WayChoice>

export const places = {
  find: get('/places', {
    auth: 'public',
    summary: 'Find municipalities',
    description:
      'Finds municipalities by name, whatever accents or small spelling errors, or by their ' +
      'DIVIPOLA codes in `ids`. A text can also name a terminal or airport, or both ends of a ' +
      'route.',
    query: z.strictObject({
      q: inputText().max(80).default(''),
      ids: placeList.max(120).optional(),
    }),
    ok: z.object({
      places: z.array(Place),
      /** The two ends when the text names a route, such as `bogota-medellin`; else absent. */
      both: z.object({ from: Place, to: Place }).nullable().optional(),
      /** What to say before the places, such as that no road goes there. */
      note: z.string().nullable().optional(),
    }),
    etag: true,
  }),
  way: get('/places/route', {
    auth: 'public',
    summary: 'Show the way between municipalities',
    description:
      'Returns the way by road through the given municipalities: distance, time, toll stations ' +
      'with their tariffs, and the places it passes.',
    query: z.strictObject({
      /** Two to eight place codes in order. */
      stops: matching(/^\d{5}(,\d{5})+$/, 47),
      /** Places in `stops` that the route only passes. */
      via: placeList.max(35).optional(),
      /** One more stop, inserted where the route stays the shortest in time. */
      add: PlaceId.optional(),
      /** Day of the tariffs; by default today. */
      date: CalendarDate.optional(),
    }),
    ok: Way,
    etag: true,
    errors: ['place_not_found', 'route_not_found', 'route_stops_invalid'],
  }),
  choices: get('/places/routes', {
    auth: 'public',
    summary: 'List the ways between two municipalities',
    description:
      'Returns the different ways by road between two municipalities, fastest first, with tolls ' +
      'and the places that tell them apart.',
    query: z.strictObject({
      from: PlaceId,
      to: PlaceId,
      /** Stops between the two places, in order. */
      stops: placeList.max(35).optional(),
      date: CalendarDate.optional(),
    }),
    ok: z.object({ routes: z.array(WayChoice) }),
    etag: true,
    limit: { max: 120, windowSeconds: 60, by: 'ip' },
    errors: ['place_not_found', 'route_not_found', 'route_stops_invalid'],
  }),
  tiles: get('/maps/tiles', {
    auth: 'public',
    summary: 'Say where map images come from',
    description:
      'Returns where map images come from, with the attribution to show; `url` is null when the ' +
      'map drawn by the site is enough.',
    ok: z.object({
      /** Template with `{z}`, `{x}`, `{y}`, perhaps `{s}`; null: the app draws the map itself. */
      url: z.string().nullable(),
      attribution: z.string(),
    }),
  }),
}
