import { z } from 'zod'
import { CalendarDate, Pesos, PesosSum, PlaceId } from './common.ts'
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
export const TollOnWay = z.object({
  id: z.string(),
  name: z.string(),
  /** It stands between these two places of the corridor. */
  from: PlaceId,
  to: PlaceId,
  /** `one_way`: whoever comes back does not pay here. */
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
export type TollOnWay = z.infer<typeof TollOnWay>

export const places = {
  find: route({
    method: 'GET',
    path: '/places',
    auth: 'public',
    summary: 'Buscar municipios por nombre, sin importar tildes ni errores de escritura',
    query: z.strictObject({
      q: z.string().max(80).default(''),
      ids: z
        .string()
        .max(120)
        .regex(/^\d{5}(,\d{5})*$/)
        .optional(),
    }),
    ok: z.object({ places: z.array(Place) }),
    errors: [],
  }),
  way: route({
    method: 'GET',
    path: '/places/route',
    auth: 'public',
    summary: 'La ruta por carretera entre municipios, con sus peajes y tarifas',
    query: z.strictObject({
      /** Two to eight codes in order. */
      stops: z
        .string()
        .max(47)
        .regex(/^\d{5}(,\d{5})+$/),
      /** Tariffs of this day; today unless said. */
      date: CalendarDate.optional(),
    }),
    ok: z.object({
      distanceKm: z.number(),
      durationMinutes: z.int(),
      corridor: z.array(CorridorPoint),
      tolls: z.array(TollOnWay),
      tollTotal: PesosSum,
      /** Polyline with six decimals when a routing server drew it. */
      geometry: z.string().nullable(),
    }),
    errors: ['place_not_found', 'route_not_found', 'route_stops_invalid'],
  }),
}
