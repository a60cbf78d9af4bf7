import type { PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { AppError } from '../errors.ts'
import { createPool, type Db, wrapPool } from './open.ts'

export type ReplicaConnections = {
  /**
   * Runs `use` on one connection. One that is slow or failed is closed, so that nobody after it
   * waits for what it still does. Throws after `timeoutMs`.
   */
  onOne<T>(use: (db: Db) => Promise<T>): Promise<T>
  end(): Promise<void>
}

type Options = { url: string; poolSize: number; timeoutMs: number }

/** Connections as the restricted role that refuse to write. */
export function replicaConnections({ url, poolSize, timeoutMs }: Options): ReplicaConnections {
  const pool = createPool(url, {
    restricted: true,
    poolSize,
    applicationName: 'cupo-replica',
    readOnly: true,
    connectMs: timeoutMs,
    statementMs: 2 * timeoutMs,
  })
  return {
    async onOne(use) {
      const client = await pool.connect()
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('the replica answers too slowly')), timeoutMs)
      })
      try {
        const value = await Promise.race([use(overOne(pool, client)), late])
        client.release()
        return value
      } catch (error) {
        client.release(!(error instanceof AppError))
        throw error
      } finally {
        clearTimeout(timer)
      }
    },
    end: () => pool.end(),
  }
}

/** Whoever took the connection gives it back, not each statement. */
function overOne({ options }: pg.Pool, client: pg.PoolClient): Db {
  const borrowed = { query: client.query.bind(client), release: () => {} } as PostgresPoolClient
  return wrapPool({ options, connect: async () => borrowed, end: async () => {} })
}
