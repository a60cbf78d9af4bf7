import pg from 'pg'

const LIMIT_SECONDS = 120

/**
 * Lets money move on any date in this database, or only near its time again. For tests and
 * demonstrations, whose movements have other dates: `npm run doctor` reports it as an error
 * elsewhere. Needs the owner.
 */
export async function allowAnyDate(ownerUrl: string, isAllowed = true): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const limit = isAllowed ? null : LIMIT_SECONDS
    await client.query('update clock_limit set tolerance_seconds = $1', [limit])
  } finally {
    await client.end()
  }
}
