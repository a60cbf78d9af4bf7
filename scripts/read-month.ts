// `npm run months:read`: lists the months that are in files.
// `npm run months:read -- <table> <YYYY-MM>`: writes the rows of one to stdout, one JSON object a
// line, oldest first; `| grep <id>` finds those of a person. Reads only.
// Exit codes: 0 ok, 1 there is no such month, 2 the file is missing or is not what was recorded:
// what was printed is then not to be trusted.
import { once } from 'node:events'
import { loadConfig } from '#server/config.ts'
import { archivedMonths, readMonth } from '#server/domains/archive/archive.public.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { say } from './project.ts'
import { withDatabase } from './with-database.ts'

const [table, month] = process.argv.slice(2)
const config = loadConfig()

async function print(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
}

try {
  await withDatabase(async (url) => {
    const db = openDatabase(url, { restricted: true, poolSize: 1 })
    try {
      const known = await archivedMonths(db, { stored: false })
      if (!table || !month) {
        for (const each of known) {
          const where = each.droppedAt ? 'solo en el archivo' : 'también en la base de datos'
          say(`${each.table} ${each.month.slice(0, 7)}: ${each.rows} filas, ${where}`)
        }
        return
      }
      const found = known.find((each) => each.table === table && each.month === `${month}-01`)
      if (!found) {
        process.stderr.write(`no hay un archivo de ${table} ${month}\n`)
        process.exitCode = 1
        return
      }
      const deps = { config, secrets: loadSecrets(config) }
      for await (const line of readMonth(deps, found)) await print(line)
    } finally {
      await db.destroy()
    }
  })
} catch (error) {
  process.stderr.write(`no se pudo leer: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 2
}
