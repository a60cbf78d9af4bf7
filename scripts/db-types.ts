import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCommand } from '#server/platform/command.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { ROOT, runNode, say } from './project.ts'
import { checkSql } from './sql-check/check-sql.ts'
import { withScratchDatabase } from './with-database.ts'

const { values } = readCommand({
  call: 'npm run db:types',
  about: 'Writes server/platform/db/schema.generated.ts from database/.',
  options: {
    check: {
      type: 'boolean',
      about: 'write nothing; fail when the file is stale or an SQL statement does not fit',
    },
  },
})

const TARGET = join(ROOT, 'server', 'platform', 'db', 'schema.generated.ts')
const GENERATOR = 'node_modules/kysely-codegen/dist/cli/bin.js'

// Types that the parsers in open.ts return for each database type, instead of the types of pg.
const TYPES = { int8: 'number', date: 'string' }

async function generate(url: string, outFile: string): Promise<void> {
  const options = ['--dialect=postgres', `--url=${url}`, `--out-file=${outFile}`]
  const types = ['--numeric-parser=number', `--type-mapping=${JSON.stringify(TYPES)}`]
  const rest = ['--exclude-pattern=schema_migrations', '--log-level=error']
  const code = await runNode([GENERATOR, ...options, ...types, ...rest])
  if (code !== 0) throw new Error('kysely-codegen failed')
}

async function check(url: string, folder: string): Promise<void> {
  const fresh = join(folder, 'schema.generated.ts')
  await generate(url, fresh)
  if (readFileSync(fresh, 'utf8') !== readFileSync(TARGET, 'utf8')) {
    throw new Error('schema.generated.ts is not what database/ says: npm run db:types')
  }
  say('schema.generated.ts is fresh')
  const { faults, checked } = await checkSql(url)
  for (const { place, message } of faults) say(`${place} ${message}`)
  say(`${checked} SQL statements checked, ${faults.length} faults`)
  if (faults.length > 0) throw new Error('SQL statements do not fit the database')
}

await withScratchDatabase(async (url, folder) => {
  await migrateToLatest(url)
  if (values.check) return check(url, folder)
  await generate(url, TARGET)
  say(TARGET)
})
