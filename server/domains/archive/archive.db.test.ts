import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sealingKeys } from '#server/platform/crypto.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { asOwner } from '#test/db.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'
import {
  anEntry,
  anEntryAt,
  liveIds,
  monthsAgo,
  partitionOf,
  startMonths,
} from '#test/month-factories.ts'
import { runCommand } from '#test/run-command.ts'
import { archivedMonths } from './archive.queries.ts'
import { archiveByNight, archiveMonths, makeMonthsAhead } from './archive-months.ts'
import { packMonth, readMonth, storeMonth } from './month-file.ts'
import { resealMonths } from './reseal-months.ts'

const START = 16
const OLD = 15

let deps: TestDeps
let url: string

beforeEach(async () => {
  deps = await testDeps()
  url = deps.databaseUrl
  await startMonths(url, 'audit_entries', START)
})

const nameOf = (ago: number) => `audit_entries_${monthsAgo(ago).slice(0, 7).replace('-', '_')}`
const folder = () => path.join(deps.config.dataDir, 'months')
const files = () => readdirSync(folder()).map((name) => path.join(folder(), name))
const archived = () => archivedMonths(deps.db, { stored: false })

async function linesOf(index = 0): Promise<Record<string, unknown>[]> {
  const month = (await archived())[index]
  if (!month) throw new Error('no such month')
  const lines: Record<string, unknown>[] = []
  for await (const line of readMonth(deps, month)) lines.push(JSON.parse(line))
  return lines
}

async function counted(name: string): Promise<number> {
  const text = await deps.metrics.registry.metrics()
  const found = [...text.matchAll(new RegExp(`name="${name}".*? (\\d+)`, 'g'))]
  return found.reduce((sum, [, n]) => sum + Number(n), 0)
}

async function partitions(): Promise<string[]> {
  const all = `select partition from month_partitions where table_name = 'audit_entries'`
  return (await asOwner(url, all)).rows.map(({ partition }) => partition)
}

describe('a row is in the partition of its month', () => {
  it('which begins at midnight in Bogotá', async () => {
    const before = await anEntryAt(url, `${monthsAgo(1)}T04:59:59.999999Z`)
    const after = await anEntryAt(url, `${monthsAgo(1)}T05:00:00Z`)
    expect([await partitionOf(url, before), await partitionOf(url, after)]).toEqual([
      nameOf(2),
      nameOf(1),
    ])
  })

  it('or in the default one where no month is for it', async () => {
    const [young, old] = [await anEntry(url, -40), await anEntry(url, 200)]
    expect(await partitionOf(url, young)).toBe('audit_entries_other')
    expect(await partitionOf(url, old)).toBe('audit_entries_past')
  })
})

describe('months ahead', () => {
  it('are three besides the current one, and making them again changes nothing', async () => {
    const drop = [1, 2, 3].map((ahead) => `drop table ${nameOf(-ahead)}`).join(';')
    await asOwner(url, drop)
    await makeMonthsAhead(deps)
    const made = await partitions()
    expect(made).toEqual(expect.arrayContaining([-1, -2, -3].map(nameOf)))
    await makeMonthsAhead(deps)
    expect(await partitions()).toEqual(made)
    expect(await counted('months_ahead')).toBe(0)
  })

  it('take the rows that came before they were made', async () => {
    await asOwner(url, `drop table ${nameOf(-2)}; drop table ${nameOf(-3)}`)
    const [second, third, far] = [
      await anEntry(url, -2),
      await anEntry(url, -3),
      await anEntry(url, -90),
    ]
    expect(await partitionOf(url, third)).toBe('audit_entries_other')
    await makeMonthsAhead(deps)
    expect(await partitionOf(url, second)).toBe(nameOf(-2))
    expect(await partitionOf(url, third)).toBe(nameOf(-3))
    expect(await partitionOf(url, far)).toBe('audit_entries_other')
    expect(await liveIds(url)).toEqual([second, third, far].sort())
  })

  it('raise an alarm when they cannot be made, and for rows that no month took', async () => {
    await asOwner(url, [1, 2, 3].map((ahead) => `drop table ${nameOf(-ahead)}`).join(';'))
    await anEntry(url, -90)
    const log = vi.spyOn(deps.log, 'error')
    const reader = new pg.Client({ connectionString: url })
    await reader.connect()
    await reader.query('begin; lock table audit_entries in share mode')
    await makeMonthsAhead(deps)
    await reader.query('rollback')
    await reader.end()
    expect(log.mock.calls.map(([what]) => what)).toEqual([
      { table: 'audit_entries', alarm: 'missing' },
      { table: 'audit_entries', alarm: 'unsorted' },
    ])
    expect(await counted('months_ahead')).toBe(2)
  })

  it('refuse changes as the others do, also to the owner', async () => {
    const id = await anEntry(url, -1)
    expect(await partitionOf(url, id)).toBe(nameOf(-1))
    for (const change of ['update', 'delete', 'truncate']) {
      const of = { update: 'set at = at', delete: '', truncate: '' }[change]
      const verb = change === 'delete' ? 'delete from' : change
      for (const name of [nameOf(-1), 'audit_entries_other', 'audit_entries_past']) {
        if (change !== 'truncate' && name !== nameOf(-1)) continue
        const refused = asOwner(url, `${verb} ${name} ${of}`)
        await expect(refused, `${change} ${name}`).rejects.toMatchObject({ code: '42501' })
      }
    }
  })
})

describe('a month that is old enough', () => {
  it('is in a file before it leaves the database; younger ones stay', async () => {
    const old = [await anEntry(url, OLD, 3), await anEntry(url, OLD, 1)].reverse()
    const young = await anEntry(url, 12)
    await archiveMonths(deps)
    expect(await liveIds(url)).toEqual([young])
    expect(await partitions()).not.toContain(nameOf(OLD))
    expect(await partitions()).toContain(nameOf(13))
    const lines = await linesOf()
    expect(lines.map(({ id }) => id)).toEqual(old)
    expect(lines[0]).toEqual({
      id: old[0],
      at: `${monthsAgo(OLD).slice(0, 8)}01T12:00:00+00:00`,
      actor_id: old[0],
      action: 'tried',
      subject_kind: 'test',
      subject_id: 'ñandú \u2028 "x"',
      details: { a: [1.5, null], b: 1 },
    })
    const month = { table: 'audit_entries', month: monthsAgo(OLD), rows: 2 }
    expect(await archived()).toMatchObject([{ ...month, droppedAt: expect.any(Date) }])
    await archiveMonths(deps)
    expect(await archived()).toHaveLength(1)
    expect(await counted('archive_failed')).toBe(0)
  })

  it('is listed and read from the command line, and a changed file is reported', async () => {
    const old = [await anEntry(url, OLD, 3), await anEntry(url, OLD, 1)].reverse()
    await archiveMonths(deps)
    const month = monthsAgo(OLD).slice(0, 7)
    const read = (...args: string[]) => runCommand(deps, ['read-month.ts', ...args])
    expect(await read()).toMatchObject({
      code: 0,
      lines: [`audit_entries ${month}: 2 filas, solo en el archivo`],
    })
    const { code, lines } = await read('audit_entries', month)
    expect([code, lines.map((line) => JSON.parse(line).id)]).toEqual([0, old])
    expect(await read('audit_entries', '2019-01')).toMatchObject({ code: 1, lines: [] })
    for (const file of files()) writeFileSync(file, 'not what was stored')
    expect((await read('audit_entries', month)).code).toBe(2)
  })

  it('is one of many in the partition of before, which leaves as a whole', async () => {
    const ids = [await anEntry(url, 40), await anEntry(url, 30), await anEntry(url, 30, 20)]
    await archiveMonths(deps)
    expect(await partitions()).not.toContain('audit_entries_past')
    expect((await archived()).map(({ rows }) => rows)).toEqual([1, 2])
    const lines = [...(await linesOf(0)), ...(await linesOf(1))]
    expect(lines.map(({ id }) => id)).toEqual(ids)
  })

  it('is archived by night', async () => {
    await anEntry(url, OLD)
    for (const [hour, months] of [
      ['06:59', 0],
      ['07:00', 1],
    ] as const) {
      deps.clock.set(new Date(`2026-11-22T${hour}:00Z`))
      await archiveByNight(deps)
      expect(await archived()).toHaveLength(months)
    }
  })

  it('is deleted without a file where the table is not archived', async () => {
    await startMonths(url, 'search_misses', START)
    for (const ago of [OLD, 1]) {
      const miss = `insert into search_misses values ($1, 'a', 'b', 1)`
      await asOwner(url, miss, [monthsAgo(ago)])
    }
    await archiveMonths(deps)
    const left = await asOwner(url, 'select day::text from search_misses')
    expect(left.rows).toEqual([{ day: monthsAgo(1) }])
    expect(await archived()).toEqual([])
  })
})

describe('killed', () => {
  it('between file and row: the month is archived once, the other file goes later', async () => {
    await anEntry(url, OLD)
    const month = { table: 'audit_entries', month: monthsAgo(OLD) }
    const { plain } = await inTransaction(deps.db, (tx) => packMonth(tx, month))
    await storeMonth(deps, month, plain)
    deps.clock.set(new Date())
    await archiveMonths(deps)
    expect(await archived()).toHaveLength(1)
    expect(files()).toHaveLength(2)
    const weekAgo = new Date(Date.now() - 8 * 86_400_000)
    for (const file of files()) utimesSync(file, weekAgo, weekAgo)
    await archiveMonths(deps)
    expect(files()).toHaveLength(1)
    expect(await linesOf()).toHaveLength(1)
  })

  it('between row and drop, or while somebody reads: the next run finishes', async () => {
    const id = await anEntry(url, OLD)
    const reader = new pg.Client({ connectionString: url })
    await reader.connect()
    await reader.query('begin; select from audit_entries limit 1')
    await archiveMonths(deps)
    await reader.query('commit')
    await reader.end()
    expect(await archived()).toMatchObject([{ droppedAt: null }])
    expect(await liveIds(url)).toEqual([id])
    expect(await counted('archive_failed')).toBe(0)
    await archiveMonths(deps)
    expect(await liveIds(url)).toEqual([])
    expect(await linesOf()).toMatchObject([{ id }])
    expect(await counted('months_dropped')).toBeGreaterThan(1)
  })
})

describe('nothing is dropped, and an alarm is raised,', () => {
  /** Its file is recorded, its rows are in the database still. */
  async function aRecordedMonth(): Promise<string> {
    const id = await anEntry(url, OLD)
    await asOwner(url, `update month_tables set kept_months = 13`)
    const reader = new pg.Client({ connectionString: url })
    await reader.connect()
    await reader.query(`begin; lock table audit_entries in access share mode`)
    await archiveMonths(deps)
    await reader.query('commit')
    await reader.end()
    return id
  }

  it.each([
    ['when the file was changed', (file: string) => writeFileSync(file, 'other bytes')],
    ['when the file is missing', (file: string) => rmSync(file)],
  ])('%s', async (_, damage) => {
    const id = await aRecordedMonth()
    damage(files()[0] ?? '')
    await archiveMonths(deps)
    expect(await liveIds(url)).toEqual([id])
    expect(await counted('archive_failed')).toBe(1)
  })

  it('when the file is that of another month', async () => {
    await anEntry(url, 14)
    const id = await aRecordedMonth()
    const keys = (await archived()).map(({ storageKey }) => storageKey)
    await asOwner(url, 'update archived_months set storage_key = $1', [keys[1]])
    await archiveMonths(deps)
    expect(await liveIds(url)).toContain(id)
    expect(await counted('archive_failed')).toBe(1)
  })

  it('when a row came since', async () => {
    const ids = [await aRecordedMonth(), await anEntry(url, OLD, 2)]
    await archiveMonths(deps)
    expect(await liveIds(url)).toEqual(ids.sort())
    expect(await counted('archive_failed')).toBe(1)
  })

  it('when the store is away', async () => {
    const id = await anEntry(url, OLD)
    writeFileSync(path.join(deps.config.dataDir, 'months'), '')
    await expect(archiveMonths(deps)).rejects.toThrow()
    expect(await liveIds(url)).toEqual([id])
    expect(await counted('archive_failed')).toBe(2)
  })
})

describe('with statements of its own the app role cannot', () => {
  const denied = '42501'
  const run = (statement: string) => sql.raw(statement).execute(deps.db)

  it.each([
    ['detach a month', () => `alter table audit_entries detach partition ${nameOf(1)}`],
    ['drop a month', () => `drop table ${nameOf(1)}`],
    ['make a month', () => `select months_make('audit_entries', '2099-01-01')`],
    ['write past the table', () => `insert into ${nameOf(1)} select * from audit_entries limit 0`],
    ['read past the table', () => `select from ${nameOf(1)}`],
    ['change the rows of before', () => 'delete from search_misses_past'],
    ['write where no month is', () => 'delete from search_misses_other'],
    ['write a month down', () => 'insert into archived_months select * from archived_months'],
    ['shorten how long months stay', () => 'update month_tables set kept_months = 13'],
  ])('%s', async (_, statement) => {
    await expect(run(statement())).rejects.toMatchObject({ code: denied })
  })

  it('drop a month that is young, or of which no file has exactly these rows', async () => {
    const drop = async (ago: number) =>
      (await run(`select months_drop('audit_entries', '${nameOf(ago)}') as outcome`)).rows
    await anEntry(url, OLD)
    await anEntry(url, 13)
    expect(await drop(13)).toEqual([{ outcome: 'too_young' }])
    expect(await drop(OLD)).toEqual([{ outcome: 'differs' }])
    const record = (ago: number) =>
      run(`select months_record('${crypto.randomUUID()}', 'audit_entries', '${monthsAgo(ago)}', 1,
        sha256('x'), 'none', 1)`)
    await record(OLD)
    expect(await drop(OLD)).toEqual([{ outcome: 'differs' }])
    await expect(record(13)).rejects.toMatchObject({ code: '22023' })
    await expect(run(`select months_drop('payments', 'payments')`)).rejects.toThrow()
    expect(await run(`select months_drop('audit_entries', 'payments') as outcome`)).toMatchObject({
      rows: [{ outcome: 'gone' }],
    })
    expect(await liveIds(url)).toHaveLength(2)
  })
})

it('files of months are sealed, and get the current key with the others', async () => {
  await anEntry(url, OLD)
  await archiveMonths(deps)
  const fresh = sealingKeys(Buffer.alloc(32, 7), [deps.secrets.dataKey.current.bytes])
  const both = { ...deps, secrets: { ...deps.secrets, dataKey: fresh } }
  expect(await resealMonths(both)).toEqual({ read: 1, renewed: 1 })
  expect(await resealMonths(both)).toEqual({ read: 1, renewed: 0 })
  expect(files()).toHaveLength(1)
  await expect(linesOf()).rejects.toThrow()
  deps = { ...both, secrets: { ...deps.secrets, dataKey: sealingKeys(Buffer.alloc(32, 7)) } }
  expect(await linesOf()).toHaveLength(1)
})
