import { rmSync } from 'node:fs'
import { loadConfig } from '#server/config.ts'
import { readCommand } from '#server/platform/command.ts'
import { deleteEmbedded } from '#server/platform/db/embedded.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { withClient } from '#server/platform/db/with-client.ts'
import { say } from './project.ts'

const { values } = readCommand({
  call: 'npm run db:reset',
  about: 'Deletes all data; the next `npm start` begins from nothing. Refuses in production.',
  options: { yes: { type: 'boolean', about: 'empty the database of DATABASE_URL too' } },
})

const config = loadConfig()
if (config.production) throw new Error('db:reset does not run in production.')
if (config.databaseUrl) {
  if (!values.yes) {
    throw new Error('This empties the database of DATABASE_URL: npm run db:reset -- --yes')
  }
  const empty = 'DROP SCHEMA public CASCADE; CREATE SCHEMA public'
  await withClient(config.databaseUrl, (client) => client.query(empty))
  await migrateToLatest(config.databaseUrl)
  say('schema emptied and migrated')
} else {
  await deleteEmbedded(config.dataDir)
  rmSync(config.dataDir, { recursive: true, force: true })
  say(`${config.dataDir} deleted`)
}
