import type { BookingSummary } from '#contract/back-office-bookings.ts'
import type { PaymentSummary } from '#contract/back-office-payments.ts'
import type { TripOverview } from '#contract/back-office-trips.ts'
import { wordOf } from '#contract/desk-words.ts'
import { displayCode } from '#contract/display-code.ts'
import { pesos } from '#web/lib/format.ts'
import { bookingWords, moment, paymentWords } from '#web/shared/desk/back-office/desk-words.ts'
import { tripStateWords } from '#web/shared/trips/trip-state-words.ts'
import { type PillTone, StatusPill } from '#web/ui/status-pill.tsx'
import { Line } from './desk-parts.tsx'

type Words = { text: string; tone: PillTone }

/** A state as a pill. */
export function Pill({ words: { text, tone } }: { words: Words }) {
  return <StatusPill tone={tone}>{text}</StatusPill>
}

type PartsProps = { words: Words; head: string; parts: readonly (string | null)[] }

function StateLine({ words, head, parts }: PartsProps) {
  const foot = parts.filter(Boolean).join(' · ')
  return <Line head={head} aside={<Pill words={words} />} foot={foot} />
}

export function TripLine({ trip }: { trip: TripOverview }) {
  const { from, to, departsAt, driver, plate, sold, seats } = trip
  const parts = [moment(departsAt), driver.name, plate, `${sold}/${seats} cupos`]
  return <StateLine words={tripStateWords(trip.state)} head={`${from} → ${to}`} parts={parts} />
}

export function BookingLine({ booking }: { booking: BookingSummary }) {
  const { from, to, picksUpAt, passenger, driver, farePesos, paymentMode } = booking
  const people = `${passenger.name} con ${driver.name}`
  const parts = [moment(picksUpAt), people, pesos(farePesos), wordOf(paymentMode)]
  return <StateLine words={bookingWords[booking.status]} head={`${from} → ${to}`} parts={parts} />
}

export function PaymentLine({ payment }: { payment: PaymentSummary }) {
  const { amount, person, createdAt, method, reference } = payment
  const head = `${pesos(amount)} · ${person.name}`
  const parts = [moment(createdAt), method && wordOf(method), displayCode(reference)]
  return <StateLine words={paymentWords[payment.status]} head={head} parts={parts} />
}
