// `node scripts/open-claim.ts <transaction of the case>`: shows the owner of the balance of a
// closed account, for an operator who returns it. The access is audited.
import { loadConfig } from '#server/config.ts'
import { openClaim } from '#server/domains/office/privacy/privacy.public.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { say } from './project.ts'
import { withDatabase } from './with-database.ts'

const config = loadConfig()
const [id = ''] = process.argv.slice(2)

await withDatabase(async (url) => {
  const db = openDatabase(url, { restricted: true, poolSize: 1 })
  try {
    const claim = await openClaim({ db, clock: systemClock, secrets: loadSecrets(config) }, id)
    say(claim ? JSON.stringify(claim, null, 2) : 'No hay un saldo con ese número.')
  } finally {
    await db.destroy()
  }
})
