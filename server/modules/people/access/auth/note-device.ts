import type { FastifyReply } from 'fastify'
import type { UserRow } from '#server/modules/people/users/index.ts'
import { blindIndex } from '#server/platform/crypto.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { saveDevice } from './auth.queries.ts'
import { browserOf } from './known-device.ts'
import { rememberDevice } from './session-cookie.ts'

/** Stores a digest of the browser: ratings inside one do not count (docs/decisions/0034). */
export async function noteDevice(deps: ActDeps, userId: string, proof: string | undefined) {
  const browser = browserOf(proof)
  if (!browser) return
  const deviceIndex = blindIndex(deps.secrets.indexKey, `device|${browser}`)
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => saveDevice(tx, { userId, deviceIndex, now }))
}

/**
 * After a login, records the browser and sets the cookie of a known device, which has its own login
 * limit. No cookie for an unproved address, because anybody can sign up with it.
 */
export async function keepDevice(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'urls'>,
  reply: FastifyReply,
  login: { user: UserRow; emailKey: string; device: string | undefined },
): Promise<void> {
  const { user, emailKey, device } = login
  const proved = user.email_confirmed_at !== null
  const proof = proved ? rememberDevice(deps, reply, emailKey, device) : device
  await noteDevice(deps, user.id, proof)
}
