import { beforeAll, describe, expect, it } from 'vitest'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from './booking-factories.ts'
import {
  type Attempt,
  addressOf,
  type Complaint,
  failuresOf,
  type Operation,
  operations,
  send,
} from './every-route.ts'
import type { TestUser } from './factories.ts'
import { PLANTED, plantedRoutes } from './planted-routes.ts'
import { CALI, IBAGUE, type TestTrip } from './trip-factories.ts'

// Sends every call of the contract that names a trip, a person or a conversation, from a person who
// was blocked, about the person who blocked them. A new call must be refused, or be listed below
// with its reason.

const ALLOWED: Record<string, string> = {
  'users.photo': 'public: a signed-out browser sees it',
  'profiles.show': 'public: a signed-out browser sees it',
  'standing.showMarks': 'public: a signed-out browser sees it',
  'impact.ofTrip': 'public: a signed-out browser sees it',
  'ratings.ofUser': 'public: a signed-out browser sees it',
  'rewards.cardOf': 'public: a signed-out browser sees it',
  'blocks.remove': 'about their own list',
  'bookings.terms': 'how often they may still return a seat, of their own bookings',
  'conversations.open': 'leads to the conversation there is, which they may read',
  'conversations.messages': 'what was written stays readable, as evidence',
  'conversations.typing': 'announced to nobody: the conversation is closed',
  'conversations.read': 'about their own list of conversations',
}

let test: BookingsApp
let trip: TestTrip
let passenger: TestUser
let ids: Record<string, string>
let rideRequestId: string

beforeAll(async () => {
  test = await openBookingsApp({ extensions: [plantedRoutes(() => test.deps.db)] })
  trip = await test.newTrip()
  passenger = await test.aPassenger()
  const { driver, tripId } = trip
  const opened = await test.call(passenger, 'POST', `/trips/${tripId}/conversations`)
  const conversationId = opened.body.conversation.id
  const hello = { id: newId(), text: 'Hola' }
  await test.call(passenger, 'POST', `/conversations/${conversationId}/messages`, hello)
  const request = await test.call(passenger, 'POST', '/ride-requests', {
    from: IBAGUE,
    to: CALI,
    earliest: addMs(trip.facts.departsAt, -DAY_MS).toISOString(),
    latest: addMs(trip.facts.departsAt, DAY_MS).toISOString(),
    maxPrice: 100_000,
  })
  rideRequestId = request.body.request.id
  ids = { tripId, conversationId, userId: driver.userId, driverId: driver.userId }
  await test.call(driver, 'POST', '/blocks', { userId: passenger.userId })
})

const stops = () => ({ fromStopId: trip.stop(IBAGUE), toStopId: trip.stop(CALI) })
const arrival = () => ({ stopId: trip.stop(IBAGUE) })

/** Valid bodies, so that a call is refused because of the block and not because of its body. */
const bodies: Record<string, () => object> = {
  'tripChanges.preview': () => ({ departsAt: trip.facts.departsAt.toISOString() }),
  'tripChanges.quote': () => ({ departsAt: trip.facts.departsAt.toISOString(), seats: 2 }),
  'rideRequests.invite': () => ({ rideRequestId }),
  'bookings.book': stops,
  'seatKeeps.keep': stops,
  'bookings.checkIn': () => ({ code: '234567' }),
  'bookings.boardByName': () => ({ firstName: 'Ana', lastFour: '1234' }),
  'boarding.scan': () => ({
    deviceId: newId(),
    deviceName: 'Celular',
    scans: [{ nonce: newId(), code: '234567', scannedAt: new Date().toISOString(), offline: true }],
  }),
  'journeys.arrive': arrival,
  'journeys.undoArrival': arrival,
  'journeys.sayArrival': () => ({ arrived: false }),
  'safety.shareTrip': () => ({ name: 'Mamá' }),
  'safety.sendPosition': () => ({ lat: 4.4, lng: -75.2, accuracyMeters: 20 }),
  'conversations.send': () => ({ id: newId(), text: '¿Sigues ahí?' }),
  'conversations.read': () => ({ upTo: 1 }),
  'conversations.propose': () => ({ id: newId(), end: 'from', pointId: newId() }),
  'conversations.removeMember': () => ({ userId: trip.driver.userId }),
}

const post = async (who: TestUser, path: `/${string}`, body: Record<string, unknown> = {}) =>
  (await test.call(who, 'POST', path, body)).body.code

const KNOWN_IDS = ['tripId', 'conversationId', 'userId', 'driverId']
const about = operations.filter(([, { auth, params }]) => {
  const names = Object.keys(params?.shape ?? {})
  return typeof auth !== 'object' && names.length > 0 && names.every((it) => KNOWN_IDS.includes(it))
})

/** Checks that each call is refused to the blocked passenger, except for the allowed ones. */
function byBlocked(tried: readonly Operation[]): Attempt[] {
  return tried.map(([name, route]) => ({
    name,
    fault: 'by a blocked passenger',
    async check(): Promise<Complaint> {
      const payload = route.body ? (bodies[name]?.() ?? {}) : undefined
      const sent = { url: addressOf(route, ids), payload, token: passenger.token }
      const answer = await send(test.app, route, sent)
      const seen = `${answer.statusCode} ${answer.body}`
      // An invalid body would be refused before the block is checked.
      if (seen.includes('invalid_request')) return seen
      const isRight =
        name in ALLOWED ? [200, 404].includes(answer.statusCode) : answer.statusCode >= 400
      return isRight ? null : seen
    },
  }))
}

it('opens no new conversation for a person whom the driver blocked', async () => {
  const other = await test.aPassenger()
  await test.call(trip.driver, 'POST', '/blocks', { userId: other.userId })
  expect(await post(other, `/trips/${trip.tripId}/conversations`)).toBe('conversation_closed')
})

describe('every call about a driver, by a passenger whom the driver blocked', () => {
  it('refuses all but the allowed calls of a blocked passenger about the driver', async () => {
    expect(about.length).toBeGreaterThan(30)
    expect(await failuresOf(byBlocked(about), 1)).toEqual([])
  })

  it('names a planted route that answers a blocked passenger or refuses the body', async () => {
    expect(await failuresOf(byBlocked([PLANTED.open, PLANTED.writes]), 1)).toEqual([
      'planted.open, by a blocked passenger: 200 {}',
      expect.stringMatching(/^planted.writes, by a blocked passenger: 400 .*invalid_request/),
    ])
  })

  it('lists only existing calls as allowed for blocked passengers', () => {
    const names: string[] = about.map(([name]) => name)
    const listed = Object.keys({ ...ALLOWED, ...bodies })
    expect(listed.filter((name) => !names.includes(name))).toEqual([])
  })
})

describe('a driver who blocked a passenger', () => {
  it('stops a driver from inviting or writing to a passenger whom they blocked', async () => {
    const by = trip.driver
    const invited = await post(by, `/trips/${trip.tripId}/invitations`, { rideRequestId })
    expect(invited).toBe('ride_request_not_found')
    const text = { id: newId(), text: 'Hola' }
    const sent = await post(by, `/conversations/${ids.conversationId}/messages`, text)
    expect(sent).toBe('conversation_closed')
  })

  it('hides the ride requests of a blocked passenger from the driver', async () => {
    const { body } = await test.call(trip.driver, 'GET', `/trips/${trip.tripId}/demand`)
    expect(JSON.stringify(body)).not.toContain(rideRequestId)
  })
})
