// What wallets, seats and bookings must be, told again in plain words and without a database.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'

export type Outcome = string

type Wallet = { posted: number; held: number }

export type ModelTrip = {
  driver: number
  instant: boolean
  declared: number[]
  /** When the car passes each place. */
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
}

type ModelHold = { from: number; to: number; pesos: number; until: number; open: boolean }

const share = (pesos: number) => Math.floor((pesos + 5) / 10)

export type Ask = {
  trip: ModelTrip
  passenger: number
  from: number
  to: number
  seats: number
  direct: boolean
}

export function createModel(people: number, start: number) {
  const wallets: Wallet[] = Array.from({ length: people }, () => ({ posted: 0, held: 0 }))
  const trips: ModelTrip[] = []
  const bookings: ModelBooking[] = []
  const holds: ModelHold[] = []
  let now = start

  const wallet = (person: number) => wallets[person] as Wallet
  const free = (person: number) => wallet(person).posted - wallet(person).held

  /** Holds pesos of a person; false when they are not there. */
  function reserve(person: number, pesos: number): boolean {
    if (free(person) < pesos) return false
    wallet(person).held += pesos
    return true
  }

  function pay(b: ModelBooking, pesos: number): void {
    if (b.direct) {
      wallet(b.trip.driver).held -= share(b.fare)
      wallet(b.trip.driver).posted -= share(b.fare)
      return
    }
    wallet(b.passenger).held -= b.fare
    wallet(b.passenger).posted -= pesos
    wallet(b.trip.driver).posted += pesos - share(pesos)
  }

  function release(b: ModelBooking, status: string): Outcome {
    if (!b.direct) wallet(b.passenger).held -= b.fare
    else if (b.status === 'confirmed') wallet(b.trip.driver).held -= share(b.fare)
    return leave(b, status)
  }

  function leave(b: ModelBooking, status: string): Outcome {
    for (let leg = b.from; leg < b.to; leg += 1)
      b.trip.left[leg] = (b.trip.left[leg] ?? 0) + b.seats
    b.status = status
    return 'ok'
  }

  const aboard = (b: ModelBooking) => b.status === 'checked_in' || b.status === 'completed'
  const standing = (b: ModelBooking) => ['requested', 'confirmed', 'checked_in'].includes(b.status)
  const pickUp = (b: ModelBooking) => b.trip.at[b.from] ?? 0
  const dropOff = (b: ModelBooking) => b.trip.at[b.to] ?? 0

  function refuseBooking(ask: Ask): Outcome | undefined {
    if (ask.from >= ask.to) return 'stops_out_of_order'
    if (ask.trip.driver === ask.passenger) return 'own_trip'
    if (ask.trip.status !== 'published') return 'trip_not_bookable'
    return (ask.trip.at[ask.from] ?? 0) <= now ? 'trip_departed' : undefined
  }

  function book(ask: Ask): Outcome {
    const refusal = refuseBooking(ask)
    if (refusal) return refusal
    const { trip, passenger, from, to, seats, direct } = ask
    const instant = trip.instant && [from, to].every((seq) => trip.declared.includes(seq))
    const fare = trip.price(from, to) * seats
    const twice = bookings.some((b) => b.trip === trip && b.passenger === passenger && standing(b))
    if (!direct && free(passenger) < fare) return twice ? 'already_booked' : 'insufficient_funds'
    if (direct && instant && free(trip.driver) < share(fare)) return 'driver_balance_low'
    if (twice) return 'already_booked'
    if (trip.left.slice(from, to).some((left) => left < seats)) return 'seats_unavailable'
    for (let leg = from; leg < to; leg += 1) trip.left[leg] = (trip.left[leg] ?? 0) - seats
    if (!direct) reserve(passenger, fare)
    else if (instant) reserve(trip.driver, share(fare))
    bookings.push({
      ...{ trip, passenger, from, to, seats, fare, direct },
      status: instant ? 'confirmed' : 'requested',
      createdAt: now,
      expiresAt: Math.min(now + 3 * HOUR_MS, trip.at[from] ?? 0),
    })
    return 'ok'
  }

  function accept(b: ModelBooking): Outcome {
    if (b.status !== 'requested') return 'booking_not_pending'
    if (pickUp(b) <= now) return 'trip_departed'
    if (b.expiresAt <= now) return 'booking_not_pending'
    if (b.direct && !reserve(b.trip.driver, share(b.fare))) return 'driver_balance_low'
    b.status = 'confirmed'
    return 'ok'
  }

  function cancelByPassenger(b: ModelBooking): Outcome {
    if (b.status === 'cancelled_by_passenger') return 'ok'
    if (b.status === 'requested') return release(b, 'cancelled_by_passenger')
    if (b.status !== 'confirmed' || now >= pickUp(b)) return 'booking_not_cancellable'
    const early = pickUp(b) - now >= DAY_MS || now - b.createdAt <= 30 * MINUTE_MS
    const kept = early || b.direct ? 0 : Math.floor(b.fare / 2)
    if (kept === 0) return release(b, 'cancelled_by_passenger')
    pay(b, kept)
    return leave(b, 'cancelled_by_passenger')
  }

  function cancelByDriver(b: ModelBooking): Outcome {
    if (b.status === 'cancelled_by_driver') return 'ok'
    if (b.status !== 'confirmed') return 'booking_not_cancellable'
    return release(b, 'cancelled_by_driver')
  }

  function checkIn(b: ModelBooking): Outcome {
    if (aboard(b)) return 'ticket_used'
    if (!standing(b)) return 'ticket_revoked'
    if (b.status === 'requested') return 'ticket_not_confirmed'
    if (now < pickUp(b) - 2 * HOUR_MS) return 'check_in_too_early'
    if (now > dropOff(b) + DAY_MS) return 'ticket_invalid'
    pay(b, b.fare)
    b.status = 'checked_in'
    return 'ok'
  }

  function cancelTrip(trip: ModelTrip): Outcome {
    if (trip.status === 'cancelled') return 'ok'
    const own = bookings.filter((b) => b.trip === trip)
    if (trip.status !== 'published' || (trip.at[0] ?? 0) <= now) return 'trip_not_cancellable'
    if (own.some(aboard)) return 'trip_not_cancellable'
    trip.status = 'cancelled'
    for (const b of own.filter(standing)) release(b, 'trip_cancelled')
    return 'ok'
  }

  function pass(ms: number): Outcome {
    now += ms
    for (const b of bookings) {
      if (b.status === 'requested' && b.expiresAt <= now) release(b, 'expired')
      if (!standing(b) || dropOff(b) + DAY_MS > now) continue
      if (b.status === 'confirmed') pay(b, b.fare)
      b.status = 'completed'
    }
    for (const trip of trips) {
      const over = (trip.at.at(-1) ?? 0) + DAY_MS <= now
      if (over && trip.status === 'published') trip.status = 'completed'
    }
    for (const hold of holds) {
      if (!hold.open || hold.until > now) continue
      hold.open = false
      wallet(hold.from).held -= hold.pesos
    }
    return 'ok'
  }

  function hold(from: number, to: number, pesos: number, ms: number): Outcome {
    if (!reserve(from, pesos)) return 'insufficient_funds'
    holds.push({ from, to, pesos, until: now + ms, open: true })
    return 'ok'
  }

  /** `taken` undefined gives everything back. */
  function resolve(held: ModelHold, taken?: number): Outcome {
    if (!held.open) return 'hold_resolved'
    if (taken !== undefined && taken > held.pesos) return 'amount_exceeds_hold'
    held.open = false
    wallet(held.from).held -= held.pesos
    wallet(held.from).posted -= taken ?? 0
    wallet(held.to).posted += taken ?? 0
    return 'ok'
  }

  function topUp(person: number, pesos: number): Outcome {
    wallet(person).posted += pesos
    return 'ok'
  }

  return {
    ...{ wallets, trips, bookings, holds, book, accept, cancelByPassenger, cancelByDriver },
    ...{ checkIn, cancelTrip, pass, hold, resolve, topUp },
    reject: (b: ModelBooking) =>
      b.status === 'requested' ? release(b, 'rejected') : 'booking_not_pending',
  }
}

export type Model = ReturnType<typeof createModel>
