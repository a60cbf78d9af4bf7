// What the guarantee fund pays to people, proposed by the program from facts and signed by finance.
import type { MoneyAct } from '#contract/desk-actions.ts'
import { findFundState } from '#server/modules/bank/ledger/index.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { findBooking } from '#server/modules/travel/bookings/index.ts'
import { findTripFacts, placeAt } from '#server/modules/travel/trips/index.ts'
import { addMs, DAY_MS, startOfBogotaMonth } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ReadDeps, TellDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import { fundPaid } from './desk-actions.messages.ts'
import { proposeFundActs, sumOpenPays } from './fund-acts.queries.ts'
import type { MoneyActRow } from './money-acts.queries.ts'

/** Days after which a lost seat is not looked at any more; one waits for the one before it. */
const LOOK_BACK_DAYS = 40

/** Job: proposes what the fund may pay, see `proposeFundActs`. Safe to repeat. */
export function proposePays(deps: ReadDeps): Promise<number> {
  const now = deps.clock.now()
  const since = addMs(now, -LOOK_BACK_DAYS * DAY_MS)
  const month = startOfBogotaMonth(now)
  return inTransaction(deps.db, (tx) => proposeFundActs(tx, { now, since, month }))
}

/** Whether the guarantee fund pays it. */
export const isOfFund = (kind: MoneyAct['kind']): kind is 'connection_pay' | 'stranded_aid' =>
  kind === 'connection_pay' || kind === 'stranded_aid'

/**
 * Refuses with `fund_short` what the fund cannot pay; aid comes after pay that is proposed. With
 * `case_changed` for a part of which its passenger says meanwhile that they did not get on.
 */
export async function assertFundPays(
  tx: Tx,
  { kind, pesos, bookingId }: MoneyActRow,
  now: Date,
): Promise<void> {
  if (bookingId && (await findBooking(tx, bookingId))?.deniedAt) throw new AppError('case_changed')
  const state = await findFundState(tx, now)
  const before = kind === 'stranded_aid' ? await sumOpenPays(tx) : 0
  if (!state || state.balance - before < pesos) throw new AppError('fund_short')
}

/** Tells the receiver of a payment by the fund about which trip it is. */
export async function tellFundPaid(
  tx: Tx,
  deps: TellDeps,
  { id, kind, userId, pesos, bookingId }: MoneyActRow,
): Promise<void> {
  const booking = bookingId && (await findBooking(tx, bookingId))
  const trip = booking && (await findTripFacts(tx, booking.tripId))
  assert(booking && trip && isOfFund(kind), `money act ${id} of no booking`)
  const from = placeAt(trip, booking.fromSeq).name
  const to = placeAt(trip, booking.toSeq).name
  const data = { kind, pesos, from, to, at: booking.picksUpAt.toISOString() }
  await tellUser(tx, deps, fundPaid, { userId, data, cause: id })
}
