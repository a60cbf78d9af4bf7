import { sql } from 'kysely'
import { APP_ROLE } from './open.ts'
import type { Reader } from './tx.ts'

/** Throws unless the role is the app's: a pooler can drop settings; the owner may change all. */
export async function requireAppRole(db: Reader): Promise<void> {
  const { rows } = await sql<{ role: string }>`select current_user::text as "role"`.execute(db)
  const role = rows[0]?.role
  if (role === APP_ROLE) return
  throw new Error(
    `DATABASE_URL works as "${role}", not as "${APP_ROLE}": a pooler dropped the settings of the ` +
      'connection. Use the direct address of PostgreSQL (docs/deploy.md)',
  )
}
