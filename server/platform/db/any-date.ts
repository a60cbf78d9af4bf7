import { withClient } from './with-client.ts'

const LIMIT_SECONDS = 120

/**
 * Lets money move on any date in this database, or only near its time again. For tests and
 * demonstrations, whose movements have other dates: `npm run doctor` reports it as an error
 * elsewhere. Needs the owner.
 */
export async function allowAnyDate(ownerUrl: string, isAllowed = true): Promise<void> {
  const limit = isAllowed ? null : LIMIT_SECONDS
  const statement = 'update clock_limit set tolerance_seconds = $1'
  await withClient(ownerUrl, (client) => client.query(statement, [limit]))
}
