import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { asOwner } from '#test/db.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'
import { aVerifiedDriver } from '#test/factories.ts'
import { aRoadNetwork, aTrip, BOGOTA, CALI, type TestTrip } from '#test/trip-factories.ts'
import { pageHeads } from './page-heads.ts'
import { serveSite } from './platform/http/site.ts'

const SHELL = '<html><head><title>Cupo</title></head><body>app</body></html>'
const root = mkdtempSync(path.join(tmpdir(), 'cupo-heads-'))
let deps: TestDeps
let app: FastifyInstance
let trip: TestTrip

beforeAll(async () => {
  deps = await testDeps()
  await aRoadNetwork(deps)
  trip = await aTrip(deps, { stops: [BOGOTA, CALI] })
  mkdirSync(path.join(root, '__shells'))
  writeFileSync(path.join(root, 'index.html'), 'inicio')
  writeFileSync(path.join(root, '__spa-fallback.html'), SHELL)
  writeFileSync(path.join(root, '__shells/trip.html'), SHELL)
  const table = {
    '/trips/:tripId': '__shells/trip.html',
    '/trips/:tripId/book': '__shells/trip.html',
  }
  writeFileSync(path.join(root, '__shells/routes.json'), JSON.stringify(table))
  app = Fastify()
  await serveSite(app, root, pageHeads(deps))
})

afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const open = (tripId: string, query = '') => app.inject(`/trips/${tripId}${query}`)

function tag(html: string, key: string): string | undefined {
  return new RegExp(`<meta (?:name|property)="${key}" content="([^"]*)"/>`).exec(html)?.[1]
}

async function setStatus(tripId: string, status: string): Promise<void> {
  await asOwner(deps.databaseUrl, 'update trips set status = $1 where id = $2', [status, tripId])
}

it('a shared trip says where, when, for how much and with how many seats', async () => {
  const answer = await open(trip.tripId, '?from=x')
  const title = /<title>([^<]*)<\/title>/.exec(answer.body)?.[1]?.replace(/\s/g, ' ')
  const price = trip.facts.seatPrice.toLocaleString('es-CO')
  expect(title).toBe(`Bogotá → Cali, vie 27 nov, 8:00 a. m. · desde $ ${price} · 3 cupos`)
  expect(tag(answer.body, 'og:title')?.replace(/\s/g, ' ')).toBe(title)
  expect(tag(answer.body, 'og:description')).toContain('con Carlos de Bogotá')
  expect(tag(answer.body, 'twitter:card')).toBe('summary_large_image')
  expect(tag(answer.body, 'og:image')).toBe('http://localhost:3000/og/home.png')
  expect(answer.body).toContain(
    `<link rel="canonical" href="http://localhost:3000/trips/${trip.tripId}"/>`,
  )
  expect(tag(answer.body, 'robots')).toBeUndefined()
  expect(answer.headers['cache-control']).toBe('public, max-age=60')
  expect(answer.body).not.toContain('Rojas')
})

it('counts the seats of the whole way, and tells when only parts are left', async () => {
  const some = await aTrip(deps, { stops: [BOGOTA, CALI] })
  const left = (seats: string) =>
    asOwner(deps.databaseUrl, `update trip_seats set seats_left = ${seats} where trip_id = $1`, [
      some.tripId,
    ])
  await left('array_fill(1::smallint, array[cardinality(seats_left)])')
  expect((await open(some.tripId)).body).toContain('· 1 cupo<')
  await left('array_fill(0::smallint, array[cardinality(seats_left) - 1]) || 2::smallint')
  expect((await open(some.tripId)).body).toContain('· cupos por tramos<')
  await left('array_fill(0::smallint, array[cardinality(seats_left)])')
  expect((await open(some.tripId)).body).toContain('· sin cupos<')
})

it('a name cannot become markup, nor a username be told', async () => {
  const hostile = await aVerifiedDriver(deps, {
    firstName: '"><script>alert(1)</script>',
    lastName: 'Rojas',
  })
  const { tripId } = await aTrip(deps, { driver: hostile, stops: [BOGOTA, CALI] })
  const { body } = await open(tripId)
  expect(body).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(body).not.toContain('<script')
  const user = await aVerifiedDriver(deps, { firstName: ' ', lastName: ' ' })
  await asOwner(deps.databaseUrl, "update users set username = 'carlos.3101234567' where id = $1", [
    user.userId,
  ])
  const other = await aTrip(deps, { driver: user, stops: [BOGOTA, CALI] })
  const shared = (await open(other.tripId)).body
  expect(tag(shared, 'og:description')).toContain('Viaje compartido de Bogotá')
  expect(shared).not.toContain('3101234567')
})

it('is for no search engine once it left, and the plain shell while it is not public', async () => {
  const past = await aTrip(deps, { stops: [BOGOTA, CALI] })
  await asOwner(deps.databaseUrl, 'update trips set departs_at = $1 where id = $2', [
    addMs(deps.clock.now(), -DAY_MS),
    past.tripId,
  ])
  for (const status of ['published', 'in_progress', 'completed']) {
    await setStatus(past.tripId, status)
    const { body } = await open(past.tripId)
    expect(tag(body, 'robots'), status).toBe('noindex')
    expect(body).toContain('· ya salió<')
  }
  for (const status of ['draft', 'cancelled']) {
    await setStatus(past.tripId, status)
    expect((await open(past.tripId)).body, status).toBe(SHELL)
  }
})

it('answers 404 to trips that do not exist, 200 to those that only some may see', async () => {
  const hidden = await aTrip(deps, { stops: [BOGOTA, CALI] })
  await setStatus(hidden.tripId, 'cancelled')
  const nobody = '01890000-0000-7000-8000-00000000dead'
  const status = async (id: string) => (await open(id)).statusCode
  expect(await Promise.all([nobody, 'abc', `${nobody}/book`, 'abc/book'].map(status))).toEqual([
    404, 404, 404, 404,
  ])
  const known = [trip.tripId, hidden.tripId, `${trip.tripId}/book`, trip.tripId.toUpperCase()]
  expect(await Promise.all(known.map(status))).toEqual([200, 200, 200, 200])
})

it('an unknown, a malformed or an unreadable trip is the plain shell', async () => {
  const answers = await Promise.all(
    ['01890000-0000-7000-8000-00000000dead', 'abc', "x' or '1'='1", `${trip.tripId}/book`].map(
      async (id) => (await open(encodeURI(id))).body,
    ),
  )
  expect(new Set(answers)).toEqual(new Set([SHELL]))
  const broken = Fastify()
  const failing = { ...deps, db: {} as TestDeps['db'] }
  await serveSite(broken, root, pageHeads(failing))
  const answer = await broken.inject(`/trips/${trip.tripId}`)
  expect([answer.statusCode, answer.body]).toEqual([200, SHELL])
  await broken.close()
})
