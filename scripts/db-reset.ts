import { rmSync } from 'node:fs'
import pg from 'pg'
import { loadConfig } from '#server/config.ts'
import { readCommand } from '#server/platform/command.ts'
import { deleteEmbedded } from '#server/platform/db/embedded.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { say } from './project.ts'

const { values } = readCommand({
  call: 'npm run db:reset',
  about: 'Deletes all data; the next `npm start` begins from nothing. Refuses in production.',
  options: { yes: { type: 'boolean', about: 'empty the database of DATABASE_URL too' } },
})

async function emptySchema(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('DROP SCHEMA public CASCADE')
    await client.query('CREATE SCHEMA public')
  } finally {
    await client.end()
  }
}

const config = loadConfig()
if (config.production) throw new Error('db:reset does not run in production.')
if (config.databaseUrl) {
  if (!values.yes) {
    throw new Error('This empties the database of DATABASE_URL: npm run db:reset -- --yes')
  }
  await emptySchema(config.databaseUrl)
  await migrateToLatest(config.databaseUrl)
  say('schema emptied and migrated')
} else {
  await deleteEmbedded(config.dataDir)
  rmSync(config.dataDir, { recursive: true, force: true })
  say(`${config.dataDir} deleted`)
}
