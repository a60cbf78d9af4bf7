import type { DeskPayment } from '#contract/back-office-payments.ts'
import type { BookingStatus } from '#contract/booking-view.ts'
import { bookingTexts, paymentTexts } from '#contract/desk-words.ts'
import { dateShort, time } from '#web/lib/format.ts'
import type { PillTone } from '#web/ui/status-pill.tsx'

type Words = { text: string; tone: PillTone }

/** Date with year, and time; dates that travellers read have no year. */
export const moment = (when: string): string => `${dateShort(when)} · ${time(when)}`

export const bookingWords: Record<BookingStatus, Words> = {
  requested: { text: bookingTexts.requested, tone: 'warn' },
  confirmed: { text: bookingTexts.confirmed, tone: 'ok' },
  rejected: { text: bookingTexts.rejected, tone: 'err' },
  expired: { text: bookingTexts.expired, tone: 'neutral' },
  checked_in: { text: bookingTexts.checked_in, tone: 'info' },
  completed: { text: bookingTexts.completed, tone: 'ok' },
  cancelled_by_passenger: { text: bookingTexts.cancelled_by_passenger, tone: 'neutral' },
  cancelled_by_driver: { text: bookingTexts.cancelled_by_driver, tone: 'err' },
  no_show: { text: bookingTexts.no_show, tone: 'err' },
  trip_cancelled: { text: bookingTexts.trip_cancelled, tone: 'err' },
}

export const paymentWords: Record<DeskPayment['status'], Words> = {
  open: { text: paymentTexts.open, tone: 'warn' },
  approved: { text: paymentTexts.approved, tone: 'ok' },
  reversed: { text: paymentTexts.reversed, tone: 'err' },
  abandoned: { text: paymentTexts.abandoned, tone: 'neutral' },
}
