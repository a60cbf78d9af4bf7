import { type Db, run } from './platform/db/tx.ts'

export function findAppliedMigration(db: Db) {
  return run.value<{ name: string }>(db, '')`
    select name from schema_migrations order by name desc limit 1`
}
