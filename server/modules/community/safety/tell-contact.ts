import { lockUser } from '#server/modules/people/users/index.ts'
import { listTripBookings } from '#server/modules/travel/bookings/index.ts'
import { findJourney } from '#server/modules/travel/journeys/index.ts'
import { findTripFacts } from '#server/modules/travel/trips/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Message } from '#server/platform/message.ts'
import { contactPath, type Reach, reachColumn, writeToContact } from './reach-contact.ts'
import {
  firstName,
  readFollowed,
  readTravelled,
  type Traveller,
  wholeOf,
} from './read-travelled.ts'
import {
  contactArrived,
  contactBoarded,
  contactEmergency,
  contactNotAboard,
} from './safety.messages.ts'
import { insertLink } from './share-trip.ts'
import { isOver, type Progress, progressOf } from './shared-trip.ts'
import {
  findContactOf,
  findNewsOf,
  findPeopleWithContacts,
  insertNews,
  type NewsEvent,
} from './trusted-contacts.queries.ts'

type TellDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'urls'>

/**
 * Tells the trusted contact of a traveller about an event, if the contact agreed and the event is
 * still true: each event once per trip. Answers whether the contact was told.
 */
export function tellContact(
  deps: TellDeps,
  traveller: Traveller,
  event: NewsEvent,
): Promise<boolean> {
  return inTransaction(deps.db, (tx) => tellContactIn(tx, deps, traveller, event))
}

/** As `tellContact`, in a transaction of the caller. */
export async function tellContactIn(
  tx: Tx,
  deps: TellDeps,
  traveller: Traveller,
  event: NewsEvent,
): Promise<boolean> {
  const { userId, tripId } = traveller
  // Locked against a parallel removal or refusal of the contact; after it nobody is told.
  await lockUser(tx, userId)
  const contact = await findContactOf(tx, userId)
  if (contact?.status !== 'agreed') return false
  if (!contact.tells && event !== 'emergency') return false
  const now = deps.clock.now()
  const travelled = await readTravelled(tx, traveller)
  // A passenger who changes cars arrives with the second car only.
  const isWay = event === 'boarded' || event === 'arrived'
  const progress = isWay
    ? (await readFollowed(tx, traveller, now))?.progress
    : travelled && progressOf(travelled, now)
  if (!progress) return false
  if (!isTrue(event, progress, await findNewsOf(tx, traveller), now)) return false
  if (!(await insertNews(tx, { userId, tripId, event, now }))) return false
  const reach = reachColumn.open(deps.secrets, contact)
  const by = await firstName(tx, userId)
  const stopPath = contactPath(deps.secrets, contact.id)
  const link = async () => {
    const { token } = await insertLink(tx, deps, {
      ...(await wholeOf(tx, traveller)),
      name: reach.name,
    })
    return `/seguir#${token}`
  }
  await writeNews({ tx, deps, reach }, event, { by, stopPath, progress, now, link })
  return true
}

/** Whether the event is still true and fits the events that the contact was told before. */
function isTrue(event: NewsEvent, progress: Progress, told: Set<NewsEvent>, now: Date): boolean {
  const { state, aboard } = progress
  switch (event) {
    case 'boarded':
      return aboard && state === 'on_the_way' && !isOver(progress, now)
    case 'arrived':
      return aboard && state === 'arrived' && told.has('boarded') && !told.has('not_aboard')
    case 'not_aboard':
      return state === 'cancelled' && told.has('boarded') && !told.has('arrived')
    case 'emergency':
      return true
  }
}

type Facts = {
  by: string
  stopPath: string
  progress: Progress
  now: Date
  /** Creates another link to the trip. */
  link: () => Promise<string>
}

async function writeNews(
  { tx, deps, reach }: { tx: Tx; deps: TellDeps; reach: Reach },
  event: NewsEvent,
  { by, stopPath, progress: { from, to, arrivedAt, bySelf }, now, link }: Facts,
): Promise<void> {
  const tell = <Data>(message: Message<Data>, data: NoInfer<Data>) =>
    writeToContact(tx, deps, reach, message, data)
  switch (event) {
    case 'boarded': {
      const at = to.at.toISOString()
      const path = await link()
      return await tell(contactBoarded, { by, from: from.name, to: to.name, at, path, stopPath })
    }
    case 'arrived': {
      const at = (arrivedAt ?? now).toISOString()
      const facts = { by, to: to.name, at, path: await link(), stopPath, bySelf }
      return await tell(contactArrived, facts)
    }
    case 'not_aboard':
      return await tell(contactNotAboard, { by, path: stopPath })
    case 'emergency':
      return await tell(contactEmergency, { by, path: await link(), at: now.toISOString() })
  }
}

/** Tells contacts of everybody aboard when the car starts, reaches a stop or finishes. */
export async function tellOfJourney(deps: TellDeps, tripId: string): Promise<void> {
  const trip = await findTripFacts(deps.db, tripId)
  if (!trip) return
  const { finishCountsAt } = await findJourney(deps.db, tripId)
  // Told when the end can no longer be undone, which has a job of its own.
  if (finishCountsAt && finishCountsAt > deps.clock.now()) return
  const bookings = await listTripBookings(deps.db, tripId)
  const people: Traveller[] = [
    { userId: trip.driverId, tripId, bookingId: null },
    ...bookings.map(({ id, passengerId }) => ({ userId: passengerId, tripId, bookingId: id })),
  ]
  const userIds = people.map(({ userId }) => userId)
  const known = await findPeopleWithContacts(deps.db, userIds)
  for (const traveller of people) {
    if (!known.has(traveller.userId)) continue
    if (traveller.bookingId === null) await tellContact(deps, traveller, 'boarded')
    await tellContact(deps, traveller, 'arrived')
  }
}
