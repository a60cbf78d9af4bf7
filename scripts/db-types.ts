// `npm run db:types`: writes server/platform/db/schema.generated.ts from the migrations.
// With --check it fails when the file is not what the migrations say.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteEmbedded } from '#server/platform/db/embedded.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { ROOT, runNode, say } from './project.ts'
import { withScratchDatabase } from './with-database.ts'

const TARGET = join(ROOT, 'server', 'platform', 'db', 'schema.generated.ts')
const GENERATOR = 'node_modules/kysely-codegen/dist/cli/bin.js'

// What the parsers in open.ts make of each type, not what pg would.
const TYPES = { int8: 'number', date: 'string' }

async function generate(outFile: string, folder: string): Promise<void> {
  await withScratchDatabase(folder, async (url) => {
    await migrateToLatest(url)
    const options = ['--dialect=postgres', `--url=${url}`, `--out-file=${outFile}`]
    const types = ['--numeric-parser=number', `--type-mapping=${JSON.stringify(TYPES)}`]
    const rest = ['--exclude-pattern=schema_migrations', '--log-level=error']
    const code = await runNode([GENERATOR, ...options, ...types, ...rest])
    if (code !== 0) throw new Error('kysely-codegen failed')
  })
}

const folder = mkdtempSync(join(tmpdir(), 'cupo-types-'))
try {
  if (process.argv.includes('--check')) {
    const fresh = join(folder, 'schema.generated.ts')
    await generate(fresh, folder)
    if (readFileSync(fresh, 'utf8') !== readFileSync(TARGET, 'utf8')) {
      throw new Error('schema.generated.ts is not what the migrations say: npm run db:types')
    }
    say('schema.generated.ts is fresh')
  } else {
    await generate(TARGET, folder)
    say(TARGET)
  }
} finally {
  await deleteEmbedded(folder)
  rmSync(folder, { recursive: true, force: true })
}
