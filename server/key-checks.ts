// Whether the configured keys are those with which the stored data were written.
import { faultOfSealed } from '#server/modules/people/users/index.ts'
import { blindIndex, open, seal } from './platform/crypto.ts'
import type { Deps } from './platform/deps.ts'
import { StartRefused } from './platform/errors.ts'
import { type KeyCheckRow, listKeyChecks, writeKeyChecks } from './platform/key-checks.queries.ts'
import type { Secrets } from './platform/secrets.ts'

type Check = { make(secrets: Secrets): Buffer; fits(secrets: Secrets, proof: Buffer): boolean }

const contextOf = (name: string) => `key_checks:${name}`

/** A check by a keyed digest; the first key is the current one. */
function byDigest(name: string, keysOf: (secrets: Secrets) => [Buffer, ...Buffer[]]): Check {
  const digest = (key: Buffer) => blindIndex(key, contextOf(name))
  return {
    make: (secrets) => digest(keysOf(secrets)[0]),
    fits: (secrets, proof) => keysOf(secrets).some((key) => digest(key).equals(proof)),
  }
}

const CHECKS: Record<string, Check> = {
  DATA_KEY: {
    make: ({ dataKey }) => seal(dataKey, contextOf('DATA_KEY'), Buffer.from('cupo')),
    fits({ dataKey }, proof) {
      try {
        return open(dataKey, contextOf('DATA_KEY'), proof).toString() === 'cupo'
      } catch {
        return false
      }
    },
  },
  INDEX_KEY: byDigest('INDEX_KEY', ({ indexKey }) => [indexKey]),
  AUTH_SECRET: byDigest('AUTH_SECRET', ({ authKey, previousAuthKeys = [] }) => [
    authKey,
    ...previousAuthKeys,
  ]),
  TICKET_PRIVATE_KEY: byDigest('TICKET_PRIVATE_KEY', ({ ticketKey }) => [
    ticketKey.export({ format: 'der', type: 'pkcs8' }),
  ]),
}

type KeyDeps = Pick<Deps, 'db' | 'secrets' | 'clock'>

/**
 * Lists the variables whose key does not fit the stored data; writes nothing. Without a check of a
 * key that people's data depend on, the newest sealed national ids are compared.
 */
export async function wrongKeys({ db, secrets }: Pick<Deps, 'db' | 'secrets'>): Promise<string[]> {
  const rows = await listKeyChecks(db)
  const wrong = rows.filter(({ name, proof }) => CHECKS[name]?.fits(secrets, proof) === false)
  const names = new Set(wrong.map(({ name }) => name))
  const known = new Set(rows.map(({ name }) => name))
  const isKnown = known.has('DATA_KEY') && known.has('INDEX_KEY')
  const fault = isKnown ? null : await faultOfSealed(db, secrets)
  if (fault) names.add(fault)
  return [...names]
}

/** Opens the check of each key; writes those that are missing. Throws `StartRefused`. */
export async function checkKeys(deps: KeyDeps): Promise<void> {
  await refuseWrong(deps)
  await write(deps, false)
  await refuseWrong(deps) // Another process can have written them meanwhile.
  const rows = await listKeyChecks(deps.db)
  const auth = rows.find(({ name }) => name === 'AUTH_SECRET')
  // Opened by AUTH_SECRET_PREVIOUS, which is taken away after a month.
  if (auth && !CHECKS.AUTH_SECRET?.make(deps.secrets).equals(auth.proof)) await write(deps, true)
}

/**
 * Writes all checks for the keys in use, after `keys:rotate` opened all data. `DATA_KEY` and
 * `INDEX_KEY` must fit: nothing would open or find what they wrote.
 */
export async function renewKeyChecks(deps: KeyDeps): Promise<void> {
  await refuseWrong(deps, ['DATA_KEY', 'INDEX_KEY'])
  await write(deps, true)
}

async function refuseWrong(deps: KeyDeps, names = Object.keys(CHECKS)): Promise<void> {
  const wrong = (await wrongKeys(deps)).filter((name) => names.includes(name))
  if (wrong.length === 0) return
  throw new StartRefused(
    `${wrong.join(' y ')}: no es la llave con la que se guardaron los datos. Pon la de antes ` +
      '(está en la copia de las llaves). Si cambiaste AUTH_SECRET o TICKET_PRIVATE_KEY a ' +
      'propósito, corre primero npm run keys:rotate.',
  )
}

async function write({ db, secrets, clock }: KeyDeps, replace: boolean): Promise<void> {
  const checks = Object.entries(CHECKS).map(
    ([name, { make }]): KeyCheckRow => ({ name, proof: make(secrets) }),
  )
  await writeKeyChecks(db, { checks, replace, now: clock.now() })
}
