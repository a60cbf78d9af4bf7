// Sanctions of a passenger who is in the first car of a trip with one change.
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { CaseOutcome } from '#contract/conduct.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { type ConnectionsApp, openConnectionsApp, type Pair } from '#test/connection-factories.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { hearCase } from '#test/hearing-steps.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { returnPausedSeats } from './apply-sanction.ts'

const INSULT = 'Insultó al conductor todo el camino.'

let test: ConnectionsApp
let first: TestUser
let second: TestUser
let pair: Pair
let ana: TestUser
let booked: Awaited<ReturnType<ConnectionsApp['bookedBoth']>>
let caseId: string

beforeAll(async () => {
  test = await openConnectionsApp()
  first = await aUser(test.deps, { roles: ['passenger', 'support'] })
  second = await aUser(test.deps, { roles: ['passenger', 'admin'] })
})

beforeEach(async () => {
  test.clock.set(TEST_NOW)
  pair = await test.newPair()
  ana = await test.aPassenger()
  booked = await test.bookedBoth(ana, pair)
  const report = { subject: { kind: 'user', id: ana.userId }, reason: 'other', text: INSULT }
  const reporter = await aUser(test.deps)
  caseId = (await test.call(reporter, 'POST', '/reports', report)).body.report.id
  await hearCase(test.deps.databaseUrl, caseId)
})

const note = 'Lo confirmamos con dos pasajeros.'

async function decide(who: TestUser, outcome: CaseOutcome, days?: number): Promise<void> {
  const said = { outcome, note, ...(days && { days }) }
  const answer = await test.call(who, 'POST', `/admin/conduct/${caseId}/decide`, said)
  expect([answer.status, answer.body.code]).toEqual([200, undefined])
}

const measures: Record<string, () => Promise<unknown>> = {
  'a suspension': () => decide(first, 'suspension', 30),
  'an expulsion': async () => {
    await decide(first, 'expulsion')
    await decide(second, 'expulsion')
  },
  'a pause': () => test.call(first, 'POST', `/admin/conduct/${caseId}/hear`, { note, pause: true }),
}

async function statuses(): Promise<string[]> {
  return (await test.show(ana, booked)).map(({ status }) => status)
}

it.each(Object.keys(measures))('keeps the second seat of %s in the first car', async (name) => {
  test.toPickUp(booked.first, 0)
  await test.board(pair[0].driver, booked.first)
  await measures[name]?.()
  await test.runJobs()
  await returnPausedSeats(test.deps)
  expect(await statuses()).toEqual(['checked_in', 'confirmed'])
  test.toPickUp(booked.second, 0)
  await test.board(pair[1].driver, booked.second)
  expect((await statuses())[1]).toBe('checked_in')
  await expectConsistent(test.deps)
})

it('returns both seats when the first pick-up is ahead', async () => {
  test.toPickUp(booked.first, -HOUR_MS)
  await measures['a suspension']?.()
  await test.runJobs()
  expect(await statuses()).toEqual(['cancelled_by_passenger', 'cancelled_by_passenger'])
})

it('frees the second seat when a pause took the first one and ended before its time', async () => {
  test.clock.set(addMs(pair[0].facts.departsAt, -11.5 * HOUR_MS))
  await measures['a pause']?.()
  await test.runJobs()
  await returnPausedSeats(test.deps)
  expect(await statuses()).toEqual(['cancelled_by_passenger', 'confirmed'])
  await decide(first, 'nothing')
  await test.runJobs()
  expect(await test.messages(ana)).toContain('other_car_failed')
  const left = await test.act(ana, booked.second, 'cancel')
  expect(left.body.booking).toMatchObject({ refunded: booked.second.price, charged: 0 })
  await expectConsistent(test.deps)
})
