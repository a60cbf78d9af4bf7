import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser } from '#test/factories.ts'
import {
  findStanding,
  insertSanctionEvent,
  listSanctionEventsOf,
  listStandingsThatDiffer,
} from './sanctions.queries.ts'
import {
  isLifted,
  type SanctionEvent,
  type StandingRow,
  sanctionsIn,
  standingAt,
} from './standing.ts'

let test: TestApp

beforeAll(async () => {
  test = await openTestApp()
})

const NEW = ['paused', 'warned', 'suspended', 'expelled'] as const

/** A sanction some days later, or the lifting of an earlier sanction by its position. */
const step = fc.record({
  afterDays: fc.integer({ min: 0, max: 200 }),
  lifts: fc.option(fc.nat({ max: 5 }), { nil: undefined }),
  kind: fc.constantFrom(...NEW),
  days: fc.constantFrom(7, 30, 90),
})

/** What the SQL function `standing_of` must compute from the same events. */
function standingFrom(events: readonly SanctionEvent[]): StandingRow {
  const stands = sanctionsIn(events).filter((sanction) => !isLifted(sanction))
  const paused = stands.some(({ kind }) => kind === 'paused')
  return {
    expelled: stands.some(({ kind }) => kind === 'expelled'),
    paused,
    suspendedUntil: paused ? null : latest(stands.map(({ endsAt }) => endsAt)),
    sanctionedAt: latest(stands.flatMap(({ kind, at }) => (kind === 'paused' ? [] : at))),
  }
}

function latest(dates: readonly (Date | null)[]): Date | null {
  const times = dates.flatMap((date) => (date ? [date.getTime()] : []))
  return times.length === 0 ? null : new Date(Math.max(...times))
}

it('stores a standing that equals its recomputation after random sanctions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const { userId } = await aUser(test.deps)
      const given: string[] = []
      let at = test.clock.now()
      for (const { afterDays, lifts, kind, days } of steps) {
        at = addMs(at, afterDays * DAY_MS)
        const lifted = lifts === undefined ? undefined : given[lifts]
        const id = newId()
        const about = { userId, at, decidedBy: null, cause: id, reason: 'Por la prueba.' }
        const endsAt = kind === 'suspended' ? addMs(at, days * DAY_MS) : null
        const event: SanctionEvent = lifted
          ? { ...about, id, sanctionId: lifted, kind: 'lifted', endsAt: null }
          : { ...about, id, sanctionId: id, kind, endsAt }
        if (!lifted) given.push(id)
        await inTransaction(test.deps.db, (tx) => insertSanctionEvent(tx, event))
      }
      const stored = await findStanding(test.deps.db, userId)
      expect(stored).toEqual(standingFrom(await listSanctionEventsOf(test.deps.db, userId)))
    }),
    { numRuns: 25 },
  )
  expect(await listStandingsThatDiffer(test.deps.db)).toEqual([])
})

it('finds a standing that was changed by hand, and denies the app role to change one', async () => {
  const { userId } = await aUser(test.deps)
  const forge = `insert into user_standing (user_id, expelled) values ('${userId}', true)`
  const asApp = asOwner(test.deps.databaseUrl, `set role cupo_app; ${forge}`)
  await expect(asApp).rejects.toMatchObject({ code: '42501' })
  await asOwner(test.deps.databaseUrl, forge)
  expect(await listStandingsThatDiffer(test.deps.db)).toEqual([userId])
})

it('shows a suspended person as warned after the suspension, and as good after a year', () => {
  const now = test.clock.now()
  const row = {
    expelled: false,
    paused: false,
    suspendedUntil: addMs(now, DAY_MS),
    sanctionedAt: now,
  }
  expect(standingAt(undefined, now)).toBe('good')
  expect(standingAt(row, now)).toBe('suspended')
  expect(standingAt(row, addMs(now, DAY_MS))).toBe('warned')
  expect(standingAt(row, addMs(now, 365 * DAY_MS))).toBe('good')
  expect(standingAt({ ...row, paused: true }, addMs(now, 900 * DAY_MS))).toBe('paused')
  expect(standingAt({ ...row, expelled: true }, addMs(now, 900 * DAY_MS))).toBe('expelled')
})
