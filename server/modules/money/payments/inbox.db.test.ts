import { beforeAll, beforeEach, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'
import { mortalProcess } from '#test/race/mortal-process.ts'
import type { NewEvent } from './payments.queries.ts'
import { openInbox } from './receive-event.ts'

let deps: TestDeps

beforeAll(async () => {
  deps = await testDeps({ poolSize: 10 })
})

beforeEach(async () => {
  await asOwner(deps.databaseUrl, 'delete from gateway_events')
  await asOwner(deps.databaseUrl, `delete from jobs where name = 'payments.event'`)
})

function anEvent(checksum: string): NewEvent {
  const raw = Buffer.from(`\\x00 {"${checksum}": "ñ,\\"'}`)
  const transactionId = `t-${checksum}`
  return { id: newId(), checksum, transactionId, status: 'APPROVED', raw, receivedAt: new Date() }
}

const events = (count: number) => Array.from({ length: count }, (_, n) => anEvent(`c${n}`))

/** Stored events by checksum, each with the number of its jobs. */
async function kept(): Promise<Record<string, number>> {
  const { rows } = await asOwner(
    deps.databaseUrl,
    `select e.checksum, (select count(*)::int from jobs j where j.name = 'payments.event'
       and j.payload ->> 'eventId' = e.id::text) as jobs
     from gateway_events e order by e.checksum`,
  )
  return Object.fromEntries(rows.map(({ checksum, jobs }) => [checksum, jobs]))
}

async function statuses(answers: Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(answers)
  return settled.map((one) => (one.status === 'fulfilled' ? String(one.value) : 'failed'))
}

it('stores an event that comes three times in one batch once, with one job', async () => {
  const inbox = openInbox(deps)
  const batch = ['a', 'b', 'a', 'c', 'a'].map(anEvent)
  const answers = await statuses(batch.map(inbox))
  expect(answers.toSorted()).toEqual(['repeated', 'repeated', 'stored', 'stored', 'stored'])
  expect(await kept()).toEqual({ a: 1, b: 1, c: 1 })
  expect(await inbox(anEvent('b'))).toBe('repeated')
  const [row] = (await asOwner(deps.databaseUrl, `select raw from gateway_events limit 1`)).rows
  expect(Buffer.from(row?.raw)).toEqual(batch[0]?.raw)
})

it('stores the same events once when several processes receive them', async () => {
  for (let round = 0; round < 10; round += 1) {
    const names = Array.from({ length: 40 }, (_, n) => `r${round}-${String(n).padStart(2, '0')}`)
    const orders = [names, names.toReversed(), names.toSorted(() => Math.random() - 0.5)]
    const answers = orders.flatMap((order) => order.map(anEvent).map(openInbox(deps)))
    const counted = Object.groupBy(await statuses(answers), (status) => status)
    expect([counted.stored?.length, counted.repeated?.length]).toEqual([40, 80])
  }
  expect(Object.values(await kept())).toEqual(Array(400).fill(1))
})

it('stores the other events of a batch when the database refuses one', async () => {
  await asOwner(
    deps.databaseUrl,
    `alter table gateway_events add constraint planted check (checksum <> 'bad')`,
  )
  try {
    const answers = await statuses(['a', 'bad', 'b', 'c'].map(anEvent).map(openInbox(deps)))
    expect(answers).toEqual(['stored', 'failed', 'stored', 'stored'])
    expect(await kept()).toEqual({ a: 1, b: 1, c: 1 })
  } finally {
    await asOwner(deps.databaseUrl, 'alter table gateway_events drop constraint planted')
  }
})

it('acknowledges no event before the commit, wherever the process stops', async () => {
  const living = mortalProcess(deps.databaseUrl)
  await statuses(events(5).map(openInbox({ ...deps, db: living.db })))
  const { statements } = living
  await living.bury()
  expect(statements).toHaveLength(4)
  expect(statements.at(-1)?.words).toBe('commit')
  for (const at of statements.keys()) {
    for (const moment of ['sent', 'done'] as const) {
      await asOwner(deps.databaseUrl, 'delete from gateway_events')
      const mortal = mortalProcess(deps.databaseUrl, { at: at + 1, moment })
      const batch = events(5)
      const answers = await statuses(batch.map(openInbox({ ...deps, db: mortal.db })))
      expect(answers, `${moment} ${statements[at]?.words}`).toEqual(Array(5).fill('failed'))
      await mortal.bury()
      // The gateway sends unacknowledged events again, and then they are stored.
      await statuses(batch.map(openInbox(deps)))
      expect(await kept()).toEqual({ c0: 1, c1: 1, c2: 1, c3: 1, c4: 1 })
    }
  }
})
