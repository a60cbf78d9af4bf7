// One PostgreSQL for the whole test run, with a migrated template that each test file copies.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { allowAnyDate } from '#server/platform/db/any-date.ts'
import { deleteEmbedded, startEmbedded } from '#server/platform/db/embedded.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { withClient } from '#server/platform/db/with-client.ts'
import { deleteAbandonedFolders, makeRunFolder } from './run-folder.ts'

const TEMPLATE = 'cupo_template'

const log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (message: string) => process.stderr.write(`${message}\n`),
}

/**
 * Sets CUPO_TEST_PG (URL for CREATE DATABASE) for the workers, and a folder for compiled code for
 * the processes that tests start; returns the clean-up function.
 */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env.CUPO_TEST_PG) return async () => {}
  await deleteAbandonedFolders()
  const dataDir = makeRunFolder()
  // Another PostgreSQL than the embedded one, as its superuser: its version is tried.
  const given = process.env.CUPO_TEST_SERVER
  const server = given
    ? { adminUrl: given, stop: async () => {} }
    : await startEmbedded({ dataDir, durable: false, log })
  const cleanUp = async () => {
    delete process.env.CUPO_TEST_PG
    delete process.env.NODE_COMPILE_CACHE
    await server.stop()
    await deleteEmbedded(dataDir)
    // A worker that ends stores its compiled code in the folder meanwhile.
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }
  try {
    await makeTemplate(server.adminUrl)
  } catch (error) {
    await cleanUp()
    throw error
  }
  process.env.CUPO_TEST_PG = server.adminUrl
  // Servers and commands that tests start import the same files: 0.9 of their 2.2 s is compiling.
  process.env.NODE_COMPILE_CACHE = join(dataDir, 'compiled')
  return cleanUp
}

async function makeTemplate(adminUrl: string): Promise<void> {
  await withClient(adminUrl, async (admin) => {
    // A connection plans each statement once. By default it plans the first five calls anew, which
    // took a third of the database's time: a test makes few calls on many connections. Plans of
    // growing tables are checked as such generic plans anyway (test/growth).
    await admin.query(`ALTER SYSTEM SET plan_cache_mode = 'force_generic_plan'`)
    await admin.query('SELECT pg_reload_conf()')
    await admin.query(`CREATE DATABASE ${TEMPLATE}`)
    const url = new URL(adminUrl)
    url.pathname = `/${TEMPLATE}`
    await migrateToLatest(url.href)
    // Tests live on other days; production has no such line (docs/decisions/0017).
    await allowAnyDate(url.href)
    // Forbids connections to the template, because a connection makes every copy fail.
    await admin.query(`ALTER DATABASE ${TEMPLATE} WITH is_template true allow_connections false`)
  })
}
