// Simulates a process that is killed at a chosen point: after its n-th statement, or while that is
// sent.
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createPool, type Db, wrapPool } from '#server/platform/db/open.ts'
import { asOwner } from '#test/db.ts'

/**
 * `done`: the response was on its way back. `sent`: the statement was on its way to the database.
 */
export type Death = { at: number; moment: 'done' | 'sent' }

export type Sent = {
  /** The first 60 characters of the statement. */
  words: string
  /** Whether the statement can change rows; `with made as` calls a function that writes. */
  writes: boolean
  /** Number of its connection within the process. */
  connection: number
}

const WRITES = /\b(insert into|delete from|set)\b|^select \w+\(|^with made as/i

export type MortalProcess = {
  db: Db
  /** Every statement that it sent, in order. */
  statements: Sent[]
  isDead(): boolean
  /** Closes the remaining connections, and waits until the database has ended their statements. */
  bury(): Promise<void>
}

class ProcessDied extends Error {}

/**
 * A database connection of a killed process: at that moment every socket closes, and nothing that
 * the code does afterwards reaches the database.
 */
export function mortalProcess(url: string, death?: Death): MortalProcess {
  const pool = createPool(url, { restricted: true, poolSize: 3 })
  const clients = new Map<pg.PoolClient, () => void>()
  const statements: Sent[] = []
  let dead = false

  function die(): never {
    dead = true
    for (const close of clients.values()) close()
    throw new ProcessDied('the process was killed')
  }

  function watch(client: pg.PoolClient): void {
    const send = client.query.bind(client) as (...parts: unknown[]) => Promise<unknown>
    const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } })
      .connection
    clients.set(client, () => stream.destroy())
    const connection = clients.size
    const query = async (...parts: unknown[]): Promise<unknown> => {
      if (dead) throw new ProcessDied('the process is dead')
      statements.push({ ...describe(parts[0]), connection })
      const last = statements.length === death?.at
      const answer = send(...parts)
      if (last && death?.moment === 'sent') {
        answer.catch(() => {})
        await setImmediate()
        die()
      }
      const result = await answer
      if (last) die()
      return result
    }
    Object.assign(client, { query })
  }

  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  Object.assign(pool, {
    connect: async () => {
      if (dead) throw new ProcessDied('the process is dead')
      const client = await connect()
      if (!clients.has(client)) watch(client)
      return client
    },
  })
  const db = wrapPool(pool)
  async function bury(): Promise<void> {
    const pids = [...clients.keys()].map((client) => (client as { processID?: number }).processID)
    await db.destroy()
    // By their ids: the view of all sessions is planned anew at each call.
    const alive = 'select from unnest($1::int[]) as pid, pg_stat_get_activity(pid)'
    while ((await asOwner(url, alive, [pids])).rowCount) await sleep(2)
  }
  return { db, statements, isDead: () => dead, bury }
}

function describe(statement: unknown): Pick<Sent, 'words' | 'writes'> {
  const text = typeof statement === 'string' ? statement : (statement as { text: string }).text
  const words = text.replaceAll(/\s+/g, ' ').trim()
  return { words: words.slice(0, 60), writes: WRITES.test(words) }
}
