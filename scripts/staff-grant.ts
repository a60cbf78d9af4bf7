import { createInterface } from 'node:readline'
import { loadConfig } from '#server/config.ts'
import { grantAdminByOperator, grantSecondByOperator } from '#server/modules/office/desk/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readCommand } from '#server/platform/command.ts'
import { createLogger } from '#server/platform/log.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { say } from './project.ts'
import { withConnections } from './with-database.ts'

const {
  values: { role, second },
  positionals: [email = ''],
  refuse,
} = readCommand({
  call: 'npm run staff:grant -- <email> --role admin [--second]',
  about:
    'Makes somebody the first admin, while there is none. Later ones are invited at /admin/team.',
  args: [1, 1],
  options: {
    role: { type: 'string', about: 'only `admin`; others are given at /admin/team' },
    second: {
      type: 'boolean',
      about: 'makes the second admin, once: asks for the first one and a document number',
    },
  },
  exits: { 0: 'granted', 1: 'refused' },
})
if (role !== 'admin') refuse('Give --role admin.')

const answers = {
  granted: `${email} ya es administrador. En /admin elige su segundo paso.`,
  admin_exists: 'Ya hay quien administra: invita desde /admin/team. El intento queda en el log.',
  no_account: 'Ninguna cuenta tiene confirmado ese correo. Créala y confírmalo antes.',
  used: 'Esto se hace una sola vez, y ya se hizo: invita desde /admin/team.',
  not_first: 'El otro correo no es de quien administra, o hay más administradores.',
  unverified: 'Las dos personas deben tener su identidad verificada.',
  same_human: 'Las dos cuentas comparten documento, celular o cuenta bancaria.',
  other_document: 'Ese número no es el del documento de la segunda persona.',
} as const

const lines = second && createInterface({ input: process.stdin })[Symbol.asyncIterator]()

/** Asks the operator; the questions are not part of the output. */
async function ask(question: string): Promise<string> {
  process.stderr.write(`${question} `)
  const { value = '' } = lines ? await lines.next() : {}
  return String(value).trim()
}

await withConnections(async (db) => {
  const secrets = loadSecrets(loadConfig())
  const deps = { db, clock: systemClock, secrets, log: createLogger('error') }
  try {
    const outcome = second
      ? await grantSecondByOperator(deps, {
          email,
          firstEmail: await ask('Correo de quien administra:'),
          document: await ask(`Número del documento de ${email}, leído del documento:`),
        })
      : await grantAdminByOperator(deps, { email })
    say(answers[outcome])
    if (outcome !== 'granted') process.exitCode = 1
  } finally {
    if (second) process.stdin.destroy()
  }
})
