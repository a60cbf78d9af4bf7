// People who book, top up and write over HTTP, and repeat with the same key until the response is
// final.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { walletTotals } from '#server/modules/bank/ledger/index.ts'
import { listSeatsLeft, stopId } from '#server/modules/travel/trips/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { newId } from '#server/platform/ids.ts'
import { aFundedWallet, aUser } from '../factories.ts'
import { aTrip, type TestTrip } from '../trip-factories.ts'
import { type CheckoutData, payAtCheckout } from './checkout-visitor.ts'

const TOPUP = 20_000
const PAUSE_MS = 250
const SEATS = 4
/** Initial balance of each person in pesos. */
const OPENING = 100_000

export type Person = {
  userId: string
  token: string
  tripId: string
  from: string
  to: string
  /** Price of one seat in pesos. */
  fare: number
  /** Number of begun top-ups; each is repeated until it is credited. */
  topUps: number
  /** Number of begun messages to the driver; each is repeated until it is stored. */
  messages: number
  conversationId?: string
}

/** Creates people with money, and trips with more seats than they need. */
export async function seedPeople(
  deps: Deps,
  count: { people: number; trips: number },
): Promise<Person[]> {
  const trips: TestTrip[] = []
  for (let index = 0; index < count.trips; index += 1)
    trips.push(await aTrip(deps, { seats: SEATS }))
  const people: Person[] = []
  for (let index = 0; index < count.people; index += 1) {
    const trip = trips[index % count.trips]
    if (!trip) continue
    const { userId, token } = await aUser(deps)
    await aFundedWallet(deps, userId, OPENING)
    const { tripId, facts } = trip
    const to = stopId(tripId, facts.places.length - 1)
    const from = stopId(tripId, 0)
    const begun = { topUps: 0, messages: 0 }
    people.push({ userId, token, tripId, from, to, fare: facts.seatPrice, ...begun })
  }
  return people
}

export type Site = {
  url: string
  /** Number of tries after which a request counts as lost. */
  attempts: number
  /** Called after an attempt without a final response. */
  onFailure(): void
  /** Called after a final response. */
  onAnswer(): void
}

type Asked = {
  address: string
  token: string
  key?: string
  /** Code of a refusal which means that an earlier attempt was accepted. */
  repeated?: string
}

/** Retries with the same key until the response is final. Throws when it is a refusal. */
export async function insist(
  site: Site,
  { address, token, key, repeated }: Asked,
  body: unknown,
): Promise<Record<string, unknown>> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(`${site.url}/api${address}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(key ? { 'idempotency-key': key } : {}),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    }).catch(() => undefined)
    const text = await answer?.text().catch(() => undefined)
    if (answer && text && answer.status < 500) {
      const parsed = JSON.parse(text) as Record<string, unknown>
      const isTaken = answer.status < 300 || (attempt > 1 && parsed.code === repeated)
      assert.ok(isTaken, `${address}: ${answer.status} ${text}`)
      site.onAnswer()
      return parsed
    }
    site.onFailure()
    if (attempt === site.attempts) throw new Error(`no answer from ${address}: ${text}`)
    await sleep(PAUSE_MS)
  }
}

/** Books one seat from the first stop to the last. */
export async function book(site: Site, person: Person): Promise<void> {
  const { from: fromStopId, to: toStopId, fare: expectedPrice, token, userId } = person
  const address = `/trips/${person.tripId}/bookings`
  const body = { fromStopId, toStopId, seats: 1, expectedPrice }
  await insist(site, { address, token, key: `book-${userId}` }, body)
}

/** Prepares a checkout; nothing is paid yet. */
export async function beginTopUp(site: Site, person: Person): Promise<CheckoutData> {
  person.topUps += 1
  const key = `topup-${person.userId}-${person.topUps}`
  const asked = { address: '/payments/create', token: person.token, key }
  return (await insist(site, asked, { amount: TOPUP })).data as CheckoutData
}

/** Pays at the checkout and returns when the wallet has the money. */
export async function pay(site: Site, { token }: Person, checkout: CheckoutData): Promise<void> {
  await payAtCheckout(checkout)
  const asked = { address: '/payments/confirm-redirect', token }
  for (let attempt = 1; attempt <= site.attempts; attempt += 1) {
    const confirmed = await insist(site, asked, { reference: checkout.reference })
    if ((confirmed.payment as { status: string }).status === 'APPROVED') return
    await sleep(PAUSE_MS)
  }
  throw new Error('the top-up was never confirmed')
}

export async function topUp(site: Site, person: Person): Promise<void> {
  await pay(site, person, await beginTopUp(site, person))
}

/** Writes to the driver of the trip; a repeat has the same message id. */
export async function write(site: Site, person: Person): Promise<void> {
  const { token, tripId } = person
  if (!person.conversationId) {
    const opened = await insist(site, { address: `/trips/${tripId}/conversations`, token }, {})
    person.conversationId = (opened.conversation as { id: string }).id
  }
  person.messages += 1
  const address = `/conversations/${person.conversationId}/messages`
  await insist(site, { address, token }, { id: newId(), text: `Mensaje ${person.messages}.` })
}

/**
 * Returns a text for each wrong effect: every person must have one booking, and each top-up and
 * message must be stored once.
 */
export async function wrongEffects(deps: Deps, people: readonly Person[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { userId, fare, topUps, messages } of people) {
    const { held, available } = await walletTotals(deps.db, userId)
    const expected = OPENING - fare + TOPUP * topUps
    if (held !== fare || available !== expected) {
      wrong.push(`${userId}: held ${held} of ${fare}, available ${available} of ${expected}`)
    }
    const stored = await deps.db
      .selectFrom('conversation_messages')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('sender_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (stored.count !== messages) wrong.push(`${userId}: ${stored.count} of ${messages} messages`)
  }
  for (const [tripId, travellers] of Map.groupBy(people, (person) => person.tripId)) {
    for (const free of await listSeatsLeft(deps.db, tripId)) {
      const expected = SEATS - travellers.length
      if (free !== expected) wrong.push(`${tripId}: ${free} seats free of ${expected}`)
    }
  }
  return wrong
}
