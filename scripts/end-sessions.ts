import { endSessionsByOperator } from '#server/modules/people/access/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readCommand } from '#server/platform/command.ts'
import { say } from './project.ts'
import { withConnections } from './with-database.ts'

const {
  values: { all },
  positionals: [email],
  refuse,
} = readCommand({
  call: 'npm run sessions:end -- <email>',
  about: 'Ends every session of one person, when an account or a key is in the wrong hands.',
  args: [0, 1],
  options: { all: { type: 'boolean', about: 'in place of an email: of everybody' } },
  exits: { 1: 'nobody has that email' },
})
const target = all ? ('everybody' as const) : { email: email ?? '' }
if (Boolean(all) === Boolean(email)) refuse('Give an email or --all.')

await withConnections(async (db) => {
  const ended = await endSessionsByOperator({ db, clock: systemClock }, target)
  say(ended === null ? 'No hay una cuenta con ese correo.' : `Sesiones terminadas: ${ended}`)
  if (ended === null) process.exitCode = 1
})
