import { createServer, connect as dial, type Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { atEnd } from '#test/at-end.ts'
import { openTestDatabase } from '#test/db.ts'
import { freePort } from '#test/free-port.ts'
import { openDatabase } from './open.ts'
import { isOutage } from './outage.ts'
import { inTransaction } from './tx.ts'

let url: string
let port: number
let isFrozen = false

/**
 * Opens a proxy to the database that drops all data while it is frozen, as an unreachable host
 * does.
 */
beforeAll(async () => {
  ;({ url } = await openTestDatabase())
  const client = new pg.Client({ connectionString: url })
  const path = `${client.host}/.s.PGSQL.${client.port}`
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = dial(path)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => {
        if (!isFrozen) to.write(bytes)
      })
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  })
  port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  atEnd(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
})

function openThrough() {
  const { user, password, database } = new pg.Client({ connectionString: url })
  const through = `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
  const db = openDatabase(through, {
    ...{ restricted: true, poolSize: 1, statementMs: 300, answerGraceMs: 200 },
  })
  atEnd(() => db.destroy())
  return db
}

it('fails a statement that a frozen server does not answer, and reconnects', async () => {
  const db = openThrough()
  await sql`select 1`.execute(db)
  isFrozen = true
  const error = await sql`select 2`.execute(db).catch((caught: unknown) => caught)
  expect(isOutage(error)).toBe(true)
  isFrozen = false
  expect((await sql<{ n: number }>`select 3 as n`.execute(db)).rows).toEqual([{ n: 3 }])
})

it('lets a slow transaction finish that has no statement timeout', async () => {
  const db = openThrough()
  const slept = inTransaction(db, async (tx) => {
    await sql`select set_config('statement_timeout', '0', true)`.execute(tx)
    await sql`select pg_sleep(0.8)`.execute(tx)
    return 'done'
  })
  expect(await slept).toBe('done')
  // The next statement has its limit again: the server's, or on a busy machine the client's.
  const error = await sql`select pg_sleep(0.8)`.execute(db).catch((caught: unknown) => caught)
  expect(isOutage(error)).toBe(true)
})
