// Parallel calls whose order does not depend on the machine: a session holds what they need until
// all wait for it.
import pg from 'pg'
import { expect } from 'vitest'
import { atEnd } from '#test/at-end.ts'

export type Holder = {
  /**
   * Runs calls in parallel while a statement holds a lock; each begins when the earlier ones wait.
   * Those that wait for one row go on in that order.
   */
  inOrder<T>(held: string, values: string[], calls: readonly (() => Promise<T>)[]): Promise<T[]>
  /** Reads as the owner of the database, beside the session that holds. */
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>
}

export async function openHolder(connectionString: string): Promise<Holder> {
  const holder = new pg.Client({ connectionString })
  const witness = new pg.Client({ connectionString })
  await Promise.all([holder.connect(), witness.connect()])
  atEnd(() => Promise.all([holder.end(), witness.end()]))

  async function waiting(): Promise<number> {
    const { rows } = await witness.query(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0].n
  }
  return {
    async inOrder<T>(held: string, values: string[], calls: readonly (() => Promise<T>)[]) {
      await holder.query('begin')
      await holder.query(held, values)
      const running: Promise<T>[] = []
      try {
        for (const call of calls) {
          running.push(call())
          await expect.poll(waiting, { timeout: 6_000, interval: 2 }).toBe(running.length)
        }
      } finally {
        await holder.query('rollback')
      }
      return await Promise.all(running)
    },
    query: (text, values) => witness.query(text, values),
  }
}
