import { z } from 'zod'
import { Id, Instant, Pesos, PesosSum, StopId } from './common.ts'
import { ConnectionPart } from './connections.ts'
import { SEATS_MAX } from './limits.ts'
import { get, post } from './route.ts'
import { seatErrors } from './trips.ts'

export const KeepStatus = z.enum(['open', 'used', 'released', 'expired'])
export type KeepStatus = z.infer<typeof KeepStatus>

export const KeepView = z.object({
  id: Id,
  tripId: Id,
  fromStopId: StopId,
  toStopId: StopId,
  /** The second part of a trip with one change, kept and ended together with this one. */
  second: ConnectionPart.nullable(),
  seats: z.int(),
  status: KeepStatus,
  expiresAt: Instant,
  /** Whether the keep can be extended: once, after the missing payment was started. */
  canExtend: z.boolean(),
  /** Current price of all the seats, of both parts. */
  price: Pesos,
  /** Pesos missing in the wallet; 0 when the balance is enough. */
  shortfall: PesosSum,
  /** Pesos that this person paid and the gateway has not confirmed yet. */
  validating: PesosSum,
  /** Server time of the answer; a countdown uses it to correct the device's clock. */
  serverTime: Instant,
})
export type KeepView = z.infer<typeof KeepView>

const KeepAnswer = z.object({ keep: KeepView })

export const seatKeeps = {
  keep: post('/trips/:tripId/keeps', {
    auth: 'live',
    summary: 'Keep seats for 5 minutes',
    description:
      'Keeps seats for 5 minutes while the signed-in person tops up what is missing for them. ' +
      'With the same `Idempotency-Key` it is the same keep.',
    body: z.strictObject({
      fromStopId: StopId,
      toStopId: StopId,
      seats: z.int().min(1).max(SEATS_MAX).default(1),
    }),
    ok: KeepAnswer,
    status: 201,
    idempotent: true,
    limit: { max: 30, windowSeconds: 3600, by: 'user' },
    errors: [...seatErrors, 'keep_not_needed', 'too_many_keeps'],
  }),
  keepBoth: post('/connections/keeps', {
    auth: 'live',
    summary: 'Keep both parts of a trip with one change for 5 minutes',
    description:
      'Keeps seats of both parts, or of neither, for 5 minutes while the signed-in person tops ' +
      'up what is missing for them; they are extended, released and booked together. With the ' +
      'same `Idempotency-Key` it is the same keep; `details.part` says which part a refusal is ' +
      'about.',
    body: z.strictObject({
      parts: z.tuple([ConnectionPart, ConnectionPart]),
      seats: z.int().min(1).max(SEATS_MAX).default(1),
    }),
    ok: KeepAnswer,
    status: 201,
    idempotent: true,
    limit: { max: 30, windowSeconds: 3600, by: 'user' },
    errors: [
      ...seatErrors,
      'keep_not_needed',
      'too_many_keeps',
      'too_many_connections',
      'connections_paused',
    ],
  }),
  mine: get('/keeps/mine', {
    auth: 'live',
    summary: "Show one's kept seats",
    description: 'Returns the seats that the signed-in person keeps and can still book, or null.',
    ok: z.object({ keep: KeepView.nullable() }),
  }),
  extend: post('/keeps/:keepId/extend', {
    auth: 'live',
    summary: 'Keep seats for up to 20 minutes',
    description:
      "Makes the person's own keep last up to 20 minutes in all, once, when a top-up for it " +
      'has begun.',
    ok: KeepAnswer,
    errors: ['keep_not_found', 'keep_ended', 'keep_needs_top_up'],
  }),
  release: post('/keeps/:keepId/release', {
    auth: 'live',
    summary: 'Release kept seats',
    description:
      "Gives up the person's own keep, so that others can book its seats. Safe to repeat.",
    ok: z.object({ status: KeepStatus }),
    errors: ['keep_not_found', 'busy'],
  }),
}
