import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type Db, openDatabase } from '#server/platform/db/open.ts'
import { atEnd } from './at-end.ts'

export type TestDatabase = { db: Db; url: string }

/**
 * Parallel connections of a test that does not ask for more. Each connection plans every statement
 * anew: four instead of two took a fifth more of the processor's time. Races have ten
 * (vitest.config.ts).
 */
const POOL_SIZE = Number(process.env.TEST_POOL_SIZE ?? 2)

/**
 * Opens a database for this test file, copied from the migrated template and dropped at the end.
 * `poolSize` is the number of parallel connections; with `owner` they connect as the owner, to move
 * money without a payment or a booking.
 */
export async function openTestDatabase(
  options: { poolSize?: number; owner?: boolean } = {},
): Promise<TestDatabase> {
  const adminUrl = process.env.CUPO_TEST_PG
  if (!adminUrl) throw new Error('CUPO_TEST_PG is not set: run through vitest')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  // `file_copy`: with the default strategy each copy would write 15 MB to the log.
  await asAdmin(adminUrl, `create database ${name} template cupo_template strategy file_copy`)
  const url = withDatabase(adminUrl, name)
  const db = openDatabase(url, {
    restricted: !options.owner,
    poolSize: options.poolSize ?? POOL_SIZE,
  })
  atEnd(async () => {
    await db.destroy()
    await asAdmin(adminUrl, `drop database if exists ${name} with (force)`)
  })
  return { db, url }
}

/** Creates an empty database, which is dropped at the end; returns its URL. */
export async function openEmptyDatabase(): Promise<string> {
  const adminUrl = process.env.CUPO_TEST_PG
  if (!adminUrl) throw new Error('CUPO_TEST_PG is not set: run through vitest')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await asAdmin(adminUrl, `create database ${name}`)
  atEnd(() => asAdmin(adminUrl, `drop database if exists ${name} with (force)`))
  return withDatabase(adminUrl, name)
}

/** Opens a database as its owner, to move money without a payment or a booking. */
export function openAsOwner(url: string): Db {
  const db = openDatabase(url, { restricted: false, poolSize: 5 })
  atEnd(() => db.destroy())
  return db
}

/**
 * Connections of owners. They stay open until their database is dropped: a new one costs 8 ms of
 * processor time and plans its statements anew, and closed after a second a file made twenty.
 */
const owners = new Map<string, pg.Pool>()

function ownersOf(url: string): pg.Pool {
  const known = owners.get(url)
  if (known) return known
  const options = { connectionString: url, idleTimeoutMillis: 60_000, allowExitOnIdle: true }
  const pool = new pg.Pool(options)
  // Ignores errors of an idle connection when the server or the database stops.
  pool.on('error', () => {})
  owners.set(url, pool)
  return pool
}

/** Runs a statement as the owner, to damage rows that the app's role cannot change. */
export async function asOwner(url: string, statement: string, values: unknown[] = []) {
  // The extended protocol is used only with values, because it allows only one statement.
  return values.length > 0
    ? await ownersOf(url).query(statement, values)
    : await ownersOf(url).query(statement)
}

async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  // A copy fails while another copy of the same template runs, so it is retried.
  for (let attempt = 1; ; attempt += 1) {
    try {
      await asOwner(adminUrl, statement)
      return
    } catch (error) {
      const busy = (error as { code?: string }).code === '55006'
      if (!busy || attempt === 50) throw error
      await new Promise((resolve) => setTimeout(resolve, 20 * attempt))
    }
  }
}

function withDatabase(adminUrl: string, name: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.toString()
}
