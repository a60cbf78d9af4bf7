import { z } from 'zod'
import { tellFreedSeats } from '#server/domains/travel/trips/trips.public.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Booking } from '../booking.ts'
import type { BookingEvent, BookingNews } from './booking-news.ts'

/** Booking news after which the seats of a booking are free again. */
const FREES: readonly BookingNews[] = [
  'rejected',
  'expired',
  'cancelled_by_passenger',
  'cancelled_by_driver',
]

/** Tells people who wait for a seat about the seats that an event freed. */
export async function tellFreed(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  booking: Booking,
  { id: causeId, news, details }: BookingEvent & { news: BookingNews },
): Promise<void> {
  const { tripId, seats, passengerId: by } = booking
  const parts = FREES.includes(news) ? [booking] : legsLeft(news, details)
  for (const { fromSeq, toSeq } of parts) {
    await tellFreedSeats(tx, deps.clock, { tripId, fromSeq, toSeq, seats, by, causeId })
  }
}

type Legs = { fromSeq: number; toSeq: number }

const Segments = z.object({
  from: z.object({ fromSeq: z.int(), toSeq: z.int() }),
  to: z.object({ from_seq: z.int(), to_seq: z.int() }),
})

/** Returns the legs of the old segment that are not in the new one, before it and after it. */
function legsLeft(news: BookingNews, details: unknown): Legs[] {
  if (news !== 'segment_changed') return []
  const { from, to } = Segments.parse(details)
  return [
    { fromSeq: from.fromSeq, toSeq: Math.min(from.toSeq, to.from_seq) },
    { fromSeq: Math.max(from.fromSeq, to.to_seq), toSeq: from.toSeq },
  ].filter(({ fromSeq, toSeq }) => fromSeq < toSeq)
}
