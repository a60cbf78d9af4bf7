// Opens the configured database, for the command line tools.
import { loadConfig } from '#server/config.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'

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

/** Calls `work` with the URL of a new empty database, which is deleted afterwards. */
export async function withScratchDatabase<T>(
  dataDir: string,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const embedded = await startEmbedded({ dataDir, durable: false, log })
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}
