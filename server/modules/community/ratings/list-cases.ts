import type { RatingCase } from '#contract/ratings.ts'
import { findPeople, findTeamNames } from '#server/modules/people/users/index.ts'
import { listBookingRows } from '#server/modules/travel/bookings/index.ts'
import { findTripsFacts, placeAt } from '#server/modules/travel/trips/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { isoDates } from '#server/platform/iso-dates.ts'
import { queueDueAt } from '#server/platform/office-hours.ts'
import type { CasesPart } from '#server/platform/paging.ts'
import { listCaseRows } from './rating-cases.queries.ts'
import { presentParty, presentWords } from './ratings.present.ts'
import { listRatingsOfBookings } from './ratings.queries.ts'

/** Lists a page of cases with the ratings of their bookings. */
export async function listCases(
  { db }: Pick<Deps, 'db'>,
  part: CasesPart,
): Promise<{ items: RatingCase[]; total: number }> {
  const { found, total } = await listCaseRows(db, part)
  const ids = [...new Set(found.map(({ bookingId }) => bookingId))]
  const bookings = new Map((await listBookingRows(db, ids)).map((each) => [each.id, each]))
  const all = [...bookings.values()]
  const userIds = all.flatMap(({ passengerId, driverId }) => [passengerId, driverId])
  const deciders = found.map(({ resolvedBy }) => resolvedBy)
  const [trips, people, written, nameOf] = await Promise.all([
    findTripsFacts(db, [...new Set(all.map(({ tripId }) => tripId))]),
    findPeople(db, userIds),
    listRatingsOfBookings(db, ids),
    findTeamNames(db, deciders),
  ])
  const items = found.map(({ resolvedBy, ...each }) => {
    const booking = bookings.get(each.bookingId)
    const trip = booking && trips.get(booking.tripId)
    assert(booking && trip, `case of no booking ${each.bookingId}`)
    const own = written.filter(({ bookingId }) => bookingId === booking.id)
    return {
      ...isoDates(each),
      passenger: presentParty(booking.passengerId, people),
      driver: presentParty(booking.driverId, people),
      from: placeAt(trip, booking.fromSeq).name,
      to: placeAt(trip, booking.toSeq).name,
      at: booking.picksUpAt.toISOString(),
      openedBy: each.openedBy ? (people.get(each.openedBy)?.name ?? '') : null,
      dueAt: each.resolvedAt ? null : queueDueAt(each.openedAt).toISOString(),
      checkedInBy: booking.checkedInBy,
      ratings: own.map((rating) => ({ ...presentWords(rating), as: rating.ratedAs })),
      decidedBy: resolvedBy && nameOf(resolvedBy),
    }
  })
  return { items, total }
}
