import Fastify from 'fastify'
import { beforeAll, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { RouteDef } from '#contract/route.ts'
import { webhooks } from '#contract/webhooks.ts'
import { modules } from '#server/modules.ts'
import { newId } from '#server/platform/ids.ts'
import { addressOf } from './every-route.ts'
import { aUser, aVerifiedDriver, TEST_PASSWORD, type TestUser } from './factories.ts'
import { ownAddress } from './http-client.ts'
import { aRoadNetwork, BOGOTA, CALI } from './trip-factories.ts'
import { openPaymentsApp, type PaymentsApp } from './wompi.ts'

// Records request and answer of each call that an outside client needs, for the description of the
// API. `vitest run -u` with this file writes a changed answer; then `npm run docs:api`.

const EXAMPLES = '../scripts/openapi/examples.json'

let shop: PaymentsApp
const recorded: Record<string, { request?: unknown; response: unknown }> = {}

beforeAll(async () => {
  shop = await openPaymentsApp()
  await aRoadNetwork(shop.deps)
})

type Sent = { by?: TestUser; params?: Record<string, string>; request?: object; raw?: string }

/** Sends a call, checks both ways against the contract, and records it. */
async function record(name: string, { by, params = {}, request, raw }: Sent = {}) {
  const [group = '', call = ''] = name.split('.')
  const calls = { ...api, webhooks } as Record<string, Record<string, RouteDef>>
  const route = calls[group]?.[call]
  if (!route) throw new Error(`no call ${name}`)
  const isRead = route.method === 'GET'
  const input = isRead ? route.query : route.body
  if (request) input?.parse(request)
  // Each call has its own time, by which movements are sorted.
  shop.clock.advance(20_000)
  const answer = await shop.app.inject({
    method: route.method,
    url: addressOf(route, params),
    remoteAddress: ownAddress(1),
    headers: {
      ...(by && { authorization: `Bearer ${by.token}` }),
      ...(!isRead && { 'content-type': 'application/json' }),
    },
    ...(isRead ? { query: request as Record<string, string> } : { payload: raw ?? request }),
  })
  const response = answer.json()
  expect([name, answer.statusCode, response.error]).toEqual([name, route.status ?? 200, undefined])
  expect(route.ok.parse(response)).toEqual(response)
  recorded[name] = { ...(request && { request }), response }
  return response
}

/** Values that differ in each run, by the name of their field. */
const INVENTED: Record<string, string> = {
  access_token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmVk',
  refresh_token: 'c2luLXNlY3JldG9z',
  plate: 'ABC123',
  qr: 'AQIDBAUGBwg',
  code: 'ABC234',
  asOf: '806:806:',
  checkoutUrl: 'https://checkout.wompi.co/p/',
}

/** Parts of texts that differ in each run; their digits become zeros. */
const RANDOM = new RegExp(
  [
    '(?<=CUPO-)([0-9a-f]{32}|[0-9A-F]{4}-[0-9A-F]{4})',
    '(?<=pub_test_|photo\\?v=)\\w+',
    '\\b[0-9a-f]{64}\\b',
    '\\b\\d+-\\d{10}-\\d+\\b',
  ].join('|'),
  'g',
)

/** The recording with the same text in each run: no id, secret or reference is a real one. */
function steady(value: unknown): string {
  const ids = new Map<string, string>()
  const invented = (key: string, each: unknown) =>
    typeof each === 'string' && INVENTED[key] ? INVENTED[key] : each
  return JSON.stringify(value, invented, 1)
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      if (!ids.has(id)) ids.set(id, `01999999-0000-7000-8000-${String(ids.size).padStart(12, '0')}`)
      return String(ids.get(id))
    })
    .replace(RANDOM, (text) => (text.includes('-') ? '0000-0000' : text.replace(/\w/g, '0')))
}

it('records the calls that an outside client needs, which answer by the contract', async () => {
  const account = { email: 'ana.ruiz@correo.co', password: TEST_PASSWORD }
  await record('auth.signup', {
    request: { ...account, first_name: 'Ana', last_name: 'Ruiz', verification_terms: 'aceptado' },
  })
  const passenger = await aUser(shop.deps, {
    email: 'laura@correo.co',
    firstName: 'Laura',
    lastName: 'Gómez',
  })
  const { refresh_token } = await record('auth.login', {
    request: { email: 'laura@correo.co', password: TEST_PASSWORD, mobile: true },
  })
  await record('auth.refresh', { request: { refresh_token, mobile: true } })
  await record('auth.me', { by: passenger })

  const driver = await aVerifiedDriver(shop.deps, { email: 'carlos@correo.co' })
  await record('places.find', { request: { q: 'cali' } })
  await record('verification.listVehicles', { by: driver })
  const plan = { departsAt: '2026-11-27T11:00:00.000Z', seats: 3 }
  const quote = await record('pricing.quote', { request: { stops: [BOGOTA, CALI], ...plan } })
  const { trip } = await record('trips.publish', {
    by: driver,
    request: {
      ...plan,
      vehicleId: driver.vehicleId,
      stops: [{ placeId: BOGOTA }, { placeId: CALI }],
      seatPrice: quote.seat.recommended,
      paymentModes: ['billetera'],
      instant: true,
    },
  })
  await record('search.trips', { request: { from: BOGOTA, to: CALI, date: '2026-11-27' } })
  const params = { tripId: trip.id }
  await record('trips.show', { params })

  const { data } = await record('payments.create', { by: passenger, request: { amount: 200_000 } })
  const paid = shop.payer(data.reference, 200_000, { delivery: 'none' })
  shop.wompi.settle(paid, 'APPROVED')
  const event = shop.wompi.eventBody(paid)
  await record('webhooks.wompi', { request: JSON.parse(event), raw: event })
  await shop.settleAll()
  const { reference } = data
  await record('payments.confirmRedirect', { by: passenger, request: { reference } })
  await record('wallet.balance', { by: passenger })

  await record('bookings.terms', { by: passenger, params })
  const [from, to] = [trip.stops[0], trip.stops.at(-1)]
  const { booking } = await record('bookings.book', {
    by: passenger,
    params,
    request: { fromStopId: from.id, toStopId: to.id, seats: 1, expectedPrice: trip.seatPrice },
  })
  const mine = { by: passenger, params: { bookingId: booking.id } }
  await record('bookings.show', mine)
  await record('bookings.ticket', mine)
  const talk = await record('conversations.open', { by: passenger, params, request: {} })
  const conversation = { by: passenger, params: { conversationId: talk.conversation.id } }
  const message = { id: newId(), text: 'Hola, voy con una maleta pequeña.' }
  await record('conversations.send', { ...conversation, request: message })
  await record('conversations.messages', conversation)
  await record('conversations.list', { by: passenger })
  await record('bookings.cancel', { ...mine, request: {} })
  await record('wallet.transactions', { by: passenger, request: { limit: '10' } })

  await expect(`${steady(recorded)}\n`).toMatchFileSnapshot(EXAMPLES)
})

it('declares each address below /api that outside parties call', async () => {
  const served = new Set<string>()
  const app = Fastify()
  app.addHook('onRoute', ({ method, url }) => {
    if (url.startsWith('/api') && method !== 'HEAD') served.add(`${method} ${url.slice(4)}`)
  })
  for (const add of modules.flatMap((module) => module.webhooks ?? [])) {
    await app.register(async (scope) => add(scope, shop.deps))
  }
  await app.ready()
  const declared = Object.values(webhooks).map(({ method, path }) => `${method} ${path}`)
  expect([...served].sort()).toEqual(declared.sort())
})
