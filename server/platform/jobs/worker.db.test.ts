import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { asOwner } from '#test/db.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'
import { mailLane } from './lanes.ts'
import { enqueue } from './queue.ts'
import { type JobHandler, jobRunner, runRecurring } from './worker.ts'

let deps: TestDeps

beforeAll(async () => {
  deps = await testDeps()
})

beforeEach(async () => {
  await asOwner(deps.databaseUrl, 'delete from jobs')
})

function add(name: string, payload: unknown = {}, key?: string): Promise<void> {
  return inTransaction(deps.db, (tx) =>
    enqueue(tx, deps.clock, { name, payload, ...(key ? { key } : {}) }),
  )
}

async function jobs() {
  const { rows } = await asOwner(
    deps.databaseUrl,
    'select name, attempts, dead_at is not null as dead from jobs order by created_at, id',
  )
  return rows
}

async function drain(run: () => Promise<number>): Promise<void> {
  while ((await run()) > 0);
}

describe('job queue', () => {
  it('runs each job once on three parallel workers', async () => {
    const runs: unknown[] = []
    const handler: JobHandler = {
      name: 'test.count',
      run: async (_deps, payload) => void runs.push(payload),
    }
    for (let n = 0; n < 60; n += 1) await add('test.count', n)
    await Promise.all([1, 2, 3].map(() => drain(jobRunner(deps, [handler]))))
    expect(runs).toHaveLength(60)
    expect(new Set(runs).size).toBe(60)
    expect(await jobs()).toEqual([])
  })

  it('runs jobs of other lanes while a job waits for a slow server', async () => {
    const done: string[] = []
    let letGo = () => {}
    const away = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const handlers: JobHandler[] = [
      { name: 'test.slow', run: () => away },
      { name: 'test.quick', run: async () => void done.push('quick') },
    ]
    await add('test.slow')
    for (let n = 0; n < 3; n += 1) await add('test.quick')
    const round = jobRunner(deps, handlers)()
    await expect.poll(() => done.length).toBe(3)
    letGo()
    expect(await round).toBe(4)
  })

  it('retries a failing job at growing intervals, then abandons it; others run', async () => {
    const good: unknown[] = []
    let tries = 0
    const handlers: JobHandler[] = [
      {
        name: 'test.poison',
        async run() {
          tries += 1
          throw new Error('always')
        },
      },
      { name: 'test.good', run: async (_deps, payload) => void good.push(payload) },
    ]
    await add('test.poison')
    const run = jobRunner(deps, handlers)
    for (let hour = 0; hour < 40; hour += 1) {
      await add('test.good')
      await drain(run)
      deps.clock.advance(HOUR_MS)
    }
    expect([tries, good.length]).toEqual([12, 40])
    expect(await jobs()).toEqual([{ name: 'test.poison', attempts: 12, dead: true }])
  })

  it('runs the job of a dead worker again after its lock expires', async () => {
    await add('test.orphan')
    await asOwner(deps.databaseUrl, 'update jobs set locked_until = $1, attempts = 1', [
      new Date(deps.clock.now().getTime() + 2 * MINUTE_MS),
    ])
    const runs: unknown[] = []
    const handler: JobHandler = {
      name: 'test.orphan',
      run: async (_deps, payload) => void runs.push(payload),
    }
    const run = jobRunner(deps, [handler])
    await drain(run)
    expect(runs).toHaveLength(0)
    deps.clock.advance(2 * MINUTE_MS + 1)
    await drain(run)
    expect(runs).toHaveLength(1)
  })

  it('restarts an abandoned job when its key is enqueued again', async () => {
    const runs: unknown[] = []
    await add('test.woken', 'first', 'woken')
    await asOwner(deps.databaseUrl, 'update jobs set attempts = 12, dead_at = $1', [
      deps.clock.now(),
    ])
    await add('test.woken', 'second', 'woken')
    await drain(
      jobRunner(deps, [{ name: 'test.woken', run: async (_deps, it) => void runs.push(it) }]),
    )
    expect(runs).toEqual(['second'])
    expect(await jobs()).toEqual([])
  })

  it('keeps one open job per key, and stores it only if the transaction commits', async () => {
    await add('test.keyed', {}, 'same')
    await add('test.keyed', {}, 'same')
    const attempt = inTransaction(deps.db, async (tx) => {
      await enqueue(tx, deps.clock, { name: 'test.keyed', payload: {} })
      throw new Error('rolled back')
    })
    await expect(attempt).rejects.toThrow('rolled back')
    expect(await jobs()).toHaveLength(1)
  })
})

describe('a wrong clock', () => {
  const right = () => ({ fault: null, isAlone: false, offMs: 0 })
  const wrong = () => ({ fault: 'jump' as const, isAlone: false, offMs: 31 * 24 * HOUR_MS })

  it('stops jobs that wait for a right clock while the clock is wrong', async () => {
    const ran: string[] = []
    const job = (name: string, onWrongClock: 'runs' | 'waits') => ({
      ...{ name, onWrongClock, everyMs: MINUTE_MS },
      run: async () => void ran.push(name),
    })
    const both = [job('purge', 'waits'), job('alarm', 'runs')]
    for (const state of [wrong, right]) {
      const watched = { ...deps, clockWatch: { ...deps.clockWatch, state } }
      for (const each of both) await runRecurring(watched, each)
    }
    expect(ran).toEqual(['alarm', 'purge', 'alarm'])
  })

  it('stops the queue, except for lanes that only tell people something', async () => {
    const ran: string[] = []
    const handlers: JobHandler[] = [
      { name: 'test.pay', run: async () => void ran.push('pay') },
      { name: 'test.tell', lane: mailLane, run: async () => void ran.push('tell') },
    ]
    await add('test.pay')
    await add('test.tell')
    for (const state of [wrong, right]) {
      const watched = { ...deps, clockWatch: { ...deps.clockWatch, state } }
      await drain(jobRunner(watched, handlers))
      ran.push('|')
    }
    expect(ran).toEqual(['tell', '|', 'pay', '|'])
  })

  it('claims a job again whose lock was written by a clock that was 31 days ahead', async () => {
    const ran: number[] = []
    await add('test.locked')
    await asOwner(deps.databaseUrl, 'update jobs set locked_until = $1', [
      new Date(deps.clock.now().getTime() + 31 * 24 * HOUR_MS),
    ])
    await drain(jobRunner(deps, [{ name: 'test.locked', run: async () => void ran.push(1) }]))
    expect(ran).toEqual([1])
  })
})
