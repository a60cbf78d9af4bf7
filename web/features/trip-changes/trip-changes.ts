import type { PaymentMode, Preferences, TripView } from '#contract/trips.ts'
import { calendarDate } from '#web/lib/format.ts'

/** Values of a trip that the driver sees and can change. */
export type TripChanges = {
  /** Day `YYYY-MM-DD`; day and time `HH:MM` are those of Bogotá. */
  date: string
  time: string
  seats: number
  price: number
  instant: boolean
  enRoutePickups: boolean
  paymentModes: PaymentMode[]
  preferences: Preferences
  notes: string
}

const BOGOTA_OFFSET_MS = -5 * 3_600_000

/** Initial values of the form: those of the current trip. */
export function changesOf(trip: TripView): TripChanges {
  const local = new Date(Date.parse(trip.departsAt) + BOGOTA_OFFSET_MS).toISOString()
  return {
    date: calendarDate(trip.departsAt),
    time: local.slice(11, 16),
    seats: trip.seats,
    price: trip.seatPrice,
    instant: trip.instant,
    enRoutePickups: trip.enRoutePickups,
    paymentModes: trip.paymentModes,
    preferences: trip.preferences,
    notes: trip.notes ?? '',
  }
}

/** The departure in the fields; null while it is incomplete. */
export function momentOf({ date, time }: Pick<TripChanges, 'date' | 'time'>): string | null {
  const written = `${date}T${time}:00-05:00`
  return date && time && !Number.isNaN(Date.parse(written)) ? written : null
}

/** Minimum of seats that the trip must offer: the seats taken on its fullest leg. */
export function seatsTaken(trip: TripView): number {
  return Math.max(...trip.legs.map((leg) => trip.seats - leg.seatsLeft))
}

/** Request body of a change; it has only the changed fields. */
export function editBody(trip: TripView, changes: TripChanges) {
  const before = changesOf(trip)
  const moment = momentOf(changes)
  const moved = changes.date !== before.date || changes.time !== before.time
  const notes = changes.notes.trim()
  const samePreferences = JSON.stringify(changes.preferences) === JSON.stringify(trip.preferences)
  return {
    ...(moved && moment ? { departsAt: moment } : {}),
    ...(changes.price === before.price ? {} : { seatPrice: changes.price }),
    ...(changes.seats === before.seats ? {} : { seats: changes.seats }),
    ...(changes.instant === before.instant ? {} : { instant: changes.instant }),
    ...(changes.enRoutePickups === before.enRoutePickups
      ? {}
      : { enRoutePickups: changes.enRoutePickups }),
    ...(sameModes(changes.paymentModes, trip.paymentModes)
      ? {}
      : { paymentModes: changes.paymentModes }),
    ...(samePreferences ? {} : { preferences: changes.preferences }),
    ...(notes === before.notes ? {} : { notes }),
  }
}

function sameModes(some: readonly PaymentMode[], others: readonly PaymentMode[]): boolean {
  return some.length === others.length && some.every((mode) => others.includes(mode))
}
