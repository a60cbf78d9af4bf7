import { z } from 'zod'
import { AboardSaid, BookingStatus } from './booking-view.ts'
import { Id, Instant, inputText, Pesos, text } from './common.ts'
import { get, post } from './route.ts'
import { PaymentMode } from './trips.ts'

const Stop = z.object({ name: z.string(), at: Instant })

/** Data of a passenger that lets a driver's phone check the ticket offline. */
export const BoardingPassenger = z.object({
  bookingId: Id,
  /** Current generation of the ticket; tickets of earlier generations are invalid. */
  generation: z.int(),
  /** First name and initial. */
  name: z.string(),
  seats: z.int(),
  from: Stop,
  to: Stop,
  price: Pesos,
  paymentMode: PaymentMode,
  status: BookingStatus,
  /** When the passenger declared to be aboard, and when the fare is paid unless undone. */
  aboardSaid: AboardSaid.nullable(),
  checkedInAt: Instant.nullable(),
  /** First and last instant at which the ticket is valid for boarding. */
  validFrom: Instant,
  validUntil: Instant,
})
export type BoardingPassenger = z.infer<typeof BoardingPassenger>

/** A ticket that two phones accepted. `device`: null when boarding was registered by hand. */
const Conflict = z.object({
  bookingId: Id,
  name: z.string(),
  scans: z.array(z.object({ device: z.string().nullable(), at: Instant })),
})
export type BoardingConflict = z.infer<typeof Conflict>

export const BoardingManifest = z.object({
  tripId: Id,
  /** Whether the trip was cancelled; then nobody can board. */
  cancelled: z.boolean(),
  departsAt: Instant,
  passengers: z.array(BoardingPassenger),
  revoked: z.array(Id),
  conflicts: z.array(Conflict),
  serverTime: Instant,
  /** Signature of the server over `serverTime`; the phone returns it with the scans. */
  timeProof: z.string(),
})
export type BoardingManifest = z.infer<typeof BoardingManifest>

export const ScanOutcome = z.enum(['accepted', 'already_used', 'revoked', 'conflict', 'refused'])
export type ScanOutcome = z.infer<typeof ScanOutcome>

/** One scan. The phone makes the nonce: the same scan sent twice counts once. */
const Scan = z
  .strictObject({
    nonce: Id,
    ticket: inputText().min(1).max(400).optional(),
    code: inputText().trim().min(6).max(40).optional(),
    /** Time on the phone's clock, corrected by the last server time that it received. */
    scannedAt: Instant,
    /** Whether the phone accepted the ticket offline, without an answer of the server. */
    offline: z.boolean(),
  })
  .refine((scan) => (scan.ticket === undefined) !== (scan.code === undefined))

const ScanResult = z.object({
  nonce: Id,
  outcome: ScanOutcome,
  /** Error code of a refused scan; null when accepted. */
  code: z.string().nullable(),
  /** Time of the first use of the ticket. */
  usedAt: Instant.nullable(),
  /** The other phone that accepted the ticket; null when unknown. */
  usedBy: z.string().nullable(),
  passenger: BoardingPassenger.nullable(),
})
export type ScanResult = z.infer<typeof ScanResult>

export const boarding = {
  keys: get('/tickets/keys', {
    auth: 'public',
    summary: 'List the public keys of tickets',
    description:
      "Returns the public keys that verify tickets, so that a driver's phone can check them " +
      'without a network.',
    /** `id`: key id in the ticket, hexadecimal; `publicKey`: raw Ed25519, base64url. */
    ok: z.object({ keys: z.array(z.object({ id: z.string(), publicKey: z.string() })) }),
  }),
  manifest: get('/trips/:tripId/manifest', {
    auth: 'live',
    summary: 'Get what boarding without a network needs',
    description:
      "Returns who boards the driver's own trip, with all that their phone needs to check " +
      'tickets without a network.',
    ok: BoardingManifest,
    limit: { max: 240, windowSeconds: 600, by: 'user' },
    errors: ['trip_not_found'],
  }),
  scan: post('/trips/:tripId/scans', {
    auth: 'live',
    summary: 'Register scans, also those made offline',
    description:
      "Registers what the driver's phone read, also without a network, in its order. Each " +
      'scan has a nonce and counts once, however often it is sent.',
    body: z.strictObject({
      /** Id that the phone creates at its first scan. */
      deviceId: Id,
      deviceName: text(60),
      timeProof: inputText().max(200).optional(),
      scans: z.array(Scan).min(1).max(50),
    }),
    ok: z.object({ results: z.array(ScanResult), serverTime: Instant }),
    limit: { max: 600, windowSeconds: 600, by: 'user' },
    whenExpelled: true,
    errors: ['trip_not_found', 'busy'],
  }),
}
