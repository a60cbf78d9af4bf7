import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCommand } from '#server/platform/command.ts'
import { withClient } from '#server/platform/db/with-client.ts'
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
const inDatabase = applied ? await withDatabase(migrationsIn) : undefined
const added = Object.entries(migrations).filter(
  ([name]) => !known.includes(name) && (inDatabase?.some((each) => each.name === name) ?? true),
)
const grants = (folder: string) => readFileSync(join(folder, 'database', 'grants.sql'), 'utf8')
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
/** Whether this release has applied its grants to the database. */
const isOurs = inDatabase?.some(({ release }) => release === version) ?? true
const reasons = [
  ...added.flatMap(([name, statements]) => statements.map((text) => `${name}: ${text}`)),
  ...(isOurs ? lostGrants(grants(older), grants(ROOT)) : []),
]
for (const reason of reasons) say(reason)
process.exitCode = reasons.length === 0 ? 0 : 3

type Applied = { name: string; release: string }

async function migrationsIn(url: string): Promise<Applied[]> {
  const text = 'select name, release from schema_migrations'
  return (await withClient(url, (client) => client.query<Applied>(text))).rows
}
