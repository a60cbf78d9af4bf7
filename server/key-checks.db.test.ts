import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { sealedIdentification } from '#server/modules/people/users/identification.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser } from '#test/factories.ts'
import { checkKeys, renewKeyChecks, wrongKeys } from './key-checks.ts'
import { sealingKeys } from './platform/crypto.ts'
import type { Secrets } from './platform/secrets.ts'

let test: TestApp
const other = {
  dataKey: sealingKeys(randomBytes(32)),
  indexKey: randomBytes(32),
  authKey: randomBytes(32),
  ticketKey: generateKeyPairSync('ed25519').privateKey,
}

beforeAll(async () => {
  test = await openTestApp()
})

beforeEach(() => run('delete from key_checks'))

const run = async (statement: string, ...values: unknown[]) =>
  (await asOwner(test.deps.databaseUrl, statement, values)).rows

const withKeys = (keys: Partial<Secrets>) => ({
  ...test.deps,
  secrets: { ...test.deps.secrets, ...keys },
})

const VARIABLES = [
  ['DATA_KEY', 'dataKey'],
  ['INDEX_KEY', 'indexKey'],
  ['AUTH_SECRET', 'authKey'],
  ['TICKET_PRIVATE_KEY', 'ticketKey'],
] as const

it('writes a check of each key at the first start, and opens it at the next', async () => {
  await checkKeys(test.deps)
  const names = (await run('select name from key_checks order by name')).map(({ name }) => name)
  expect(names).toEqual(VARIABLES.map(([name]) => name).sort())
  await expect(checkKeys(test.deps)).resolves.toBeUndefined()
})

it.each(VARIABLES)('does not start with another %s, and names it', async (name, key) => {
  await checkKeys(test.deps)
  const before = await run('select * from key_checks order by name')
  const deps = withKeys({ [key]: other[key] })
  await expect(checkKeys(deps)).rejects.toThrow(new RegExp(`^${name}: no es la llave`))
  expect(await wrongKeys(deps)).toEqual([name])
  expect(await run('select * from key_checks order by name')).toEqual(before)
})

it.each(VARIABLES.slice(0, 2))(
  'compares the newest people where no check was written yet: %s',
  async (name, key) => {
    for (const number of ['1032456789', '52888777']) {
      const { userId } = await aUser(test.deps)
      const { secrets } = test.deps
      const stored = sealedIdentification(secrets, userId, { type: 'CC', number })
      await run(
        `update users set identification_type = 'CC', identification_sealed = $2,
          identification_index = $3 where id = $1`,
        ...[userId, stored.sealed, stored.index],
      )
    }
    await expect(checkKeys(withKeys({ [key]: other[key] }))).rejects.toThrow(name)
    expect(await run('select * from key_checks')).toEqual([])
    await checkKeys(test.deps)
  },
)

it('starts with DATA_KEYS_OLD, and without it only after keys:rotate', async () => {
  await checkKeys(test.deps)
  const newest = randomBytes(32)
  const both = withKeys({
    dataKey: sealingKeys(newest, [test.deps.secrets.dataKey.current.bytes]),
  })
  const newOnly = withKeys({ dataKey: sealingKeys(newest) })
  await checkKeys(both)
  await expect(checkKeys(newOnly)).rejects.toThrow('DATA_KEY')
  await renewKeyChecks(both)
  await checkKeys(newOnly)
})

it('starts with AUTH_SECRET_PREVIOUS, and later without it', async () => {
  await checkKeys(test.deps)
  const { authKey } = other
  await checkKeys(withKeys({ authKey, previousAuthKeys: [test.deps.secrets.authKey] }))
  await checkKeys(withKeys({ authKey }))
})

it('renews the check of a key that was replaced after a leak, but never of INDEX_KEY', async () => {
  await checkKeys(test.deps)
  const { authKey, ticketKey, indexKey } = other
  await renewKeyChecks(withKeys({ authKey, ticketKey }))
  await checkKeys(withKeys({ authKey, ticketKey }))
  await expect(renewKeyChecks(withKeys({ indexKey }))).rejects.toThrow('INDEX_KEY')
})
