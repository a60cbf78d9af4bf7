import { z } from 'zod'
import { Instant, Pesos, PesosSum, PlaceId } from './common.ts'
import { SEATS_MAX, STOPS_BETWEEN_MAX } from './limits.ts'
import { post } from './route.ts'

const SeatRange = z.object({ min: Pesos, recommended: Pesos, max: Pesos })

const QuoteLeg = SeatRange.extend({
  from: PlaceId,
  to: PlaceId,
  km: z.number(),
  minutes: z.int(),
  /** Fuel cost in pesos for the whole car. */
  fuel: PesosSum,
  tolls: z.array(z.object({ name: z.string(), amount: Pesos })),
})

/** A place of the corridor for the map: every place passed, declared as a stop or not. */
export const CorridorPoint = z.object({
  placeId: PlaceId,
  name: z.string(),
  lat: z.number(),
  lng: z.number(),
  km: z.number(),
  minutes: z.int(),
  declared: z.boolean(),
})

export const Quote = z.object({
  distanceKm: z.number(),
  durationMinutes: z.int(),
  seat: SeatRange,
  /** Commission of Cupo, hundredths of a percent of the fare. */
  commissionBp: z.int(),
  legs: z.array(QuoteLeg),
  corridor: z.array(CorridorPoint),
  /** Inputs of the price formula, for the explanation on screen. */
  basis: z.object({
    kmPerGallon: z.number(),
    fuelPesosPerGallon: PesosSum,
    fuelSource: z.string(),
    fuelTotal: PesosSum,
    tollTotal: PesosSum,
    costTotal: PesosSum,
    seats: z.int(),
  }),
})
export type Quote = z.infer<typeof Quote>

export const pricing = {
  quote: post('/trips/quote', {
    auth: 'optional',
    summary: 'Quote the distance, tolls and price of a trip',
    description:
      'Returns distance, tolls and the lowest, recommended and highest price per seat of a trip ' +
      'that is not published yet. Saves nothing.',
    body: z.strictObject({
      stops: z
        .array(PlaceId)
        .min(2)
        .max(STOPS_BETWEEN_MAX + 2),
      /** Stops that the route only passes, never the first or the last stop. */
      via: z.array(PlaceId).max(6).default([]),
      departsAt: Instant,
      seats: z.int().min(1).max(SEATS_MAX),
    }),
    ok: Quote,
    errors: ['place_not_found', 'route_not_found', 'route_stops_invalid'],
  }),
}
