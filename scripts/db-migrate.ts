import { readCommand } from '#server/platform/command.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { say } from './project.ts'
import { withDatabase } from './with-database.ts'

readCommand({
  call: 'npm run db:migrate',
  about: 'Builds the configured database, or applies the migrations that it lacks.',
})

const applied = await withDatabase(migrateToLatest)
for (const name of applied) say(name)
say(applied.length === 0 ? 'nothing to apply' : `${applied.length} applied`)
