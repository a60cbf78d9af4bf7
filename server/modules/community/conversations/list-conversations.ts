import { CONVERSATIONS_PER_PAGE } from '#contract/conversation-limits.ts'
import type { ConversationCard } from '#contract/conversations.ts'
import { findPeople, type Person } from '#server/modules/people/users/index.ts'
import { findTripsFacts, type TripFacts } from '#server/modules/travel/trips/index.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { hidesContacts, stageOf } from './conversation-rules.ts'
import { contentOf, presentOther, presentTrip } from './conversations.present.ts'
import {
  countUnreadConversations,
  type ListedRow,
  listConversationRows,
} from './conversations.queries.ts'
import { findLastMessages, type MessageRow } from './messages.queries.ts'

/** A page of a person's conversations, the latest message first. */
export async function listConversations(
  deps: ActDeps,
  { userId }: ActorId,
  { before }: { before?: string | undefined },
) {
  const limit = CONVERSATIONS_PER_PAGE + 1
  const asked = { userId, before: before ? new Date(before) : null, limit }
  const [found, unread] = await Promise.all([
    listConversationRows(deps.db, asked),
    countUnreadConversations(deps.db, userId),
  ])
  const rows = found.slice(0, CONVERSATIONS_PER_PAGE)
  const userIds = rows.flatMap(({ driverId, passengerId }) => [driverId, passengerId ?? driverId])
  const [trips, people, last] = await Promise.all([
    findTripsFacts(deps.db, [...new Set(rows.map(({ tripId }) => tripId))]),
    findPeople(deps.db, userIds),
    findLastMessages(deps.db, { conversationIds: rows.map(({ id }) => id), viewerId: userId }),
  ])
  const cards = rows.flatMap((row) => {
    const trip = trips.get(row.tripId)
    return trip ? [cardOf(deps, { row, trip, people, last: last.get(row.id), userId })] : []
  })
  const next = found.length > rows.length ? (rows.at(-1)?.lastAt.toISOString() ?? null) : null
  return { conversations: cards, unread, next }
}

type Listed = {
  row: ListedRow
  trip: TripFacts
  people: Map<string, Person>
  last: MessageRow | undefined
  userId: string
}

function cardOf(deps: ActDeps, { row, trip, people, last, userId }: Listed): ConversationCard {
  const { driverId, passengerId } = row
  const isGroup = passengerId === null
  const otherId = passengerId === userId ? driverId : passengerId
  return {
    id: row.id,
    kind: isGroup ? 'group' : 'direct',
    as: driverId === userId ? 'driver' : 'passenger',
    trip: presentTrip(trip, row),
    bookingId: row.bookingId,
    other: otherId === null || isGroup ? null : presentOther(otherId, people.get(otherId)),
    last: last ? lastOf(deps, { row, trip, last, userId }) : null,
    unread: row.unread,
  }
}

function lastOf(
  { secrets, clock }: ActDeps,
  { row, trip, last, userId }: Omit<Listed, 'people' | 'last'> & { last: MessageRow },
) {
  const now = clock.now()
  const facts = {
    ...{ tripStatus: trip.status, departsAt: trip.departsAt, arrivesAt: trip.arrivesAt },
    ...{ bookingStatus: row.bookingStatus, dropsOffAt: row.dropsOffAt, closedAt: null },
  }
  const isHidden = row.passengerId !== null && hidesContacts(stageOf(facts, now), row)
  return {
    text: contentOf(last, { secrets, hidesContacts: isHidden, now }).text,
    kind: last.kind,
    mine: last.senderId === userId,
    at: last.createdAt.toISOString(),
  }
}
