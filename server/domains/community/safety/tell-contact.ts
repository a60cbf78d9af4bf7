import type { MailBody } from '#server/domains/foundation/notifications/notifications.public.ts'
import { findUser, lockUser } from '#server/domains/people/users/users.public.ts'
import { listTripBookings } from '#server/domains/travel/bookings/bookings.public.ts'
import { findTripFacts } from '#server/domains/travel/trips/trips.public.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { contactPath, openReach, writeToContact } from './reach-contact.ts'
import { readTravelled, type Traveller } from './read-travelled.ts'
import { insertLink } from './share-trip.ts'
import { isOver, type Progress, progressOf } from './shared-trip.ts'
import {
  contactOf,
  insertNews,
  type NewsEvent,
  newsOf,
  whoHaveContacts,
} from './trusted-contacts.queries.ts'

type TellDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'urls'>

/**
 * Tells the trusted contact of a traveller, when they agreed and the event is true now: each thing
 * once per trip. Answers whether somebody was told.
 */
export async function tellContact(
  deps: TellDeps,
  traveller: Traveller,
  event: NewsEvent,
): Promise<boolean> {
  return await inTransaction(deps.db, (tx) => tellContactIn(tx, deps, traveller, event))
}

/** As `tellContact`, within a transaction of the caller. */
export async function tellContactIn(
  tx: Tx,
  deps: TellDeps,
  traveller: Traveller,
  event: NewsEvent,
): Promise<boolean> {
  const { userId, tripId } = traveller
  // Whoever removes the contact, or refuses, waits; what comes after tells nobody.
  await lockUser(tx, userId)
  const contact = await contactOf(tx, userId)
  if (contact?.status !== 'agreed') return false
  if (!contact.tells && event !== 'emergency') return false
  const travelled = await readTravelled(tx, traveller)
  if (!travelled) return false
  const now = deps.clock.now()
  const progress = progressOf(travelled)
  if (!isTrue(event, progress, await newsOf(tx, traveller), now)) return false
  if (!(await insertNews(tx, { userId, tripId, event, now }))) return false
  const reach = openReach(deps.secrets, contact)
  const { first_name, username } = await findUser(tx, userId)
  const by = first_name ?? username ?? 'Alguien'
  const stopPath = contactPath(deps.secrets, contact.id)
  const link = async () => {
    const { token } = await insertLink(tx, deps, { ...traveller, name: reach.name })
    return `/seguir#${token}`
  }
  const mail = await mailOf(event, { by, stopPath, progress, now, link })
  await writeToContact(tx, deps, reach, mail)
  return true
}

/** Whether it still is so, and follows from what the contact knows. */
function isTrue(
  event: NewsEvent,
  progress: Progress,
  told: ReadonlySet<NewsEvent>,
  now: Date,
): boolean {
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
  /** Makes another link to the trip. */
  link: () => Promise<string>
}

async function mailOf(event: NewsEvent, facts: Facts): Promise<MailBody> {
  const { by, stopPath, progress, now, link } = facts
  const { from, to, arrivedAt } = progress
  switch (event) {
    case 'boarded': {
      const at = to.at.toISOString()
      const data = { by, from: from.name, to: to.name, at, path: await link(), stopPath }
      return { template: 'contact_boarded', data }
    }
    case 'arrived': {
      const at = (arrivedAt ?? now).toISOString()
      const data = { by, to: to.name, at, path: await link(), stopPath }
      return { template: 'contact_arrived', data }
    }
    case 'not_aboard':
      return { template: 'contact_not_aboard', data: { by, path: stopPath } }
    case 'emergency': {
      const data = { by, path: await link(), at: now.toISOString() }
      return { template: 'contact_emergency', data }
    }
  }
}

/** The car set out, reached a stop or finished: tells the contacts of those whom it concerns. */
export async function tellOfJourney(deps: TellDeps, tripId: string): Promise<void> {
  const trip = await findTripFacts(deps.db, tripId)
  if (!trip) return
  const bookings = await listTripBookings(deps.db, tripId)
  const people: Traveller[] = [
    { userId: trip.driverId, tripId, bookingId: null },
    ...bookings.map(({ id, passengerId }) => ({ userId: passengerId, tripId, bookingId: id })),
  ]
  const known = await whoHaveContacts(
    deps.db,
    people.map(({ userId }) => userId),
  )
  for (const traveller of people) {
    if (!known.has(traveller.userId)) continue
    if (traveller.bookingId === null) await tellContact(deps, traveller, 'boarded')
    await tellContact(deps, traveller, 'arrived')
  }
}
