import { loadConfig } from '#server/config.ts'
import { grantAdminByOperator } from '#server/domains/office/team/team.public.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readCommand } from '#server/platform/command.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { createLogger } from '#server/platform/log.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { say } from './project.ts'
import { withDatabase } from './with-database.ts'

const {
  values: { role },
  positionals: [email = ''],
  refuse,
} = readCommand({
  call: 'npm run staff:grant -- <email> --role admin',
  about:
    'Makes somebody the first admin, while there is none. Later ones are invited at /admin/team.',
  args: [1, 1],
  options: { role: { type: 'string', about: 'only `admin`; others are given at /admin/team' } },
  exits: { 0: 'granted', 1: 'refused' },
})
if (role !== 'admin') refuse('Give --role admin.')

const answers = {
  granted: `${email} ya es administrador. En /admin elige su segundo paso.`,
  admin_exists: 'Ya hay quien administra: invita desde /admin/team. El intento queda en el log.',
  no_account: 'Ninguna cuenta tiene confirmado ese correo. Créala y confírmalo antes.',
} as const

await withDatabase(async (url) => {
  const db = openDatabase(url, { restricted: true, poolSize: 2 })
  const secrets = loadSecrets(loadConfig())
  const deps = { db, clock: systemClock, secrets, log: createLogger('error') }
  try {
    const outcome = await grantAdminByOperator(deps, { email })
    say(answers[outcome])
    if (outcome !== 'granted') process.exitCode = 1
  } finally {
    await db.destroy()
  }
})
