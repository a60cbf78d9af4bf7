import type { Press } from '#contract/journeys.ts'
import type { TripFacts } from '#server/modules/travel/trips/index.ts'
import { DAY_MS } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { TellDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { readTime } from './boarding/signed-time.ts'
import { type Journey, lastArrival } from './journey.ts'
import { findPress, insertPress, type PressRow } from './journeys.queries.ts'

/** Age in ms beyond which the time of a phone is not believed. */
const OLDEST_MS = DAY_MS

type Claim = {
  /** Time on the phone's clock. */
  claimed: Date
  /** Signed server time of the phone's run sheet; undefined without a valid signature. */
  toldAt: Date | undefined
  now: Date
}

/**
 * Returns the time of a press: the phone's, between the signed time of its run sheet and the
 * receipt, and at most a day old; in every other case the receipt.
 */
function timeOfPress({ claimed, toldAt, now }: Claim): Date {
  const oldest = now.getTime() - OLDEST_MS
  const within = toldAt !== undefined && claimed >= toldAt && claimed.getTime() >= oldest
  return within && claimed <= now ? claimed : now
}

const latest = (a: Date, b: Date) => new Date(Math.max(a.getTime(), b.getTime()))

/** When a press counts, and when the server learned of it. */
export type Pressed = {
  at: Date
  /** Null when the caller names no press: then it counts from now. */
  receivedAt: Date | null
  /** Whether this press was recorded before. */
  isRepeat: boolean
}

type Asked = {
  trip: TripFacts
  journey: Journey
  press: Press | undefined
  kind: PressRow['kind']
  seq: number | null
}

/**
 * Records a press once, at a time that is not before what was recorded earlier. The caller's
 * transaction is rolled back when it refuses the press, and the press with it.
 * Errors: `idempotency_mismatch` when the id belongs to another press.
 */
export async function takePress(
  tx: Tx,
  { clock, secrets }: TellDeps,
  { trip, journey, press, kind, seq }: Asked,
): Promise<Pressed> {
  const now = clock.now()
  if (!press) return { at: now, receivedAt: null, isRepeat: false }
  const { id: tripId, driverId } = trip
  const { timeProof: proof } = press
  const toldAt = proof ? readTime(secrets.ticketKey, { tripId, driverId, proof }) : undefined
  const claimedAt = new Date(press.at)
  const counted = timeOfPress({ claimed: claimedAt, toldAt, now })
  const earlier = lastArrival(journey)?.at ?? journey.startedAt ?? counted
  const at = latest(earlier, counted)
  // Clocks of two servers can differ by milliseconds.
  const receivedAt = latest(at, now)
  const row = { id: press.id.toLowerCase(), tripId, kind, seq, claimedAt, at, receivedAt }
  if (await insertPress(tx, row)) return { at, receivedAt, isRepeat: false }
  const known = await findPress(tx, row.id)
  const isSame = known?.tripId === tripId && known.kind === kind && known.seq === seq
  if (!isSame) throw new AppError('idempotency_mismatch')
  return { at: known.at, receivedAt: known.receivedAt, isRepeat: true }
}
