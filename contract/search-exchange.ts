import { z } from 'zod'
import { inputText, matching, Pesos, queryInt } from './common.ts'
import { get } from './route.ts'

/** Degrees as others write them, with up to 15 decimals. */
const Degrees = (max: number) =>
  inputText()
    .regex(/^-?\d{1,3}(\.\d{1,15})?$/)
    .transform(Number)
    .pipe(z.number().min(-max).max(max))

const Kilometres = matching(/^\d{1,2}(\.\d{1,6})?$/, 9)
  .transform(Number)
  .pipe(z.number().positive().max(50))

/** Seconds since 1970, as the standard counts. */
const UnixSeconds = z.int()

/** `DriverJourney` of the standard, with the fields that we fill. */
const DriverJourney = z.object({
  id: z.string(),
  type: z.literal('PLANNED'),
  /** Our domain. */
  operator: z.string(),
  driver: z.object({
    /** The same for one partner and driver, and of no use anywhere else. */
    id: z.string(),
    operator: z.string(),
    alias: z.string(),
    firstName: z.string(),
    /** Rating from 1 to 5; absent before the first one. */
    grade: z.int().min(1).max(5).optional(),
  }),
  passengerPickupDate: UnixSeconds,
  passengerPickupLat: z.number(),
  passengerPickupLng: z.number(),
  passengerPickupAddress: z.string(),
  passengerDropLat: z.number(),
  passengerDropLng: z.number(),
  passengerDropAddress: z.string(),
  /** Seconds. */
  duration: z.int(),
  availableSeats: z.int(),
  price: z.object({ type: z.literal('PAYING'), amount: Pesos, currency: z.literal('COP') }),
  preferences: z.object({ animals: z.boolean() }),
  /** The trip at our site, where it is booked. */
  webUrl: z.url(),
})
export type DriverJourney = z.infer<typeof DriverJourney>

/**
 * What others may show of our trips, by the open standard of the Fabrique des Mobilités
 * (github.com/fabmob/standard-covoiturage, version 0.0.1): only the calls that read.
 */
export const exchange = {
  driverJourneys: get('/exchange/driver_journeys', {
    auth: 'public',
    summary: 'Search trips by the open carpooling standard',
    description:
      'Returns planned trips near two points, for partners: the key stands in the header ' +
      '`X-API-Key`. Parameters and answers are those of the standard; of a driver it has the ' +
      'first name and the rating. Trips only for women are left out, because the standard ' +
      'cannot say so.',
    query: z.strictObject({
      departureLat: Degrees(90),
      departureLng: Degrees(180),
      arrivalLat: Degrees(90),
      arrivalLng: Degrees(180),
      departureDate: matching(/^\d{1,10}$/, 10).transform(Number),
      /** Seconds before and after the departure. */
      timeDelta: queryInt(0, 86_400).default(900),
      departureRadius: Kilometres.default(1),
      arrivalRadius: Kilometres.default(1),
      count: queryInt(1, 100).default(100),
    }),
    ok: z.array(DriverJourney),
    // Our own limit: a partner answers its own visitors from one address.
    limit: { max: 120, windowSeconds: 60, by: 'ip' },
    errors: ['unauthenticated'],
  }),
  exchangeStatus: get('/exchange/status', {
    auth: 'public',
    summary: 'Say that the search for partners works',
    description: 'Answers 200 by the open carpooling standard, without a key.',
    ok: z.object({}),
  }),
}
