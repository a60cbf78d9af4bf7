import { walletTotals } from '#server/modules/bank/ledger/index.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { type Booking, bookSeat } from '#server/modules/travel/bookings/index.ts'
import { stopId } from '#server/modules/travel/trips/index.ts'
import { addMs, bogotaDate, dayAt, MINUTE_MS, quietUntil } from '#server/platform/clock.ts'
import { isClockWrong } from '#server/platform/clock-watch.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { derivedId } from '#server/platform/ids.ts'
import { JobPostponed } from '#server/platform/jobs/lanes.ts'
import { listAsked, listPassedOver } from './alerts.messages.ts'
import { type Event, listTurns, passOver, type Turn } from './buying.queries.ts'
import { endDue, factsOf } from './end-lists.ts'

/** Lists that are read at once. */
const TURNS = 50
const THINKS_AGAIN_MS = 30 * MINUTE_MS
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Until when a seat bought now is left free: 30 minutes of the day, never past the pick-up. */
export function freeUntil(now: Date, boardsAt: Date): Date {
  const from = Math.max(dayAt(now).from.getTime(), now.getTime())
  return new Date(Math.min(from + THINKS_AGAIN_MS, boardsAt.getTime()))
}

/** Refusals because the trip is not as it was read: the job runs again. */
const CHANGED: ReadonlySet<string> = new Set(['busy', 'price_changed'])
/**
 * Refusals that are no turn: the seats are gone, the trip is not sold to this person, or the list
 * has had its try for the event, at another price.
 */
const GONE: ReadonlySet<string> = new Set([
  'seats_unavailable',
  'already_booked',
  'idempotency_mismatch',
])

/**
 * Buys seats of a trip for the lists that fit, the oldest first, each as its person would by hand
 * (`bookSeat`). Can be repeated: `cause` names the event, so each list has one try for it. A turn
 * that fails holds up no other; returns the errors, so that the caller can fail last and try again.
 */
export async function buySeats(
  deps: Deps,
  { tripId, by, cause }: { tripId: string; by: string | null; cause: string },
): Promise<unknown[]> {
  const now = deps.clock.now()
  if (isClockWrong(deps)) {
    throw new JobPostponed(addMs(now, MINUTE_MS), 'nothing is bought while the clock is wrong')
  }
  const event = { tripId, by, now, quietUntil: quietUntil(now) }
  await endDue(deps)
  const errors: unknown[] = []
  let after = FIRST_ID
  for (let found = TURNS; found === TURNS; ) {
    const turns = await listTurns(deps.db, event, { after, limit: TURNS })
    for (const turn of turns) {
      await takeTurn(deps, turn, { ...event, cause }).catch((error: unknown) => errors.push(error))
    }
    found = turns.length
    after = turns.at(-1)?.id ?? after
  }
  await endDue(deps)
  return errors
}

type Cause = Event & { cause: string }

async function takeTurn(deps: Deps, turn: Turn, event: Cause): Promise<void> {
  const { tripId, cause, now } = event
  const { id, userId, seats, boardsAt, price } = turn
  const assertFits = ({ picksUpAt }: Booking) => {
    if (picksUpAt.getTime() !== boardsAt.getTime()) throw new AppError('busy')
  }
  try {
    const { booking } = await bookSeat(
      deps,
      { userId },
      {
        ...{ tripId, seats, paymentMode: 'billetera', expectedPrice: price * seats },
        fromStopId: stopId(tripId, turn.fromSeq),
        toStopId: stopId(tripId, turn.toSeq),
        idempotencyKey: `alert:${id}:${tripId}:${cause}`,
        list: { id, freeUntil: freeUntil(now, boardsAt), assertFits },
      },
    )
    if (booking.status === 'requested') await tellAsked(deps, booking)
  } catch (error) {
    if (!(error instanceof AppError) || CHANGED.has(error.code)) throw error
    if (!GONE.has(error.code)) await passBy(deps, turn, { ...event, why: error.code })
  }
}

/** The request itself tells in the app only: its person knows of it. */
function tellAsked(deps: Deps, booking: Booking): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const facts = await factsOf(tx, booking)
    const data = { ...facts, until: booking.listFreeUntil?.toISOString() ?? null }
    await tellUser(tx, deps, listAsked, { userId: booking.passengerId, data, cause: booking.id })
  })
}

/** Stores why a list bought nothing, and tells its person: of missing money once a day. */
function passBy(deps: Deps, turn: Turn, { why, ...event }: Cause & { why: string }): Promise<void> {
  const { tripId, now } = event
  const { id: alertId } = turn
  return inTransaction(deps.db, async (tx) => {
    await passOver(tx, { alertId, tripId, why, now })
    if (why === 'insufficient_funds') await tellPoor(tx, deps, turn, event)
  })
}

async function tellPoor(tx: Tx, deps: Deps, turn: Turn, { tripId, now }: Event): Promise<void> {
  const { id, userId, seats, boardsAt, price } = turn
  const { available } = await walletTotals(tx, userId)
  const facts = await factsOf(tx, {
    ...turn,
    tripId,
    picksUpAt: boardsAt,
    farePesos: price * seats,
  })
  const data = { ...facts, missingPesos: Math.max(0, facts.farePesos - available) }
  const cause = derivedId('alert.passed-over', id, bogotaDate(now))
  await tellUser(tx, deps, listPassedOver, { userId, data, cause })
}
