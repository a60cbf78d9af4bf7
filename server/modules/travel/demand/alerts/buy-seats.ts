import { walletTotals } from '#server/modules/bank/ledger/index.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { type Booking, type BookSeat, bookSeat } from '#server/modules/travel/bookings/index.ts'
import { partStops } from '#server/modules/travel/trips/index.ts'
import {
  addMs,
  bogotaDate,
  dayAt,
  earlier,
  later,
  MINUTE_MS,
  quietUntil,
} from '#server/platform/clock.ts'
import { isClockWrong } from '#server/platform/clock-watch.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { derivedId } from '#server/platform/ids.ts'
import { eachRow } from '#server/platform/jobs/each-row.ts'
import { JobPostponed } from '#server/platform/jobs/lanes.ts'
import type { Alert } from './alert.ts'
import { type Lacks, listAsked, listPassedOver, listWaits } from './alerts.messages.ts'
import { type Event, listTurns, passOver, type Turn } from './buying.queries.ts'
import { endDue } from './end-lists.ts'
import { endNames } from './parts.present.ts'
import { waysThrough } from './ways-through.ts'

/** Lists that are read at once. */
const TURNS = 50
const THINKS_AGAIN_MS = 30 * MINUTE_MS
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Until when a seat bought now is left free: 30 minutes of the day, never past the pick-up. */
export function freeUntil(now: Date, boardsAt: Date): Date {
  return earlier(addMs(later(dayAt(now).from, now), THINKS_AGAIN_MS), boardsAt)
}

/** Refusals because the trip is not as it was read: the job runs again. */
const CHANGED: ReadonlySet<string> = new Set(['busy', 'price_changed'])
/**
 * Refusals that are no turn: the seats are gone, the trip is not sold to this person, or the list
 * has had its try for the event, at another price.
 */
const GONE: ReadonlySet<string> = new Set([
  ...['seats_unavailable', 'already_booked', 'idempotency_mismatch'],
  ...['change_too_short', 'parts_apart', 'connection_needs_answer'],
])

/** A journey that a list may buy: one seat costs `price` pesos, both cars together. */
export type Offer = {
  /** The only car, or the first of two. */
  tripId: string
  boardsAt: Date
  price: number
  book: (asked: Pick<BookSeat, 'idempotencyKey' | 'list'>) => Promise<Booking>
}

/** Finds the journeys with one change through a trip that fit a list, the best first. */
export type FindPairs = (deps: Deps, list: Alert, tripId: string) => Promise<Offer[]>

/**
 * Buys seats of a trip for the lists that fit, the oldest first, each as its person would by hand.
 * Can be repeated: `cause` names the event, so each list has one try for it. A turn that fails
 * holds up no other. Returns the errors, so that the caller can fail last and try again; and
 * `again`, when lists that buy nothing at night have their turn.
 */
export async function buySeats(
  deps: Deps,
  findPairs: FindPairs,
  { tripId, by, cause }: { tripId: string; by: string | null; cause: string },
): Promise<{ errors: unknown[]; again: Date | undefined }> {
  const now = deps.clock.now()
  if (isClockWrong(deps)) {
    throw new JobPostponed(addMs(now, MINUTE_MS), 'nothing is bought while the clock is wrong')
  }
  const event = { tripId, by, now, cause }
  await endDue(deps)
  const ways = await waysThrough(deps, tripId)
  const errors: unknown[] = []
  let again: Date | undefined
  let after = FIRST_ID
  for (let found = TURNS; found === TURNS; ) {
    const turns = await listTurns(deps.db, event, { ways, after, limit: TURNS })
    const take = async (turn: Turn) => {
      const offers =
        turn.fromSeq === null
          ? await findPairs(deps, turn, tripId)
          : [{ ...turn, tripId, book: bookDirect(deps, turn, tripId) }]
      if (await takeTurn(deps, { turn, offers, event })) again = dayAt(now).from
    }
    await eachRow(turns, take, (error) => errors.push(error))
    found = turns.length
    after = turns.at(-1)?.id ?? after
  }
  await endDue(deps)
  return { errors, again }
}

type Cause = Event & { cause: string }
type Direct = Extract<Turn, { fromSeq: number }>

const bookDirect =
  (deps: Deps, turn: Direct, tripId: string): Offer['book'] =>
  async (asked) => {
    const { seats, price, userId, fromSeq, toSeq } = turn
    const { booking } = await bookSeat(
      deps,
      { userId },
      {
        ...{ seats, paymentMode: 'billetera', expectedPrice: price * seats, ...asked },
        ...partStops({ tripId, fromSeq, toSeq }),
      },
    )
    return booking
  }

/** Takes the first offer that is still there; true if one waits for the day. */
async function takeTurn(
  deps: Deps,
  { turn, offers, event }: { turn: Turn; offers: readonly Offer[]; event: Cause },
): Promise<boolean> {
  const { now } = event
  const { id, atNight, noticeMinutes } = turn
  const inTime = offers.filter(({ boardsAt }) => boardsAt >= addMs(now, noticeMinutes * MINUTE_MS))
  const taken = inTime.filter(({ boardsAt }) => atNight || boardsAt >= quietUntil(now))
  for (const { book, tripId, boardsAt, price } of taken) {
    const assertFits = (plan: Booking) => {
      const moved = plan.picksUpAt.getTime() !== boardsAt.getTime()
      if (moved && plan.tripId === tripId) throw new AppError('busy')
    }
    const list = { id, freeUntil: freeUntil(now, boardsAt), assertFits }
    try {
      const booking = await book({
        idempotencyKey: `alert:${id}:${event.tripId}:${event.cause}`,
        list,
      })
      if (booking.status === 'requested') await tellAsked(deps, turn, booking)
      return false
    } catch (error) {
      if (!(error instanceof AppError) || CHANGED.has(error.code)) throw error
      if (GONE.has(error.code)) continue
      await passBy(deps, { turn, event, why: error.code, part: { boardsAt, price } })
      return false
    }
  }
  return inTime.length > taken.length
}

/** The request itself tells in the app only: its person knows of it. */
function tellAsked(deps: Deps, turn: Turn, booking: Booking): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const { id, picksUpAt: at, farePesos, passengerId: userId } = booking
    const data = await factsOf(deps, turn, { id, at, farePesos })
    await tellUser(tx, deps, listAsked, { userId, data, cause: id })
  })
}

type Passed = { turn: Turn; event: Cause; why: string; part: Pick<Offer, 'boardsAt' | 'price'> }

/** What the person of a list can give after this refusal; null when it is not theirs to end. */
function lacksOf(why: string, { womenOnly, verifiedOnly }: Turn): Lacks | null {
  if (why === 'women_only') return womenOnly ? 'identity' : null
  if (why === 'verified_only') return verifiedOnly ? 'identity' : null
  if (why === 'email_unconfirmed') return 'email'
  if (why === 'profile_incomplete') return 'profile'
  return why === 'debt_open' ? 'debt' : null
}

/**
 * Stores why a list bought nothing, and tells its person: of missing money once a day, of what they
 * must give first once for each reason.
 */
function passBy(deps: Deps, { turn, event, why, part }: Passed): Promise<void> {
  const { tripId, now } = event
  const { id, userId, seats } = turn
  return inTransaction(deps.db, async (tx) => {
    await passOver(tx, { alertId: id, tripId, why, now })
    const lacks = lacksOf(why, turn)
    if (why !== 'insufficient_funds' && !lacks) return
    const farePesos = part.price * seats
    const facts = await factsOf(deps, turn, { id, at: part.boardsAt, farePesos })
    if (lacks) {
      const cause = derivedId('alert.waits', id, lacks)
      return await tellUser(tx, deps, listWaits, { userId, data: { ...facts, lacks }, cause })
    }
    const { available } = await walletTotals(tx, userId)
    const data = { ...facts, missingPesos: Math.max(0, farePesos - available) }
    const cause = derivedId('alert.passed-over', id, bogotaDate(now))
    await tellUser(tx, deps, listPassedOver, { userId, data, cause })
  })
}

/** Facts of a message about a journey of a list; `id` of the booking, or of the list. */
async function factsOf(
  deps: Deps,
  { fromPlace, toPlace, seats }: Turn,
  { id, at, farePesos }: { id: string; at: Date; farePesos: number },
) {
  const place = await endNames(deps, [{ fromPlace, toPlace }])
  const ends = { from: place(fromPlace).name, to: place(toPlace).name }
  return { id, ...ends, at: at.toISOString(), seats, farePesos, byWallet: true }
}
