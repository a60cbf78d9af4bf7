import { POSITION_SHOWN_HOURS } from '#contract/conversation-limits.ts'
import type { MeetingProposal, Message } from '#contract/conversations.ts'
import { maskParts, namesOutsidePayment } from '#server/modules/foundation/text-rules/index.ts'
import type { Person } from '#server/modules/people/users/index.ts'
import { findCachedTripFacts, placeAt, type TripFacts } from '#server/modules/travel/trips/index.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/tx.ts'
import type { Deps, TellDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { hidesContacts } from './conversation-rules.ts'
import type { OwnPart } from './conversations.queries.ts'
import { type Access, removableBy } from './find-access.ts'
import { bodyColumn } from './message-body.ts'
import type { MessageRow } from './messages.queries.ts'

/** Presents the passenger's part of the trip, or all of it when nobody booked. */
export function presentTrip(trip: TripFacts, part: OwnPart) {
  return {
    id: trip.id,
    from: { name: placeAt(trip, part.fromSeq ?? 0).name },
    to: { name: placeAt(trip, part.toSeq ?? trip.places.length - 1).name },
    departsAt: (part.picksUpAt ?? trip.departsAt).toISOString(),
    arrivesAt: (part.partEndsAt ?? trip.arrivesAt).toISOString(),
  }
}

export function presentOther(id: string, person: Person | undefined) {
  return {
    id,
    name: person?.name ?? '',
    photo: person?.photo ?? null,
    verified: person?.verified ?? false,
  }
}

/**
 * Presents a conversation to its viewer. Trip facts come from a cache, because this is read with
 * every message: names of places can be a minute old.
 */
export async function presentConversation(
  db: Db,
  { conversation, as, others }: Access,
  people: ReadonlyMap<string, Person>,
) {
  const { id, tripId, passengerId, bookingId, departsAt, arrivesAt } = conversation
  const trip = await findCachedTripFacts(db, tripId)
  assert(trip, `conversation ${id} of no trip`)
  const [other] = others
  const isDirect = passengerId !== null && other !== undefined
  return {
    id,
    kind: isDirect ? ('direct' as const) : ('group' as const),
    as,
    trip: presentTrip({ ...trip, departsAt, arrivesAt }, conversation),
    bookingId,
    other: isDirect ? presentOther(other, people.get(other)) : null,
  }
}

/** Lists the members and removed people of a group for its driver; null for everybody else. */
export function presentMembers(access: Access, people: ReadonlyMap<string, Person>) {
  const { conversation, as } = access
  if (conversation.passengerId !== null || as !== 'driver') return null
  return removableBy(access).map((id) => ({
    id,
    name: people.get(id)?.name ?? '',
    removed: conversation.removed.includes(id),
  }))
}
type Shown = {
  access: Access
  actor: ActorId
  rows: readonly MessageRow[]
  people: ReadonlyMap<string, Person>
  /** Proposed meeting points by the id of their message. */
  proposals?: ReadonlyMap<string, MeetingProposal>
}

/** Presents messages as the viewer can see them now. `people`: all possible senders. */
export function presentMessages(
  deps: TellDeps,
  { access, actor, rows, people, proposals }: Shown,
): Message[] {
  const isHidden = hidesContacts(access.stage, access.conversation)
  const now = deps.clock.now()
  const { paysByWallet } = access.conversation
  return rows.map((row) => ({
    id: row.id,
    clientId: row.clientId,
    seq: row.seq,
    mine: row.senderId === actor.userId,
    from: { id: row.senderId, name: people.get(row.senderId)?.name ?? '' },
    kind: row.kind,
    ...contentOf(row, { secrets: deps.secrets, hidesContacts: isHidden, now }),
    removed: row.removedAt !== null,
    paysOutside: paysByWallet && namesPayment(row, deps.secrets),
    proposal: proposals?.get(row.id) ?? null,
    at: row.createdAt.toISOString(),
  }))
}

function namesPayment({ id, sealed, removedAt }: MessageRow, secrets: Deps['secrets']): boolean {
  if (removedAt !== null || sealed === null) return false
  const body = bodyColumn.open(secrets, { id, sealed })
  return 'text' in body && namesOutsidePayment(body.text)
}

type View = Pick<Deps, 'secrets'> & { hidesContacts: boolean; now: Date }

/** Returns the visible content of a message: its text, masked where required, or its position. */
export function contentOf(row: MessageRow, { secrets, hidesContacts, now }: View) {
  const masked = row.hasContact && hidesContacts
  const nothing = { text: null, position: null, masked: false }
  const { id, sealed } = row
  if (row.removedAt !== null || sealed === null) return nothing
  const body = bodyColumn.open(secrets, { id, sealed })
  if ('text' in body) {
    return { text: masked ? maskParts(body.text) : body.text, position: null, masked }
  }
  const isShown = now <= addMs(row.createdAt, POSITION_SHOWN_HOURS * HOUR_MS)
  return isShown ? { ...nothing, position: body.position } : nothing
}
