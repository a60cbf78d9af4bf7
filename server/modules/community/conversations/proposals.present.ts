import type { MeetingProposal } from '#contract/conversations.ts'
import { safePointsByIds } from '#server/modules/roads/places/index.ts'
import {
  type Booking,
  listBookingRows,
  mayAgreeMeeting,
} from '#server/modules/travel/bookings/index.ts'
import { believed, findJourney, type Journey } from '#server/modules/travel/journeys/index.ts'
import { findTripFacts, placeAt, type TripFacts } from '#server/modules/travel/trips/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import type { ConversationRow } from './conversations.queries.ts'
import { listProposals, type ProposalRow } from './proposals.queries.ts'

/** What decides whether a point can still be agreed on. */
export type MeetingFacts = { booking: Booking; trip: TripFacts; journey: Journey }

/** Whether the people of a booking can agree on a point at this end, with the car not there yet. */
export function isMeetingOpen(
  { booking, trip, journey }: MeetingFacts,
  { end, stopSeq }: Pick<ProposalRow, 'end' | 'stopSeq'>,
  now: Date,
): boolean {
  const isThere = believed(journey, now).arrivals.some(({ seq }) => seq >= stopSeq)
  const isSame = (end === 'from' ? booking.fromSeq : booking.toSeq) === stopSeq
  return isSame && !isThere && mayAgreeMeeting(booking, trip, end, now)
}

/** Presents the proposals among messages of a conversation, by the id of the message. */
export async function presentProposals(
  reader: Reader,
  { clock }: Pick<Deps, 'clock'>,
  { tripId, passengerId }: ConversationRow,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, MeetingProposal>> {
  const rows = passengerId === null ? [] : await listProposals(reader, messageIds)
  if (rows.length === 0) return new Map()
  const bookings = await listBookingRows(reader, [...new Set(rows.map((row) => row.bookingId))])
  const points = await safePointsByIds(reader, [...new Set(rows.map((row) => row.safePointId))])
  const trip = await findTripFacts(reader, tripId)
  const journey = await findJourney(reader, tripId)
  return new Map(
    rows.map((row) => {
      const booking = bookings.find(({ id }) => id === row.bookingId)
      const point = points.get(row.safePointId)
      assert(trip && booking && point, `proposal ${row.messageId} without its trip or point`)
      const isOpen = isMeetingOpen({ booking, trip, journey }, row, clock.now())
      const { id, name, address, kind, lat, lng, approximate, hours, status } = point
      const listed = status === 'vetted'
      return [
        row.messageId,
        {
          end: row.end,
          place: placeAt(trip, row.stopSeq).name,
          at: (row.end === 'from' ? booking.picksUpAt : booking.dropsOffAt).toISOString(),
          point: { id, name, address, kind, lat, lng, approximate, listed, hours },
          state: row.answer ?? (isOpen ? 'open' : 'over'),
        },
      ]
    }),
  )
}
