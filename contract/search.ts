import { z } from 'zod'
import { CalendarDate, Id, Instant, Pesos, PlaceId, queryInt, StopId } from './common.ts'
import { route } from './route.ts'
import { DriverCard, PaymentMode } from './trips.ts'

export const SearchResult = z.object({
  tripId: Id,
  /** Both ends declared by the driver; on the corridor; or starting or ending close by. */
  match: z.enum(['exact', 'corridor', 'nearby']),
  fromStopId: StopId,
  toStopId: StopId,
  from: z.object({ placeId: PlaceId, name: z.string() }),
  to: z.object({ placeId: PlaceId, name: z.string() }),
  departsAt: Instant,
  arrivesAt: Instant,
  /** One seat for the part travelled. */
  price: Pesos,
  seatsLeft: z.int(),
  instant: z.boolean(),
  needsApproval: z.boolean(),
  paymentModes: z.array(PaymentMode),
  womenOnly: z.boolean(),
  pets: z.boolean(),
  driver: DriverCard,
  /** Kilometres from the asked places to the stops, for `nearby`. */
  awayKm: z.number().nullable(),
})
export type SearchResult = z.infer<typeof SearchResult>

/** Degrees with at most two decimals: about a kilometre, as near as anybody needs to know. */
const Degrees = z
  .string()
  .regex(/^-?\d{1,3}(\.\d{1,2})?$/)
  .transform(Number)

export const search = {
  trips: route({
    method: 'GET',
    path: '/trips/search',
    auth: 'public',
    summary: 'Buscar viajes que pasan por dos lugares en ese orden',
    query: z.strictObject({
      from: PlaceId,
      to: PlaceId,
      date: CalendarDate,
      seats: queryInt(1, 4).optional(),
    }),
    ok: z.object({
      results: z.array(SearchResult),
      /** Three days before and after, without the day asked for. */
      nearbyDates: z.array(z.object({ date: CalendarDate, count: z.int() })),
    }),
    errors: ['place_not_found', 'route_stops_invalid'],
  }),
  popular: route({
    method: 'GET',
    path: '/search/popular',
    auth: 'public',
    summary: 'Corredores con más viajes publicados',
    ok: z.object({
      corridors: z.array(
        z.object({
          from: z.object({ placeId: PlaceId, name: z.string() }),
          to: z.object({ placeId: PlaceId, name: z.string() }),
          trips: z.int(),
          priceFrom: Pesos,
        }),
      ),
    }),
    errors: [],
  }),
  near: route({
    method: 'GET',
    path: '/search/near',
    auth: 'public',
    summary: 'El municipio más cercano a una ubicación, redondeada a un kilómetro',
    query: z.strictObject({ lat: Degrees, lng: Degrees }),
    ok: z.object({
      place: z.object({ id: PlaceId, name: z.string(), department: z.string() }),
      awayKm: z.number(),
    }),
    errors: ['place_not_found'],
  }),
}
