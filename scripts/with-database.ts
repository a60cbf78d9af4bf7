// Opens the configured database, for the command line tools.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '#server/config.ts'
import { deleteEmbedded, startEmbedded } from '#server/platform/db/embedded.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { type Db, openDatabase } from '#server/platform/db/open.ts'

const log = {
  debug: () => {},
  info: () => {},
  warn: (message: string) => process.stderr.write(`${message}\n`),
  error: (message: string) => process.stderr.write(`${message}\n`),
}

/**
 * Calls `work` with the URL of the configured database. An embedded database is started for this
 * call, or shared when the server is running.
 */
export async function withDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const config = loadConfig()
  if (config.databaseUrl) return work(config.databaseUrl)
  const embedded = await startEmbedded({ dataDir: config.dataDir, durable: true, log })
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}

/** Calls `work` with connections to the configured database, as the server has them. */
export function withConnections<T>(
  work: (db: Db) => Promise<T>,
  { migrates = false } = {},
): Promise<T> {
  return withDatabase(async (url) => {
    if (migrates) await migrateToLatest(url)
    return withConnectionsTo(url, work)
  })
}

/** Calls `work` with connections to this database, as the server has them. */
export async function withConnectionsTo<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase(url, { restricted: true, poolSize: 2 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Calls `work` with the URL and the folder of a new empty database, deleted afterwards. */
export async function withScratchDatabase<T>(
  work: (url: string, folder: string) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cupo-scratch-'))
  try {
    const embedded = await startEmbedded({ dataDir, durable: false, log })
    try {
      return await work(embedded.url, dataDir)
    } finally {
      await embedded.stop()
    }
  } finally {
    await deleteEmbedded(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
  }
}
