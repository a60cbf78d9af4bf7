import { readCommand } from '#server/platform/command.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { say } from './project.ts'
import { withDatabase } from './with-database.ts'

const {
  values: { 'dry-run': isTrial },
} = readCommand({
  call: 'npm run db:migrate',
  about: 'Builds the configured database, or applies the migrations that it lacks.',
  options: {
    'dry-run': { type: 'boolean', about: 'applies them and rolls back; needs the same locks' },
  },
})

const applied = await withDatabase((url) =>
  migrateToLatest(url, undefined, undefined, isTrial ? 'rollback' : 'commit'),
)
for (const name of applied) say(name)
const done = isTrial ? 'can be applied' : 'applied'
say(applied.length === 0 ? 'nothing to apply' : `${applied.length} ${done}`)
