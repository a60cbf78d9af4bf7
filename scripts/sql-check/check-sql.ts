// Checks every SQL statement of the server against a database: PostgreSQL can parse it, and its
// parameters and columns have the types that TypeScript declares.
import pg from 'pg'
import { withClient } from '#server/platform/db/with-client.ts'
import { differences } from './compare.ts'
import { type Catalog, describe, readCatalog } from './describe.ts'
import { type Sources, withSources } from './program.ts'
import { findStatements, type Statement } from './statements.ts'

export type SqlFault = { place: string; message: string }

/** Templates that cannot be checked, with the reason. This list only gets shorter. */
const UNCHECKED: Record<string, string> = {
  'server/modules/office/books/integrity/integrity.queries.ts':
    'findings: wraps a check of the list, each of which is checked by itself',
}

/**
 * Returns the faults, and the number of checked statement texts. The database at `url` must be
 * migrated; nothing is written to it. `planted`: see `withSources`.
 */
export function checkSql(
  url: string,
  planted?: Record<string, string>,
): Promise<{ faults: SqlFault[]; checked: number }> {
  return withSources(async (sources) => {
    const { statements, unread } = findStatements(sources)
    const faults: SqlFault[] = []
    await withClient(url, async (client) => {
      const catalog = await readCatalog(client)
      for (const statement of statements) {
        faults.push(...(await faultsOf(client, catalog, sources, statement)))
      }
    })
    return {
      faults: distinct([...faults, ...faultsOfUnread(unread)]),
      checked: statements.length,
    }
  }, planted)
}

/** Removes duplicates, because a template with several texts can have the same fault in each. */
function distinct(faults: SqlFault[]): SqlFault[] {
  const byText = new Map(faults.map((fault) => [`${fault.place} ${fault.message}`, fault]))
  return [...byText.values()]
}

async function faultsOf(
  client: pg.Client,
  catalog: Catalog,
  sources: Sources,
  statement: Statement,
): Promise<SqlFault[]> {
  const { place, text } = statement
  try {
    const description = await describe(client, catalog, text)
    return differences(sources, statement, description).map((message) => ({ place, message }))
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    return [{ place, message: error.message }]
  }
}

function faultsOfUnread(unread: { place: string; reason: string }[]): SqlFault[] {
  const fileOf = (place: string) => place.replace(/:\d+$/, '')
  const listed = Object.keys(UNCHECKED)
  const idle = listed.filter((path) => !unread.some(({ place }) => fileOf(place) === path))
  return [
    ...unread
      .filter(({ place }) => !listed.includes(fileOf(place)))
      .map(({ place, reason }) => ({ place, message: `not checked: ${reason}` })),
    ...idle.map((place) => ({ place, message: 'listed as unchecked without need' })),
  ]
}
