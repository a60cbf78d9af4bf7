// One booking in the real app, and every step that a person can try with it. Each step must be a
// row of the table of transitions, with its effect on money and seats, or change nothing.

import { expect } from 'vitest'
import type { BookingState, BookingView } from '#contract/booking-view.ts'
import { commissionOn } from '#contract/commission.ts'
import type { PaymentMode } from '#contract/trips.ts'
import { revenueCommission, walletId } from '#server/modules/bank/ledger/index.ts'
import { nextDue } from '#server/modules/travel/bookings/booking-states.ts'
import {
  type Actor,
  type Booking,
  bookingNews,
  bookingStates,
  findFactsOf,
  listBookingRows,
  type Money,
  newsOfStep,
  stateOf,
  type Transition,
  transitions,
  withdrawPassenger,
} from '#server/modules/travel/bookings/index.ts'
import { advanceDue } from '#server/modules/travel/bookings/settle/advance-booking.ts'
import { tellBooking } from '#server/modules/travel/bookings/tell/tell-booking.ts'
import { listSeatsLeft } from '#server/modules/travel/trips/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from './booking-factories.ts'
import { asOwner } from './db.ts'
import { TEST_NOW } from './deps.ts'
import { aFundedWallet, aUser, aVerifiedDriver, type TestUser } from './factories.ts'
import { hearDriver } from './hearing-steps.ts'
import { BOGOTA, CALI, IBAGUE, type TestTrip } from './trip-factories.ts'

/** Actions of the table, by step of the test. */
const actionsOf = {
  accept: ['accept'],
  reject: ['reject'],
  cancel: ['cancel'],
  segment: ['change_segment'],
  giveBack: ['return_seats'],
  cancelTrip: ['cancel_trip'],
  withdraw: ['withdraw'],
  scan: ['board'],
  aboard: ['say_aboard'],
  undoAboard: ['undo_aboard'],
  noShow: ['claim_no_show'],
  say: ['dispute', 'object', 'deny'],
  forPassenger: ['decide_for_passenger'],
  forDriver: ['decide_for_driver'],
  finish: ['arrive'],
  move: [],
} as const satisfies Record<string, readonly Transition['action'][]>

export type Verb = keyof typeof actionsOf
export const VERBS = Object.keys(actionsOf) as Verb[]
export const PEOPLE = ['passenger', 'driver', 'stranger', 'team'] as const
export type Somebody = (typeof PEOPLE)[number]

/** Permission for a step in `can` of the response, if there is one. */
const permissionOf: Partial<Record<Verb, (can: BookingView['can']) => boolean>> = {
  accept: (can) => can.accept,
  reject: (can) => can.reject,
  cancel: (can) => can.cancel,
  segment: (can) => can.changeSegment,
  aboard: (can) => can.sayAboard,
  undoAboard: (can) => can.undoAboard,
  noShow: (can) => can.claimNoShow,
  say: (can) => can.dispute || can.object || can.deny,
}

const statement = 'Estuve en el punto a la hora y no fue así.'

/** Pesos of this booking: still held, and gained so far by each side. */
type Position = { held: number; passenger: number; driver: number; house: number }

type Snapshot = {
  booking: Booking
  state: BookingState
  position: Position
  seatsTaken: number
}

export type Start = { instant: boolean; mode: PaymentMode; seats: number; aheadMs: number }

export type StatesApp = BookingsApp & { team: TestUser; stranger: TestUser }

export async function openStatesApp(): Promise<StatesApp> {
  const test = await openBookingsApp()
  const team = await aUser(test.deps, { roles: ['passenger', 'support'] })
  return { ...test, team, stranger: await test.aPassenger() }
}

export class BookedTrip {
  /** Rows of the table that this booking has passed through. */
  readonly taken: Transition[] = []

  private readonly told = new Set<string>()

  private readonly test: StatesApp
  private readonly trip: TestTrip
  private readonly passenger: TestUser
  private readonly bookingId: string

  private constructor(test: StatesApp, trip: TestTrip, passenger: TestUser, bookingId: string) {
    this.test = test
    this.trip = trip
    this.passenger = passenger
    this.bookingId = bookingId
  }

  static async make(
    test: StatesApp,
    { instant, mode, seats, aheadMs }: Start,
  ): Promise<BookedTrip> {
    test.clock.set(TEST_NOW)
    const driver = await aVerifiedDriver(test.deps)
    await aFundedWallet(test.deps, driver.userId, 100_000)
    const departsAt = addMs(TEST_NOW, aheadMs)
    const paymentModes: PaymentMode[] = ['billetera', 'directo']
    const trip = await test.newTrip({ driver, instant, paymentModes, departsAt, seats: 2 })
    const passenger = await test.aPassenger()
    const seat = { from: BOGOTA, to: CALI, paymentMode: mode, seats }
    const { id } = await test.booked(passenger, trip, seat)
    const booked = new BookedTrip(test, trip, passenger, id)
    const after = await booked.look()
    booked.expectRow(undefined, after, ['book'], 'passenger')
    return booked
  }

  async state(): Promise<BookingState> {
    return (await this.look()).state
  }

  /** Performs a step as a person; returns whether it changed the booking. */
  async attempt(verb: Verb, who: Somebody): Promise<boolean> {
    const before = await this.look()
    const permission = permissionOf[verb]
    const can = permission && (await this.canOf(who))
    const ok = await this.perform(verb, who)
    const after = await this.look()
    // Another segment or fewer seats leave the booking in its state.
    const stays = verb === 'segment' || verb === 'giveBack'
    const changed = stays ? ok : after.state !== before.state
    const done = `${who} ${verb} in ${before.state}`
    if (changed) {
      expect(ok, `${done}: refused`).toBe(true)
      expect(who, done).not.toBe('stranger')
      this.expectRow(before, after, actionsOf[verb], who as Actor)
    } else {
      expect(after.position, `${done} moved money`).toEqual(before.position)
      expect(after.seatsTaken, `${done} moved seats`).toEqual(before.seatsTaken)
      if (!ok) expect(after.booking, `${done}: refused, and changed`).toEqual(before.booking)
    }
    const allowed = can && permission(can)
    // A change to this segment can be refused although another segment would be allowed.
    const decisive = verb !== 'segment' || changed
    if (allowed !== undefined && decisive)
      expect(changed, `${done}, though can says otherwise`).toBe(allowed)
    return changed
  }

  /** Advances the clock and runs the jobs that are due. */
  async pass(ms: number): Promise<void> {
    const before = await this.look()
    this.test.clock.advance(ms)
    const later = await this.look()
    if (later.state !== before.state) this.expectRow(before, later, ['arrive'], 'time')
    await advanceDue(this.test.deps)
    const after = await this.look()
    if (after.state !== later.state) {
      this.expectRow(later, after, ['expire', 'board', 'complete', 'close_no_show'], 'time')
    }
    const due = nextDue(after.booking)
    const late = due !== undefined && due <= this.test.clock.now()
    expect(late, `nothing happened to ${after.state}, which was due`).toBe(false)
  }

  /** Simulates a cancellation of the trip that was interrupted before it reached the bookings. */
  async cutOffCancellation(): Promise<void> {
    const { deps, clock } = this.test
    const { tripId } = this.trip
    await asOwner(
      deps.databaseUrl,
      `with closed as (update trip_seats set open = false where trip_id = $1)
       update trips set status = 'cancelled', cancelled_at = $2 where id = $1`,
      [tripId, clock.now()],
    )
  }

  /** Tells of all events so far, as their jobs do at once. */
  async tell(): Promise<void> {
    const { rows } = await asOwner(
      this.test.deps.databaseUrl,
      `select e.id from booking_events e join bookings b on b.id = e.booking_id
       where $1 in (b.id, b.part_of) order by e.at, e.id`,
      [this.bookingId],
    )
    for (const { id } of rows) {
      if (!this.told.has(id)) await tellBooking(this.test.deps, id)
      this.told.add(id)
    }
  }

  /**
   * Checks that passenger and driver got exactly the messages that the table names for each step.
   */
  async expectTold(): Promise<void> {
    await this.test.runJobs()
    for (const party of ['passenger', 'driver'] as const) {
      const expected = this.taken.flatMap((step) => {
        const told = bookingNews[newsOfStep(step)][party]
        return 'untold' in told ? [] : [told.name]
      })
      const { rows } = await asOwner(
        this.test.deps.databaseUrl,
        `select kind from notifications
         where user_id = $1 and kind <> 'driver_started' and (path in ($2, $2 || '/version')
           or path in (select '/bookings/' || id from bookings where part_of = $3))`,
        [this.person(party).userId, `/bookings/${this.bookingId}`, this.bookingId],
      )
      const kinds = rows.map(({ kind }) => kind)
      expect([party, ...kinds.sort()]).toEqual([party, ...expected.sort()])
    }
  }

  private async look(): Promise<Snapshot> {
    const { deps, clock } = this.test
    const [booking, found, left, position] = await Promise.all([
      this.stored(),
      findFactsOf(deps.db, [this.bookingId]),
      listSeatsLeft(deps.db, this.trip.tripId),
      this.position(),
    ])
    const facts = found.get(this.bookingId)
    const state = stateOf(booking, clock.now(), facts)
    expect(bookingStates[state].status).toBe(booking.status)
    const seatsTaken = this.trip.facts.seats - Math.min(...(left ?? []))
    return { booking, state, seatsTaken, position }
  }

  private async position(): Promise<Position> {
    const { rows } = await asOwner(
      this.test.deps.databaseUrl,
      `select t.kind, t.debit_account as debit, t.credit_account as credit, t.amount::int as pesos,
         exists (select from ledger_transfers r where r.pending_id = t.id) as resolved
       from ledger_transfers t where t.cause_kind = 'booking' and t.cause_id = $1`,
      [this.bookingId],
    )
    const sum = (some: (row: (typeof rows)[number]) => boolean) =>
      rows.filter(some).reduce((total, { pesos }) => total + Number(pesos), 0)
    const moves = (kind: string) => kind === 'transfer' || kind === 'post'
    const gained = (account: string) =>
      sum(({ kind, credit }) => moves(kind) && credit === account) -
      sum(({ kind, debit }) => moves(kind) && debit === account)
    return {
      held: sum(({ kind, resolved }) => kind === 'pending' && !resolved),
      passenger: gained(walletId(this.passenger.userId)),
      driver: gained(walletId(this.trip.driver.userId)),
      house: gained(revenueCommission),
    }
  }

  private person(who: Somebody): TestUser {
    const { passenger, trip, test } = this
    return { passenger, driver: trip.driver, stranger: test.stranger, team: test.team }[who]
  }

  /** Ends the journey near its plan, and waits until the end can no longer be undone. */
  private async finish(post: (path: string, body?: object) => Promise<boolean>): Promise<boolean> {
    const { test, trip } = this
    await post(`/trips/${trip.tripId}/start`)
    const near = addMs(trip.facts.arrivesAt, -30 * MINUTE_MS)
    if (test.clock.now() < near) test.clock.set(near)
    await post(`/trips/${trip.tripId}/arrivals`, { stopId: trip.stop(CALI) })
    const isDone = await post(`/trips/${trip.tripId}/finish`)
    if (isDone) test.clock.advance(10 * MINUTE_MS)
    return isDone
  }

  private async canOf(who: Somebody): Promise<BookingView['can'] | undefined> {
    const { body } = await this.test.call(this.person(who), 'GET', `/bookings/${this.bookingId}`)
    return body.booking?.can
  }

  /** Performs a step; returns whether the response was a success. */
  private async perform(verb: Verb, who: Somebody): Promise<boolean> {
    const { test, trip } = this
    const [person, booking, tripPath] = [
      this.person(who),
      `/bookings/${this.bookingId}`,
      trip.tripId,
    ]
    const post = async (path: string, body = {}) =>
      (await test.call(person, 'POST', path, body)).status < 300
    const plain = {
      accept: 'accept',
      reject: 'reject',
      cancel: 'cancel',
      aboard: 'aboard',
      undoAboard: 'aboard/undo',
    } as const
    switch (verb) {
      case 'withdraw':
        return who === 'team' && (await withdrawPassenger(test.deps, { bookingId: this.bookingId }))
      case 'scan':
        return await post(`/trips/${tripPath}/check-in`, { code: (await this.stored()).code })
      case 'segment': {
        const { toSeq } = await this.stored()
        const short = trip.stop(IBAGUE)
        const toStopId = short === `${tripPath}.${toSeq}` ? trip.stop(CALI) : short
        return await post(`${booking}/segment`, { fromStopId: trip.stop(BOGOTA), toStopId })
      }
      case 'giveBack':
        return await post(`${booking}/give-back`, { seats: 1 })
      case 'noShow':
        return await post(`${booking}/no-show`)
      case 'say':
        return await post(`${booking}/dispute`, { statement })
      case 'forPassenger':
      case 'forDriver': {
        const outcome = verb === 'forDriver' ? 'driver' : 'passenger'
        const path = `/admin/disputes/${this.bookingId}/resolve`
        await hearDriver(test.deps.databaseUrl, this.bookingId)
        return await post(path, { outcome, note: statement })
      }
      case 'cancelTrip':
        return await post(`/trips/${tripPath}/cancel`)
      case 'finish':
        return await this.finish(post)
      case 'move': {
        const departsAt = addMs((await this.stored()).picksUpAt, 40 * MINUTE_MS).toISOString()
        return (await test.call(person, 'PATCH', `/trips/${tripPath}`, { departsAt })).status < 300
      }
      default:
        return await post(`${booking}/${plain[verb]}`)
    }
  }

  private async stored(): Promise<Booking> {
    const [booking] = await listBookingRows(this.test.deps.db, [this.bookingId])
    if (!booking) throw new Error('the booking is gone')
    return booking
  }

  /** Checks that the change is a row of the table, with its effect on money and seats. */
  private expectRow(
    before: Snapshot | undefined,
    after: Snapshot,
    actions: readonly Transition['action'][],
    by: Actor,
  ): void {
    const step = transitions.find(
      (row) =>
        actions.includes(row.action) &&
        row.by === by &&
        row.to === after.state &&
        (before ? row.from.includes(before.state) : row.from.length === 0),
    )
    const change = `${before?.state ?? 'new'} → ${after.state}`
    if (!step) throw new Error(`no row of the table: ${by} ${actions.join(' or ')}, ${change}`)
    this.taken.push(step)
    expect(after.position, change).toEqual(moneyAfter(step.money, before, after.booking))
    const taken = bookingStates[after.state].seats === 'taken' ? after.booking.seats : 0
    expect(after.seatsTaken, change).toBe(taken)
  }
}

/** Expected money of a booking after a step, in pesos (docs/booking-states.md). */
function moneyAfter(money: Money, before: Snapshot | undefined, booking: Booking): Position {
  const { farePesos, commissionBp, paymentMode, chargedPesos } = booking
  const commission = commissionOn(farePesos, commissionBp)
  const direct = paymentMode === 'directo'
  const nothing: Position = { held: 0, passenger: 0, driver: 0, house: 0 }
  const held: Position = { ...nothing, held: direct ? commission : farePesos }
  const paid = (pesos: number): Position => {
    const share = commissionOn(pesos, commissionBp)
    return { held: 0, passenger: 0 - pesos, driver: pesos - share, house: share }
  }
  const taken = direct ? { ...nothing, driver: 0 - commission, house: commission } : paid(farePesos)
  switch (money) {
    case 'none':
      return before?.position ?? nothing
    case 'hold':
    case 'hold_anew':
    case 'refund_part':
      return direct && booking.status === 'requested' ? nothing : held
    case 'hold_commission':
      return held
    case 'release':
    case 'give_back':
      return nothing
    case 'refund':
      return direct ? nothing : paid(chargedPesos ?? 0)
    case 'pay':
      return taken
    case 'charge':
      return direct ? nothing : taken
  }
}
