import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { brandFrom } from '#contract/brand.ts'
import { asOwner } from '#test/db.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'
import { aUser } from '#test/factories.ts'
import { aRoadNetwork, aTrip, BOGOTA, CALI, type TestTrip } from '#test/trip-factories.ts'
import { type PageCheck, serveSite } from './platform/http/site.ts'
import { pageChecks } from './unknown-pages.ts'

const SHELL = '<html><head><title>Cupo</title></head><body>app</body></html>'
const root = mkdtempSync(path.join(tmpdir(), 'cupo-pages-'))
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
    '/personas/:userId': '__shells/trip.html',
    '/trips/:tripId': '__shells/trip.html',
    '/trips/:tripId/book': '__shells/trip.html',
  }
  writeFileSync(path.join(root, '__shells/routes.json'), JSON.stringify(table))
  app = Fastify()
  await serveSite(app, siteWith(pageChecks(deps)))
})

afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const siteWith = (checks: PageCheck[]) => ({
  ...{ root, checks, brand: brandFrom({}) },
  rendered: async () => null,
})

const open = (tripId: string) => app.inject(`/trips/${encodeURI(tripId)}`)

it('answers 404 for unknown trips, and 200 for trips with restricted access', async () => {
  const hidden = await aTrip(deps, { stops: [BOGOTA, CALI] })
  await asOwner(deps.databaseUrl, 'update trips set status = $1 where id = $2', [
    'cancelled',
    hidden.tripId,
  ])
  const nobody = '01890000-0000-7000-8000-00000000dead'
  const status = async (id: string) => (await open(id)).statusCode
  const unknown = [nobody, 'abc', `${nobody}/book`, 'abc/book', "x' or '1'='1"]
  expect(await Promise.all(unknown.map(status))).toEqual([404, 404, 404, 404, 404])
  const known = [trip.tripId, hidden.tripId, `${trip.tripId}/book`, trip.tripId.toUpperCase()]
  expect(await Promise.all(known.map(status))).toEqual([200, 200, 200, 200])
})

it('answers 404 for the pages of unknown people and of people who do not drive', async () => {
  const passenger = await aUser(deps)
  const ids = ['abc', '01890000-0000-7000-8000-00000000dead', passenger.userId, trip.driver.userId]
  const answers = await Promise.all(ids.map((id) => app.inject(`/personas/${id}`)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 200])
})

it('serves the plain shell for an unknown, malformed or unreadable trip', async () => {
  const answers = await Promise.all(
    ['01890000-0000-7000-8000-00000000dead', 'abc', `${trip.tripId}/book`].map(
      async (id) => (await open(id)).body,
    ),
  )
  expect(new Set(answers)).toEqual(new Set([SHELL]))
  const broken = Fastify()
  await serveSite(broken, siteWith(pageChecks({ db: {} as TestDeps['db'] })))
  const answer = await broken.inject(`/trips/${trip.tripId}`)
  expect([answer.statusCode, answer.body]).toEqual([200, SHELL])
  await broken.close()
})
