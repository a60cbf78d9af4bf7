import { loadConfig } from '#server/config.ts'
import { renewKeyChecks } from '#server/key-checks.ts'
import { resealDocuments } from '#server/modules/people/verification/index.ts'
import { sealedColumns } from '#server/modules.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readCommand } from '#server/platform/command.ts'
import { resealJobs } from '#server/platform/jobs/reseal.queries.ts'
import { type Resealing, resealColumn } from '#server/platform/reseal.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { say } from './project.ts'
import { withConnections } from './with-database.ts'

readCommand({
  call: 'npm run keys:rotate',
  about:
    'Seals with DATA_KEY whatever is still under one of DATA_KEYS_OLD. The server may run ' +
    'meanwhile, with the same two settings. Can be interrupted and repeated; once it counts ' +
    'nothing renewed, the old keys may go. Run it before the restart with a new AUTH_SECRET or ' +
    'TICKET_PRIVATE_KEY too: the next start expects what it found here.',
})

const config = loadConfig()

await withConnections(async (db) => {
  const deps = { db, config, clock: systemClock, secrets: loadSecrets(config) }
  const tell = (name: string, { read, renewed }: Resealing) =>
    say(`${name}: ${read} leídos, ${renewed} con la llave nueva`)
  for (const column of sealedColumns) {
    tell(`${column.table}.${column.column}`, await resealColumn(deps, column))
  }
  tell('archivos de documentos', await resealDocuments(deps))
  tell('trabajos en espera', await resealJobs(deps))
  await renewKeyChecks(deps)
})
