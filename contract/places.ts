import { z } from 'zod'
import { CalendarDate, inputText, Pesos, PesosSum, PlaceId } from './common.ts'
import { CorridorPoint } from './pricing.ts'
import { route } from './route.ts'

export const Place = z.object({
  id: PlaceId,
  name: z.string(),
  department: z.string(),
  lat: z.number(),
  lng: z.number(),
})
export type Place = z.infer<typeof Place>

/** A toll station on a way, in the order they are met. */
const TollOnWay = z.object({
  id: z.string(),
  name: z.string(),
  /** It stands between these two places of the corridor. */
  from: PlaceId,
  to: PlaceId,
  /** `one_way`: not charged in the other direction. */
  direction: z.enum(['both', 'one_way']),
  /** Category I; null when it is not known. */
  tariff: z
    .object({
      pesos: Pesos,
      validFrom: CalendarDate,
      validTo: CalendarDate.nullable(),
      source: z.string(),
    })
    .nullable(),
})

const placeList = inputText().regex(/^\d{5}(,\d{5})*$/)

/** A way by road: what it passes, what it costs at its stations. */
const Way = z.object({
  distanceKm: z.number(),
  durationMinutes: z.int(),
  corridor: z.array(CorridorPoint),
  tolls: z.array(TollOnWay),
  tollTotal: PesosSum,
  /** Polyline with six decimals when a routing server drew it. */
  geometry: z.string().nullable(),
  /** The places asked for, in order; `via` are passed and no stops. */
  stops: z.array(z.object({ placeId: PlaceId, via: z.boolean() })),
  /** Places of the corridor where people are likely to get on or off, in order. */
  suggested: z.array(PlaceId),
})

/** One of several ways between the same stops. */
export const WayChoice = Way.extend({
  /** `Por La Mesa`: what the other ways do not pass. */
  label: z.string(),
  /** Publishing with this place passed between the stops gives this way; empty: the fastest. */
  via: z.array(PlaceId),
  /** Each of these, as a stop or passed, gives it too. */
  pins: z.array(PlaceId),
})
export type WayChoice = z.infer<typeof WayChoice>

export const places = {
  find: route({
    method: 'GET',
    path: '/places',
    auth: 'public',
    summary: 'Buscar municipios por nombre, sin importar tildes ni errores de escritura',
    description:
      'Finds municipalities by name, whatever accents or small spelling errors, or by their ' +
      'DIVIPOLA codes in `ids`.',
    query: z.strictObject({
      q: inputText().max(80).default(''),
      ids: inputText()
        .max(120)
        .regex(/^\d{5}(,\d{5})*$/)
        .optional(),
    }),
    ok: z.object({ places: z.array(Place) }),
    etag: true,
    errors: [],
  }),
  way: route({
    method: 'GET',
    path: '/places/route',
    auth: 'public',
    summary: 'La ruta por carretera entre municipios, con sus peajes y tarifas',
    description:
      'The way by road through the given municipalities: distance, time, toll stations with ' +
      'their tariffs, and the places it passes.',
    query: z.strictObject({
      /** Two to eight codes in order. */
      stops: inputText()
        .max(47)
        .regex(/^\d{5}(,\d{5})+$/),
      /** Those of the stops that the way only passes. */
      via: placeList.max(35).optional(),
      /** One more stop, put where the way lasts the least. */
      add: PlaceId.optional(),
      /** Tariffs of this day; today unless said. */
      date: CalendarDate.optional(),
    }),
    ok: Way,
    etag: true,
    errors: ['place_not_found', 'route_not_found', 'route_stops_invalid'],
  }),
  choices: route({
    method: 'GET',
    path: '/places/routes',
    auth: 'public',
    summary: 'Las rutas entre las que puede elegir quien conduce, la más rápida primero',
    description:
      'The different ways by road between two municipalities, fastest first, with tolls and ' +
      'the places that tell them apart.',
    query: z.strictObject({
      from: PlaceId,
      to: PlaceId,
      /** Between them, in order. */
      stops: placeList.max(35).optional(),
      date: CalendarDate.optional(),
    }),
    ok: z.object({ routes: z.array(WayChoice) }),
    etag: true,
    limit: { max: 120, windowSeconds: 60, by: 'ip' },
    errors: ['place_not_found', 'route_not_found', 'route_stops_invalid'],
  }),
  tiles: route({
    method: 'GET',
    path: '/maps/tiles',
    auth: 'public',
    summary: 'De dónde vienen las imágenes del mapa; sin ellas se usa el dibujo propio',
    description:
      'Where map images come from, with the attribution to show; `url` is null when the map ' +
      'drawn by the site is enough.',
    ok: z.object({
      /** With `{z}`, `{x}`, `{y}` and perhaps `{s}`; null: the app draws the map itself. */
      url: z.string().nullable(),
      attribution: z.string(),
    }),
    errors: [],
  }),
}
