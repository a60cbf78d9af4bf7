// `npm run sessions:end -- correo@ejemplo.co`, or `-- --all`: ends sessions, for the operator, when
// an account or a key is compromised.
import { endSessionsByOperator } from '#server/domains/people/auth/auth.public.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { say } from './project.ts'
import { withDatabase } from './with-database.ts'

const [whose] = process.argv.slice(2)
if (!whose) {
  say('Uso: npm run sessions:end -- correo@ejemplo.co | --all')
  process.exit(1)
}

await withDatabase(async (url) => {
  const db = openDatabase(url, { restricted: true, poolSize: 2 })
  try {
    const target = whose === '--all' ? ('everybody' as const) : { email: whose }
    const ended = await endSessionsByOperator({ db, clock: systemClock }, target)
    say(ended === null ? 'No hay una cuenta con ese correo.' : `Sesiones terminadas: ${ended}`)
    if (ended === null) process.exitCode = 1
  } finally {
    await db.destroy()
  }
})
