import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { readCommand } from '#server/platform/command.ts'
import { ROOT, say } from './project.ts'
import { lostGrants, type Release } from './release-facts.ts'
import { withDatabase } from './with-database.ts'

const {
  positionals: [older = ''],
  values: { applied },
  refuse,
} = readCommand({
  call: 'node scripts/allows-release.ts FOLDER',
  about:
    'Says whether the release in FOLDER works with the database of this release: the statements ' +
    'and rights that keep it from working.',
  args: [1, 1],
  options: {
    applied: { type: 'boolean', about: 'count only what is in the configured database by now' },
  },
  exits: { 0: 'it works', 1: 'it could not be found out', 3: 'it may fail' },
})
if (!existsSync(join(older, 'database', 'migrations'))) refuse(`${older} has no release.`)

const { migrations }: Release = JSON.parse(readFileSync(join(ROOT, 'release.json'), 'utf8'))
const known = readdirSync(join(older, 'database', 'migrations'))
const inDatabase = applied ? await withDatabase(namesIn) : Object.keys(migrations)
const added = Object.entries(migrations).filter(
  ([name]) => !known.includes(name) && inDatabase.includes(name),
)
const grants = (folder: string) => readFileSync(join(folder, 'database', 'grants.sql'), 'utf8')
const isUntouched = applied && !(await withDatabase(isOurs))
const reasons = [
  ...added.flatMap(([name, statements]) => statements.map((text) => `${name}: ${text}`)),
  ...(isUntouched ? [] : lostGrants(grants(older), grants(ROOT))),
]
for (const reason of reasons) say(reason)
process.exitCode = reasons.length === 0 ? 0 : 3

async function namesIn(url: string): Promise<string[]> {
  return (await read<{ name: string }>(url, 'select name from schema_migrations')).map(
    ({ name }) => name,
  )
}

/** Whether this release has given its rights to the program. */
async function isOurs(url: string): Promise<boolean> {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const rows = await read<{ release: string }>(url, 'select release from schema_migrations')
  return rows.some(({ release }) => release === version)
}

async function read<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}
