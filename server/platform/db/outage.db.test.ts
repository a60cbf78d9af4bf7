import { mkdtempSync, symlinkSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { atEnd } from '#test/at-end.ts'
import { asOwner, openTestDatabase } from '#test/db.ts'
import { handleErrors } from '../http/error-handler.ts'
import { type Db, openDatabase } from './open.ts'
import { isOutage } from './outage.ts'

let url: string

beforeAll(async () => {
  ;({ url } = await openTestDatabase())
})

type Changed = { host?: string; database?: string; user?: string }

/** Opens the test database, at another address or as somebody else. */
function openAs(change: Changed): Db {
  const { user, password, database, host, port } = new pg.Client({ connectionString: url })
  const at = { user, database, host, ...change }
  const query = new URLSearchParams({ host: at.host, port: String(port) })
  const path = `postgres://${at.user}:${password}@/${at.database}?${query}`
  const db = openDatabase(path, { restricted: true, poolSize: 1 })
  atEnd(() => db.destroy())
  return db
}

const failure = (db: Db, statement = sql`select 1`) =>
  statement.execute(db).then(
    () => undefined,
    (error: unknown) => error as Error & { code?: string },
  )

/** Status and headers of a call whose handler fails with an error. */
async function answerTo(error: unknown) {
  const app = Fastify()
  const log = { warn() {}, error() {} }
  handleErrors(app, { log, metrics: { count() {} } } as never)
  app.get('/', () => {
    throw error
  })
  const { statusCode, headers } = await app.inject({ url: '/' })
  await app.close()
  return [statusCode, headers['retry-after']]
}

it('detects an outage when the socket is removed, and its end', async () => {
  const { host, port } = new pg.Client({ connectionString: url })
  const folder = mkdtempSync(join(tmpdir(), 'cupo-socket-'))
  const name = `.s.PGSQL.${port}`
  symlinkSync(join(host, name), join(folder, name))
  const db = openAs({ host: folder })
  const found = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  unlinkSync(join(folder, name))
  expect(await failure(db)).toBe(undefined)
  await asOwner(url, 'select pg_terminate_backend($1)', [found.rows[0]?.pid])
  // The pool first finds out that its connection ended.
  let error = await failure(db)
  for (let tries = 0; tries < 20 && error?.code !== 'ENOENT'; tries += 1) {
    expect(isOutage(error), String(error)).toBe(true)
    error = await failure(db)
  }
  expect([error?.code, isOutage(error)]).toEqual(['ENOENT', true])
  expect(await answerTo(error)).toEqual([503, '1'])
  symlinkSync(join(host, name), join(folder, name))
  expect(await failure(db)).toBe(undefined)
})

it.each([
  ['the database does not exist', '3D000', { database: 'nowhere' }],
  ['the role does not exist', '28P01', { user: 'nobody' }],
  ['the address is a file', 'ENOTDIR', { host: '/etc/hostname' }],
] as const)('is an outage while connecting when %s', async (_, code, change) => {
  const error = await failure(openAs(change))
  expect([error?.code, isOutage(error)]).toEqual([code, true])
})

it('detects an outage when no connection becomes free', async () => {
  const db = openAs({})
  const held = await db.startTransaction().execute()
  const error = await failure(db)
  expect(isOutage(error)).toBe(true)
  await held.rollback().execute()
}, 20_000)

it('detects an outage when the connection ends during a statement', async () => {
  const db = openAs({})
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const slept = failure(db, sql`select pg_sleep(10)`)
  await asOwner(url, 'select pg_terminate_backend($1)', [rows[0]?.pid])
  expect(isOutage(await slept)).toBe(true)
})

it('reports no outage when PostgreSQL refuses a statement, or our code throws', async () => {
  const db = openAs({})
  const wrong = await failure(db, sql`select * from nowhere`)
  expect([wrong?.code, isOutage(wrong)]).toEqual(['42P01', false])
  expect(await answerTo(wrong)).toEqual([500, undefined])
  const tooLarge = await failure(db, sql`select 9007199254740993::bigint as n`)
  expect([tooLarge instanceof RangeError, isOutage(tooLarge)]).toEqual([true, false])
  expect(isOutage(Object.assign(new Error('no file'), { code: 'ENOENT' }))).toBe(false)
})
