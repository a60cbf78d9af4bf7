import { loadConfig } from '#server/config.ts'
import { openClaim } from '#server/domains/office/privacy/privacy.public.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readCommand } from '#server/platform/command.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { say } from './project.ts'
import { withDatabase } from './with-database.ts'

const {
  positionals: [id = ''],
} = readCommand({
  call: 'node scripts/open-claim.ts <transaction of the case>',
  about:
    'Says whose is the balance of a closed account, for an operator who returns it. The look is ' +
    'audited.',
  args: [1, 1],
})

const config = loadConfig()

await withDatabase(async (url) => {
  const db = openDatabase(url, { restricted: true, poolSize: 1 })
  try {
    const claim = await openClaim({ db, clock: systemClock, secrets: loadSecrets(config) }, id)
    say(claim ? JSON.stringify(claim, null, 2) : 'No hay un saldo con ese número.')
  } finally {
    await db.destroy()
  }
})
