import type { Deps } from '#server/platform/deps.ts'
import { credentialsByEmailKey, unprovedByHash } from './auth.queries.ts'
import type { Asker } from './hash-pool.ts'
import { checkPassword, hashForAddress } from './password.ts'

/**
 * Finds the account that this sign-in name and password open. Several accounts can claim an
 * unproved address; the password tells them apart. A refusal costs two hashes, whether or not an
 * account has the name, and so does a success with an unproved address. So a sign-up followed by a
 * login does not reveal whether other accounts have the address. Errors: `busy`.
 */
export async function findByPassword(
  deps: Pick<Deps, 'db' | 'secrets'>,
  name: { emailKey: string; password: string },
  asker: Asker,
): Promise<{ userId: string | null; known: boolean }> {
  const { emailKey, password } = name
  const found = await credentialsByEmailKey(deps.db, emailKey)
  const known = found.length > 0
  for (const { userId, passwordHash } of known ? found : [NOBODY]) {
    if (await checkPassword(passwordHash, password, asker)) return { userId, known: true }
  }
  const passwordHash = await hashForAddress(deps.secrets.indexKey, name, asker)
  const userId = (await unprovedByHash(deps.db, { emailKey, passwordHash })) ?? null
  return { userId, known: known || userId !== null }
}

/** Placeholder for an unknown name, so that the check takes the same time. */
const NOBODY = { userId: null, passwordHash: undefined }
