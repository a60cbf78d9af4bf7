// The state machine of a booking: actor, from, to, conditions and effect on the money. Use cases
// and the field `can` of answers use this table; `node scripts/booking-states.ts` generates
// docs/booking-states.md from it.
import type { BookingState, BookingStatus } from '#contract/booking-view.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { Booking, Facts, Party } from './booking.ts'
import {
  type Actor,
  afterDispute,
  afterJourney,
  afterUndo,
  atOnce,
  beforeBoarding,
  beforePickUp,
  boardingOpen,
  boardingOver,
  byRefundRules,
  byRequest,
  type Case,
  type Condition,
  changed,
  driverLate,
  due,
  inTimeToAnswer,
  inTimeToDeny,
  inTimeToDispute,
  journeyOver,
  missable,
  missedOver,
  nearPickUp,
  otherFailed,
  otherSettled,
  otherStands,
  refundOf,
  standing,
  ticketInTime,
  tripCancelled,
  unsettled,
  waited,
  whole,
  withoutAnswer,
} from './booking-conditions.ts'
import { bookingStates, stateOf } from './booking-states.ts'
import { partOfFare, type Refund, refundByPolicy } from './refund-policy.ts'

export type Action = keyof typeof refusals

/** Effect of a transition on the money; scripts/booking-states.ts describes it per payment mode. */
export type Money =
  | 'none'
  | 'hold'
  | 'hold_commission'
  | 'hold_anew'
  | 'refund_part'
  | 'release'
  | 'refund'
  | 'pay'
  | 'charge'
  | 'give_back'

export type Transition = {
  action: Action
  by: Actor
  /** Empty for a new booking. */
  from: readonly BookingState[]
  to: BookingState
  when: readonly Condition[]
  money: Money
}

const open = ['requested', 'confirmed'] as const
const expected = ['confirmed', 'change_missed'] as const
const agreed = [...expected, 'aboard_said'] as const
const notBoarded = ['requested', ...agreed] as const
const scanned = [standing('ticket_revoked'), boardingOpen, ticketInTime]
const said = [standing('ticket_revoked'), afterUndo]
const acceptable = [beforePickUp, inTimeToAnswer, standing('booking_not_pending')]
const movable = [
  whole('segment_not_changeable'),
  beforeBoarding,
  standing('segment_not_changeable'),
]
const movableAtOnce = [...movable, withoutAnswer]
const withdrawable = [beforePickUp, standing('booking_not_cancellable')]
const boardable = [standing('ticket_revoked'), nearPickUp]
const returnable = [
  whole('booking_not_cancellable'),
  beforePickUp,
  byRefundRules,
  standing('booking_not_cancellable'),
]
const unobjected = [afterJourney, otherStands, standing('ticket_revoked')]
const absent = [
  waited,
  changed,
  otherStands,
  unsettled('booking_not_waiting'),
  standing('booking_not_waiting'),
]
const uncontested = [afterDispute, otherSettled]
const late = [driverLate, unsettled('dispute_closed'), standing('dispute_closed')]
/** Also a claim that was made before the other car failed. */
const breakable = ['confirmed', 'no_show_claimed'] as const
const untravelled = ['no_show_disputed', 'driver_absent'] as const
const denied = ['checked_in_denied', 'completed_denied'] as const

/** One row per transition; the first row that matches is used. */
export const transitions: readonly Transition[] = [
  row('book', 'passenger', [], 'requested', byRequest, 'hold'),
  row('book', 'passenger', [], 'confirmed', atOnce, 'hold'),

  row('accept', 'driver', ['requested'], 'confirmed', acceptable, 'hold_commission'),
  row('reject', 'driver', ['requested'], 'rejected', [], 'release'),
  row('expire', 'time', ['requested'], 'expired', [due('nobody answered in time')], 'release'),

  row('change_segment', 'passenger', ['requested'], 'requested', movable, 'hold_anew'),
  row('change_segment', 'passenger', ['confirmed'], 'confirmed', movableAtOnce, 'hold_anew'),

  row('return_seats', 'passenger', ['requested'], 'requested', returnable, 'refund_part'),
  row('return_seats', 'passenger', ['confirmed'], 'confirmed', returnable, 'refund_part'),
  row('cancel', 'passenger', open, 'trip_cancelled', [byRefundRules, tripCancelled], 'release'),
  row('cancel', 'driver', ['confirmed'], 'trip_cancelled', [tripCancelled], 'release'),
  row('cancel', 'passenger', open, 'cancelled_by_passenger', [byRefundRules], 'refund'),
  row('cancel', 'driver', ['confirmed'], 'cancelled_by_driver', [byRefundRules], 'release'),
  row('cancel_trip', 'driver', notBoarded, 'trip_cancelled', [tripCancelled], 'release'),
  row('withdraw', 'team', open, 'cancelled_by_passenger', withdrawable, 'release'),

  row('miss', 'passenger', ['confirmed'], 'change_missed', [missable], 'none'),
  row('undo_missed', 'passenger', ['change_missed'], 'confirmed', [], 'none'),
  row(
    'break',
    'time',
    ['change_missed'],
    'cancelled_by_passenger',
    [otherFailed, missedOver],
    'release',
  ),
  row('break', 'time', breakable, 'cancelled_by_passenger', [otherFailed], 'release'),

  row('say_aboard', 'passenger', expected, 'aboard_said', boardable, 'none'),
  row('undo_aboard', 'passenger', ['aboard_said'], 'confirmed', [], 'none'),
  row('board', 'driver', agreed, 'arrived', [...scanned, journeyOver], 'pay'),
  row('board', 'driver', agreed, 'checked_in', scanned, 'pay'),
  row('board', 'time', ['aboard_said'], 'arrived', [...said, journeyOver], 'pay'),
  row('board', 'time', ['aboard_said'], 'checked_in', said, 'pay'),
  row('arrive', 'driver', ['checked_in'], 'arrived', [journeyOver], 'none'),
  row('arrive', 'time', ['checked_in'], 'arrived', [journeyOver], 'none'),

  row('complete', 'time', ['checked_in', 'arrived'], 'completed', [afterJourney], 'none'),
  row('complete', 'time', ['checked_in_denied'], 'completed_denied', [afterJourney], 'none'),
  row('complete', 'time', ['checked_in_upheld'], 'completed_upheld', [afterJourney], 'none'),
  row('complete', 'time', ['confirmed'], 'completed', unobjected, 'pay'),
  row('complete', 'time', ['aboard_said'], 'completed', [...said, afterJourney], 'pay'),

  row('claim_no_show', 'driver', ['confirmed'], 'no_show_claimed', absent, 'none'),
  row('dispute', 'passenger', ['no_show_claimed'], 'no_show_disputed', [inTimeToDispute], 'none'),
  row('close_no_show', 'time', ['no_show_claimed'], 'no_show', uncontested, 'charge'),
  row('object', 'passenger', ['confirmed'], 'driver_absent', late, 'none'),
  row('object', 'time', ['change_missed'], 'driver_absent', [boardingOver], 'none'),
  row('deny', 'passenger', ['checked_in', 'arrived'], 'checked_in_denied', [inTimeToDeny], 'none'),
  row('deny', 'passenger', ['completed'], 'completed_denied', [inTimeToDeny], 'none'),

  row('decide_for_passenger', 'team', untravelled, 'decided_for_passenger', [], 'release'),
  row('decide_for_passenger', 'team', denied, 'decided_for_passenger', [], 'give_back'),
  row('decide_for_driver', 'team', ['no_show_disputed'], 'no_show', [], 'charge'),
  row('decide_for_driver', 'team', ['driver_absent'], 'completed_upheld', [], 'pay'),
  row('decide_for_driver', 'team', ['checked_in_denied'], 'checked_in_upheld', [], 'none'),
  row('decide_for_driver', 'team', ['completed_denied'], 'completed_upheld', [], 'none'),
]

function row(
  action: Action,
  by: Actor,
  from: readonly BookingState[],
  to: BookingState,
  when: readonly Condition[],
  money: Money,
): Transition {
  return { action, by, from, to, when, money }
}

/** Error code of an action in a state that has no row for it. */
const refusals = {
  book: 'trip_not_bookable',
  accept: 'booking_not_pending',
  reject: 'booking_not_pending',
  change_segment: 'segment_not_changeable',
  return_seats: 'booking_not_cancellable',
  cancel: 'booking_not_cancellable',
  cancel_trip: 'booking_not_cancellable',
  withdraw: 'booking_not_cancellable',
  miss: 'change_not_missed',
  undo_missed: 'change_not_missed',
  break: 'booking_not_pending',
  say_aboard: 'ticket_revoked',
  undo_aboard: 'aboard_not_undoable',
  board: 'ticket_revoked',
  arrive: 'journey_not_arrived',
  claim_no_show: 'booking_not_waiting',
  dispute: 'dispute_closed',
  object: 'dispute_closed',
  deny: 'dispute_closed',
  expire: 'booking_not_pending',
  complete: 'booking_not_pending',
  close_no_show: 'booking_not_pending',
  decide_for_passenger: 'dispute_resolved',
  decide_for_driver: 'dispute_resolved',
} satisfies Record<string, ErrorCode>

const ticketRefusals = {
  none: 'ticket_not_confirmed',
  good: 'ticket_revoked',
  blocked: 'booking_in_dispute',
  used: 'ticket_used',
  revoked: 'ticket_revoked',
} as const

const rowsOf = Map.groupBy(transitions, ({ action, by }) => `${action} ${by}`)

type Decided = { row: Transition } | { row?: undefined; code: ErrorCode; message?: string }

/** Returns the matching row, or the refusal. */
function decide(action: Action, asked: Case): Decided {
  const { booking, by, now, facts } = asked
  const from = stateOf(booking, now, facts)
  let broken: Condition | undefined
  for (const each of rowsOf.get(`${action} ${by}`) ?? []) {
    if (!each.from.includes(from)) continue
    broken = each.when.find((condition) => !condition.holds(asked))
    if (!broken) return { row: each }
  }
  if (broken) {
    const { refusal: code, message } = broken
    return message === undefined ? { code } : { code, message }
  }
  if (from === 'aboard_said') {
    const message = by === 'passenger' ? undefined : 'La persona dijo que ya va a bordo.'
    return { code: 'aboard_said', ...(message && { message }) }
  }
  const { ticket } = bookingStates[from]
  const boards = action === 'board' || action === 'say_aboard'
  return { code: boards ? ticketRefusals[ticket] : refusals[action] }
}

/**
 * Returns the row that allows this action now. Errors: the refusal of the first condition that does
 * not hold, or of an action that the state does not allow.
 */
export function transition(action: Action, asked: Case): Transition {
  const decided = decide(action, asked)
  if (decided.row) return decided.row
  const { code, message } = decided
  throw new AppError(code, message === undefined ? {} : { message })
}

/** Whether the table allows the action now. */
export function may(action: Action, asked: Case): boolean {
  return decide(action, asked).row !== undefined
}

/** Returns the status that is stored after a transition. */
export function statusAfter({ to }: Pick<Transition, 'to'>): BookingStatus {
  return bookingStates[to].status
}

/** Returns the status of a new booking: confirmed, or a request that the driver answers. */
export function firstStatus(instant: boolean): BookingStatus {
  const when = instant ? atOnce : byRequest
  const step = transitions.find((each) => each.from.length === 0 && each.when === when)
  assert(step, 'no row makes a booking')
  return statusAfter(step)
}

/** Returns the refund for cancelling now; undefined when that party can no longer cancel. */
export function refundFor(booking: Booking, by: Party, now: Date, facts: Facts) {
  const asked = { booking, by, now, facts }
  return may('cancel', asked) ? refundOf(asked) : undefined
}

/** Whether the passenger may leave now without cost, because the driver is late. */
export function mayLeaveLate(booking: Booking, by: Party, now: Date, facts: Facts): boolean {
  return refundFor(booking, by, now, facts)?.rule === 'driver_late'
}

/** Returns the refund for giving back some of the seats now. The table must allow it. */
export function refundOfSeats(booking: Booking, seats: number, now: Date, facts: Facts): Refund {
  const part = { ...booking, farePesos: partOfFare(booking, seats) }
  const refund = refundByPolicy(part, 'passenger', now, facts)
  assert(refund, `seats of booking ${booking.id} are returned by no rule`)
  return refund
}

/**
 * Lists the refunds in pesos of giving back 1, 2, … but not all of the seats; empty: refused. Of a
 * part of a trip with one change: its share when as many seats of the other part return.
 */
export function refundsOfSeats(asked: Case & { facts: Facts }): number[] {
  if (!may('return_seats', { ...asked, withOther: true })) return []
  const { booking, now, facts } = asked
  return Array.from(
    { length: booking.seats - 1 },
    (_, index) => refundOfSeats(booking, index + 1, now, facts).refundPesos,
  )
}

/** Lists the actions that a party can take on the booking now. */
export function permissions(
  booking: Booking,
  viewer: Party,
  now: Date,
  facts: Facts,
  trip: Pick<Case, 'tripCancelled' | 'tripInstant'> = {},
) {
  const asked: Case = { booking, by: viewer, now, facts, ...trip }
  const allowed = (action: Action) => may(action, asked)
  const state = stateOf(booking, now, facts)
  return {
    cancel: allowed('cancel'),
    changeSegment: viewer === 'passenger' && allowed('change_segment'),
    accept: allowed('accept'),
    reject: allowed('reject'),
    showTicket: viewer === 'passenger' && showsTicket(state),
    sayAboard: allowed('say_aboard'),
    undoAboard: allowed('undo_aboard'),
    claimNoShow: allowed('claim_no_show'),
    dispute: allowed('dispute'),
    object: allowed('object'),
    deny: allowed('deny'),
    leaveLate: mayLeaveLate(booking, viewer, now, facts),
  }
}

/** Whether the ticket is shown, which ends with the journey. */
function showsTicket(state: BookingState): boolean {
  const { ticket, status } = bookingStates[state]
  return ticket === 'good' || (ticket === 'used' && status === 'checked_in')
}
