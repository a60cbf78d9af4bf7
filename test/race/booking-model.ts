// In-memory model of wallets, seats and bookings, independent of the database.
import { answerDue } from '#server/modules/travel/trips/answer-due.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'

export type Outcome = string

type Wallet = { posted: number; held: number }

export type ModelTrip = {
  driver: number
  instant: boolean
  declared: number[]
  /** Times at which the car passes each place. */
  at: number[]
  price(from: number, to: number): number
  left: number[]
  status: 'published' | 'completed' | 'cancelled'
}

export type ModelBooking = {
  trip: ModelTrip
  passenger: number
  from: number
  to: number
  seats: number
  fare: number
  direct: boolean
  status: string
  createdAt: number
  expiresAt: number
  /** A person's boarding was registered, so the car was there. */
  seenAboard?: true
  /** Earliest pick-up of all segments that the booking had. */
  refundsFrom?: number
  /** Whether the passenger returned the seats before the pick-up. */
  returned?: true
}

export type ModelKeep = {
  trip: ModelTrip
  passenger: number
  from: number
  to: number
  seats: number
  createdAt: number
  until: number
  endedAt?: number
  open: boolean
}

type ModelHold = { from: number; to: number; pesos: number; until: number; open: boolean }

export const share = (pesos: number) => Math.floor((pesos + 5) / 10)

const aboard = (b: ModelBooking) => b.status === 'checked_in' || b.status === 'completed'
const standing = (b: ModelBooking) => ['requested', 'confirmed', 'checked_in'].includes(b.status)
export const pickUp = (b: ModelBooking) => b.trip.at[b.from] ?? 0
const dropOff = (b: ModelBooking) => b.trip.at[b.to] ?? 0

const isInstant = ({ trip, from, to }: Pick<Ask, 'trip' | 'from' | 'to'>) =>
  trip.instant && [from, to].every((seq) => trip.declared.includes(seq))

export type Ask = {
  trip: ModelTrip
  passenger: number
  from: number
  to: number
  seats: number
}

const sameSeats = (a: Ask, b: Ask) =>
  a.trip === b.trip && a.from === b.from && a.to === b.to && a.seats === b.seats

/**
 * Takes seats on a part of the trip; returns false and changes nothing when one leg has too few.
 */
export function take({ trip, from, to, seats }: Ask): boolean {
  if (trip.left.slice(from, to).some((left) => left < seats)) return false
  for (let leg = from; leg < to; leg += 1) trip.left[leg] = (trip.left[leg] ?? 0) - seats
  return true
}

export const giveBack = (part: Ask) => take({ ...part, seats: -part.seats })

export class Model {
  readonly wallets: Wallet[]
  readonly trips: ModelTrip[] = []
  readonly bookings: ModelBooking[] = []
  readonly holds: ModelHold[] = []
  readonly keeps: ModelKeep[] = []
  now: number

  constructor(people: number, start: number) {
    this.wallets = Array.from({ length: people }, () => ({ posted: 0, held: 0 }))
    this.now = start
  }

  free(person: number): number {
    const { posted, held } = this.wallet(person)
    return posted - held
  }

  wallet(person: number): Wallet {
    return this.wallets[person] as Wallet
  }

  /** Holds pesos of a person; returns false when there are too few. */
  reserve(person: number, pesos: number): boolean {
    if (this.free(person) < pesos) return false
    this.wallet(person).held += pesos
    return true
  }

  pay(b: ModelBooking, pesos: number): void {
    if (b.direct) {
      this.wallet(b.trip.driver).held -= share(b.fare)
      this.wallet(b.trip.driver).posted -= share(b.fare)
      return
    }
    this.wallet(b.passenger).held -= b.fare
    this.wallet(b.passenger).posted -= pesos
    this.wallet(b.trip.driver).posted += pesos - share(pesos)
  }

  release(b: ModelBooking, status: string): Outcome {
    if (!b.direct) this.wallet(b.passenger).held -= b.fare
    else if (b.status === 'confirmed') this.wallet(b.trip.driver).held -= share(b.fare)
    return this.leave(b, status)
  }

  leave(b: ModelBooking, status: string): Outcome {
    giveBack(b)
    b.status = status
    return 'ok'
  }

  refuseBooking(ask: Ask): Outcome | undefined {
    if (ask.from >= ask.to) return 'stops_out_of_order'
    if (ask.trip.driver === ask.passenger) return 'own_trip'
    if (ask.trip.status !== 'published') return 'trip_not_bookable'
    const left = (ask.trip.at[ask.from] ?? 0) - this.now
    if (left <= 0) return 'trip_departed'
    return !isInstant(ask) && left <= 30 * MINUTE_MS ? 'request_too_late' : undefined
  }

  hasBooked({ trip, passenger }: Ask): boolean {
    return this.bookings.some((b) => b.trip === trip && b.passenger === passenger && standing(b))
  }

  /** Whether the person sits in another car at that time, or drives one. */
  isElsewhere({ trip, passenger, from, to }: Ask): boolean {
    const [start, end] = [trip.at[from] ?? 0, trip.at[to] ?? 0]
    const crosses = (a: number, b: number) => a < end && b > start
    const seated = this.bookings.some(
      (b) =>
        b.trip !== trip &&
        b.passenger === passenger &&
        standing(b) &&
        crosses(pickUp(b), dropOff(b)),
    )
    const drives = this.trips.some(
      (t) =>
        t !== trip &&
        t.driver === passenger &&
        t.status === 'published' &&
        crosses(t.at[0] ?? 0, t.at.at(-1) ?? 0),
    )
    return seated || drives
  }

  returns({ trip, passenger }: Pick<Ask, 'trip' | 'passenger'>): number {
    return this.bookings.filter((b) => b.trip === trip && b.passenger === passenger && b.returned)
      .length
  }

  /**
   * Takes seats. Seats of an open keep are returned first, and kept again when there are too few.
   */
  takeInstead(ask: Ask, kept: ModelKeep | undefined): boolean {
    if (kept?.open) giveBack(kept)
    const taken = take(ask)
    if (kept?.open && !taken) take(kept)
    if (kept?.open && taken) this.end(kept)
    return taken
  }

  /** Whether `takeInstead` would succeed. */
  fits({ trip, from, to, seats }: Ask, kept: ModelKeep | undefined): boolean {
    const free = trip.left.map((left, leg) => {
      return kept && kept.from <= leg && leg < kept.to ? left + kept.seats : left
    })
    return free.slice(from, to).every((left) => left >= seats)
  }

  keep(ask: Ask): Outcome {
    const refusal = this.refuseBooking(ask)
    if (refusal) return refusal
    const own = this.keeps.filter((k) => k.passenger === ask.passenger)
    const open = own.find((k) => k.open)
    if (open && sameSeats(open, ask)) return 'ok'
    if (this.hasBooked(ask)) return 'already_booked'
    const fare = ask.trip.price(ask.from, ask.to) * ask.seats
    if (this.free(ask.passenger) >= fare) return 'keep_not_needed'
    if (this.isElsewhere(ask)) return 'overlapping_booking'
    const today = own.filter((k) => k.createdAt > this.now - DAY_MS)
    const onTrip = today.filter((k) => k.trip === ask.trip)
    const spent = onTrip.map((k) => Math.min(k.endedAt ?? this.now, k.until) - k.createdAt)
    const spentMs = spent.reduce((sum, ms) => sum + ms, 0)
    if (onTrip.length >= 3 || today.length >= 12) return 'too_many_keeps'
    if (spentMs > 19 * MINUTE_MS) return 'too_many_keeps'
    if (!this.takeInstead(ask, open)) return 'seats_unavailable'
    const length = Math.min(5 * MINUTE_MS, 20 * MINUTE_MS - spentMs)
    const until = Math.min(this.now + length, ask.trip.at[ask.from] ?? 0)
    this.keeps.push({ ...ask, createdAt: this.now, until, open: true })
    return 'ok'
  }

  letGo(kept: ModelKeep): Outcome {
    if (kept.open) {
      giveBack(kept)
      this.end(kept)
    }
    return 'ok'
  }

  end(kept: ModelKeep): void {
    kept.open = false
    kept.endedAt = this.now
  }

  prolong(kept: ModelKeep): Outcome {
    if (!kept.open) return 'keep_ended'
    const { trip, from, to, seats, passenger } = kept
    const others = this.keeps.filter(
      (k) =>
        k !== kept &&
        k.passenger === passenger &&
        k.trip === trip &&
        k.createdAt > this.now - DAY_MS,
    )
    const spent = others.map((k) => Math.min(k.endedAt ?? this.now, k.until) - k.createdAt)
    const length = 20 * MINUTE_MS - spent.reduce((sum, ms) => sum + ms, 0)
    const longest = Math.min(kept.createdAt + length, trip.at[from] ?? 0)
    if (kept.until >= longest) return 'ok'
    // The model starts no payment, so only a person who has the money by now gets more time.
    if (this.free(passenger) < trip.price(from, to) * seats) return 'keep_needs_top_up'
    kept.until = longest
    return 'ok'
  }

  book(ask: Ask & { direct: boolean }, kept?: ModelKeep): Outcome {
    const refusal = this.refuseBooking(ask)
    if (refusal) return refusal
    const { trip, passenger, from, to, seats, direct } = ask
    const instant = isInstant(ask)
    const fare = trip.price(from, to) * seats
    if (this.isElsewhere(ask)) return 'overlapping_booking'
    if (direct && this.returns(ask) >= 2) return 'returns_limit'
    if (this.hasBooked(ask)) return 'already_booked'
    const own = kept?.open && kept.trip === trip && kept.passenger === passenger ? kept : undefined
    if (!this.fits(ask, own)) return 'seats_unavailable'
    if (!direct && this.free(passenger) < fare) return 'insufficient_funds'
    if (direct && instant && this.free(trip.driver) < share(fare)) return 'driver_balance_low'
    this.takeInstead(ask, own)
    if (!direct) this.reserve(passenger, fare)
    else if (instant) this.reserve(trip.driver, share(fare))
    this.bookings.push({
      ...{ trip, passenger, from, to, seats, fare, direct },
      status: instant ? 'confirmed' : 'requested',
      createdAt: this.now,
      expiresAt: answerDue(new Date(this.now), new Date(trip.at[from] ?? 0)).getTime(),
    })
    return 'ok'
  }

  /** Whether a cancellation now returns everything; called before the pick-up. */
  leavesFree(b: ModelBooking): boolean {
    const from = Math.min(b.refundsFrom ?? pickUp(b), pickUp(b))
    const early = from - this.now >= DAY_MS || this.now - b.createdAt <= 30 * MINUTE_MS
    return (early || b.status === 'requested') && this.returns(b) < 2
  }

  accept(b: ModelBooking): Outcome {
    if (b.status !== 'requested') return 'booking_not_pending'
    if (pickUp(b) <= this.now) return 'trip_departed'
    if (b.expiresAt <= this.now) return 'booking_not_pending'
    if (b.direct && !this.reserve(b.trip.driver, share(b.fare))) return 'driver_balance_low'
    b.status = 'confirmed'
    return 'ok'
  }

  cancelByPassenger(b: ModelBooking): Outcome {
    if (b.status === 'cancelled_by_passenger') return 'ok'
    if (b.status === 'confirmed' && this.driverIsLate(b)) {
      return this.release(b, 'cancelled_by_passenger')
    }
    const open = b.status === 'requested' || b.status === 'confirmed'
    if (!open || this.now >= pickUp(b)) return 'booking_not_cancellable'
    const free = this.leavesFree(b)
    b.returned = true
    const kept = free || b.direct ? 0 : Math.floor(b.fare / 2)
    if (kept === 0) return this.release(b, 'cancelled_by_passenger')
    this.pay(b, kept)
    return this.leave(b, 'cancelled_by_passenger')
  }

  /**
   * Whether it is more than half an hour after the pick-up time, before the arrival, and nobody saw
   * the car.
   */
  driverIsLate(b: ModelBooking): boolean {
    if (this.now <= pickUp(b) + 30 * MINUTE_MS || this.now >= dropOff(b)) return false
    return !this.bookings.some((o) => o.trip === b.trip && o.seenAboard && o.from >= b.from)
  }

  cancelByDriver(b: ModelBooking): Outcome {
    if (b.status === 'cancelled_by_driver') return 'ok'
    if (b.status !== 'confirmed') return 'booking_not_cancellable'
    return this.release(b, 'cancelled_by_driver')
  }

  checkIn(b: ModelBooking): Outcome {
    if (aboard(b)) return 'ticket_used'
    if (!standing(b)) return 'ticket_revoked'
    if (b.status === 'requested') return 'ticket_not_confirmed'
    if (this.now < pickUp(b) - 2 * HOUR_MS) return 'check_in_too_early'
    if (this.now > dropOff(b) + DAY_MS) return 'ticket_invalid'
    this.pay(b, b.fare)
    b.status = 'checked_in'
    b.seenAboard = true
    return 'ok'
  }

  cancelTrip(trip: ModelTrip): Outcome {
    if (trip.status === 'cancelled') return 'ok'
    const own = this.bookings.filter((b) => b.trip === trip)
    if (trip.status !== 'published' || (trip.at[0] ?? 0) <= this.now) return 'trip_not_cancellable'
    if (own.some(aboard)) return 'trip_not_cancellable'
    trip.status = 'cancelled'
    for (const b of own.filter(standing)) this.release(b, 'trip_cancelled')
    return 'ok'
  }

  pass(ms: number): Outcome {
    this.now += ms
    for (const b of this.bookings) {
      if (b.status === 'requested' && b.expiresAt <= this.now) this.release(b, 'expired')
      if (!standing(b) || dropOff(b) + DAY_MS > this.now) continue
      if (b.status === 'confirmed') this.pay(b, b.fare)
      b.status = 'completed'
    }
    for (const trip of this.trips) {
      const over = (trip.at.at(-1) ?? 0) + DAY_MS <= this.now
      if (over && trip.status === 'published') trip.status = 'completed'
    }
    for (const kept of this.keeps) if (kept.until <= this.now) this.letGo(kept)
    for (const hold of this.holds) {
      if (!hold.open || hold.until > this.now) continue
      hold.open = false
      this.wallet(hold.from).held -= hold.pesos
    }
    return 'ok'
  }

  hold(from: number, to: number, pesos: number, ms: number): Outcome {
    if (!this.reserve(from, pesos)) return 'insufficient_funds'
    this.holds.push({ from, to, pesos, until: this.now + ms, open: true })
    return 'ok'
  }

  /** Ends a hold; `taken` undefined returns everything. */
  resolve(held: ModelHold, taken?: number): Outcome {
    if (!held.open) return 'hold_resolved'
    if (taken !== undefined && taken > held.pesos) return 'amount_exceeds_hold'
    held.open = false
    this.wallet(held.from).held -= held.pesos
    this.wallet(held.from).posted -= taken ?? 0
    this.wallet(held.to).posted += taken ?? 0
    return 'ok'
  }

  topUp(person: number, pesos: number): Outcome {
    this.wallet(person).posted += pesos
    return 'ok'
  }

  reject(b: ModelBooking): Outcome {
    return b.status === 'requested' ? this.release(b, 'rejected') : 'booking_not_pending'
  }
}
