import { z } from 'zod'
import { AboardSaid, BookingStatus } from './booking-view.ts'
import { Id, Instant, inputText, Pesos, text } from './common.ts'
import { route } from './route.ts'
import { PaymentMode } from './trips.ts'

const Stop = z.object({ name: z.string(), at: Instant })

/** What a driver's phone needs to let somebody board without asking the server. */
export const BoardingPassenger = z.object({
  bookingId: Id,
  /** Tickets of an earlier generation are worth nothing. */
  generation: z.int(),
  /** First name and initial. */
  name: z.string(),
  seats: z.int(),
  from: Stop,
  to: Stop,
  price: Pesos,
  paymentMode: PaymentMode,
  status: BookingStatus,
  /** The passenger says to be aboard: since when, and when that is paid unless undone. */
  aboardSaid: AboardSaid.nullable(),
  checkedInAt: Instant.nullable(),
  /** From and until when the ticket boards. */
  validFrom: Instant,
  validUntil: Instant,
})
export type BoardingPassenger = z.infer<typeof BoardingPassenger>

/** Two phones let one ticket board. `device` is null when it was registered without a phone. */
const Conflict = z.object({
  bookingId: Id,
  name: z.string(),
  scans: z.array(z.object({ device: z.string().nullable(), at: Instant })),
})
export type BoardingConflict = z.infer<typeof Conflict>

export const BoardingManifest = z.object({
  tripId: Id,
  /** Nobody boards a trip that was called off. */
  cancelled: z.boolean(),
  /** When the trip leaves, for its title. */
  departsAt: Instant,
  passengers: z.array(BoardingPassenger),
  /** Bookings of this trip whose tickets are worth nothing. */
  revoked: z.array(Id),
  conflicts: z.array(Conflict),
  serverTime: Instant,
  /** `serverTime` signed by the server; returned with the scans. */
  timeProof: z.string(),
})
export type BoardingManifest = z.infer<typeof BoardingManifest>

export const ScanOutcome = z.enum(['accepted', 'already_used', 'revoked', 'conflict', 'refused'])
export type ScanOutcome = z.infer<typeof ScanOutcome>

/** One reading. The nonce is made by the phone: the same scan sent twice counts once. */
const Scan = z
  .strictObject({
    nonce: Id,
    ticket: inputText().min(1).max(400).optional(),
    code: inputText().trim().min(6).max(10).optional(),
    /** By the phone's clock, corrected by the server time it last saw. */
    scannedAt: Instant,
    /** The phone let the passenger board by itself, without an answer of ours. */
    offline: z.boolean(),
  })
  .refine((scan) => (scan.ticket === undefined) !== (scan.code === undefined))

const ScanResult = z.object({
  nonce: Id,
  outcome: ScanOutcome,
  /** Why, as an error code, unless it was accepted. */
  code: z.string().nullable(),
  /** When the ticket was used first. */
  usedAt: Instant.nullable(),
  /** The other phone that let the ticket board; null when unknown. */
  usedBy: z.string().nullable(),
  passenger: BoardingPassenger.nullable(),
})
export type ScanResult = z.infer<typeof ScanResult>

const SCANS_PER_CALL = 50

export const boarding = {
  keys: route({
    method: 'GET',
    path: '/tickets/keys',
    auth: 'public',
    summary: 'Llaves públicas con las que se comprueba un tiquete',
    description:
      "The public keys that verify tickets, so that a driver's phone can check them without a " +
      'network.',
    ok: z.object({
      /** `id`: key id in the ticket, hexadecimal; `publicKey`: raw Ed25519, base64url. */
      keys: z.array(z.object({ id: z.string(), publicKey: z.string() })),
    }),
    errors: [],
  }),
  manifest: route({
    method: 'GET',
    path: '/trips/:tripId/manifest',
    auth: 'live',
    summary: 'Lo que mi celular necesita para registrar subidas sin conexión',
    description:
      "Who boards the driver's own trip, with all that their phone needs to check tickets " +
      'without a network.',
    params: z.strictObject({ tripId: Id }),
    ok: BoardingManifest,
    limit: { max: 240, windowSeconds: 600, by: 'user' },
    errors: ['trip_not_found'],
  }),
  scan: route({
    method: 'POST',
    path: '/trips/:tripId/scans',
    auth: 'live',
    summary: 'Registrar subidas, también las hechas sin conexión',
    description:
      "Registers what the driver's phone read, also without a network, in its order. Each " +
      'scan has a nonce and counts once, however often it is sent.',
    params: z.strictObject({ tripId: Id }),
    body: z.strictObject({
      /** Made by the phone at its first scan. */
      deviceId: Id,
      deviceName: text(60),
      timeProof: inputText().max(200).optional(),
      scans: z.array(Scan).min(1).max(SCANS_PER_CALL),
    }),
    ok: z.object({ results: z.array(ScanResult), serverTime: Instant }),
    limit: { max: 600, windowSeconds: 600, by: 'user' },
    whenExpelled: true,
    errors: ['trip_not_found', 'busy'],
  }),
}
