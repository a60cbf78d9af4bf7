// `npm run db:migrate`: creates the configured database, or applies its missing migrations.
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { say } from './project.ts'
import { withDatabase } from './with-database.ts'

const applied = await withDatabase(migrateToLatest)
for (const name of applied) say(name)
say(applied.length === 0 ? 'nothing to apply' : `${applied.length} applied`)
