// Keeps the database of a release, from which a test upgrades (docs/decisions/0003).
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readCommand } from '#server/platform/command.ts'
import { readDatabaseFiles } from '#server/platform/db/database-files.ts'
import { CREATE_HISTORY, migrateToLatest } from '#server/platform/db/migrate.ts'
import { withClient } from '#server/platform/db/with-client.ts'
import packageJson from '../package.json' with { type: 'json' }
import { fillWithDemo } from './kept-release/demo-database.ts'
import { fillEmptyTables } from './kept-release/single-rows.ts'
import { insertsOf, listTables } from './kept-release/some-rows.ts'
import { ROOT, say } from './project.ts'
import { withScratchDatabase } from './with-database.ts'

const name = `database/releases/${packageJson.version}.sql.gz`

const { values } = readCommand({
  call: 'npm run db:keep-release',
  about:
    `Writes ${name}: the statements that build the database of this release, and rows of each ` +
    'table. Takes about a minute.',
  options: { again: { type: 'boolean', about: 'replace the file of a release without a tag' } },
})

const target = join(ROOT, name)
if (existsSync(target) && !values.again) {
  throw new Error(`${name} exists. If ${packageJson.version} has no tag yet: --again replaces it.`)
}

/** Returns the whole file. Its statements run in one session of psql or one query of pg. */
async function keptRelease(url: string, dataDir: string): Promise<string> {
  const { definitions, grants } = await readDatabaseFiles(join(ROOT, 'database'))
  await migrateToLatest(url)
  await fillWithDemo(url, dataDir)
  return await withClient(url, async (client) => {
    const tables = await listTables(client)
    await fillEmptyTables(client, tables)
    const statements = [
      'set check_function_bodies = off',
      CREATE_HISTORY,
      ...[...definitions, ...grants].map(({ text }) => text),
      // Neither triggers nor foreign keys: rows are inserted as they are, in any order.
      'set session_replication_role = replica',
      ...(await insertsOf(client, tables)),
      'reset session_replication_role',
    ]
    return `-- The database of release ${packageJson.version}.\n${statements.join(';\n\n')};\n`
  })
}

await withScratchDatabase(async (url, folder) => {
  const text = await keptRelease(url, folder)
  writeFileSync(target, gzipSync(text, { level: 9 }))
  say(target)
})
