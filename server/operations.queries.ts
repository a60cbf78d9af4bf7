import { sql } from 'kysely'
import type { Db } from './platform/db/tx.ts'

export async function findAppliedMigration(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from schema_migrations order by name desc limit 1`.execute(db)
  return rows[0]?.name ?? ''
}
