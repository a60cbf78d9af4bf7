import type { Agenda, AgendaItem } from '#contract/agenda.ts'
import { announcedText } from '#contract/consent-texts.ts'
import { countUnreadConversations } from '#server/modules/community/conversations/index.ts'
import { countUnread } from '#server/modules/foundation/notifications/index.ts'
import { countRejected } from '#server/modules/people/verification/index.ts'
import { DISPUTE_MS } from '#server/modules/travel/bookings/index.ts'
import {
  findTripsFacts,
  needsRunSheet,
  placeAt,
  stopId,
  type TripFacts,
} from '#server/modules/travel/trips/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { isoDates } from '#server/platform/iso-dates.ts'
import { type AgendaRow, findLastTravelled, listAgenda } from './agenda.queries.ts'

/** Reads the open tasks and next journeys of a user, and the side on which "Mis viajes" opens. */
export async function readAgenda(
  deps: Pick<Deps, 'db' | 'clock' | 'consentTexts'>,
  { userId }: ActorId,
): Promise<Agenda> {
  const now = deps.clock.now()
  const [rows, unread, unreadConversations] = await Promise.all([
    listAgenda(deps.db, { userId, now, objectMs: DISPUTE_MS }),
    countUnread(deps.db, userId),
    countUnreadConversations(deps.db, userId),
  ])
  const trips = await findTripsFacts(deps.db, [...new Set(rows.map(({ tripId }) => tripId))])
  const items = rows
    .map((row) => {
      const trip = trips.get(row.tripId)
      assert(trip, `an item of no trip: ${row.tripId}`)
      return present(row, trip, now)
    })
    .sort(byUrgency)
  const waiting = items.filter(({ until }) => until !== null).length
  const rejectedDocuments = await countRejected(deps.db, userId)
  const opens = items[0]?.as ?? (await sideOf(deps, userId))
  const termsFrom = announcedText('terms', bogotaDate(now), deps.consentTexts)?.version ?? null
  return { items, waiting, rejectedDocuments, unread, unreadConversations, termsFrom, opens }
}

function present(row: AgendaRow, trip: TripFacts, now: Date): AgendaItem {
  const end = (seq: number) => {
    const { name, at } = placeAt(trip, seq)
    return { id: stopId(trip.id, seq), name, at: at.toISOString() }
  }
  return {
    ...isoDates(row),
    as: row.role,
    from: end(row.fromSeq ?? 0),
    to: end(row.toSeq ?? trip.places.length - 1),
    runSheet: row.role === 'driver' && needsRunSheet(trip, now),
  }
}

/** Sorts items with a deadline before journeys, then by time. */
function byUrgency(a: AgendaItem, b: AgendaItem): number {
  const rank = ({ until }: AgendaItem) => (until ? 0 : 1)
  const at = ({ until, from }: AgendaItem) => Date.parse(until ?? from.at)
  return rank(a) - rank(b) || at(a) - at(b)
}

/** Side on which the user travelled last, for an agenda without items. */
async function sideOf(deps: Pick<Deps, 'db'>, userId: string): Promise<Agenda['opens']> {
  const { passengerAt, driverAt } = await findLastTravelled(deps.db, userId)
  return driverAt && (!passengerAt || driverAt > passengerAt) ? 'driver' : 'passenger'
}
