import type { FastifyReply } from 'fastify'
import type { UserRow } from '#server/domains/people/users/users.public.ts'
import { blindIndex } from '#server/platform/crypto.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { saveDevice } from './auth.queries.ts'
import { browserOf } from './known-device.ts'
import { rememberDevice } from './session-cookie.ts'

/**
 * Records that an account was used in this browser, so that ratings between two accounts of one
 * browser do not count (docs/decisions/0078). Stores only a keyed digest.
 */
export async function noteDevice(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  userId: string,
  proof: string | undefined,
): Promise<void> {
  const browser = browserOf(proof)
  if (!browser) return
  const deviceIndex = blindIndex(deps.secrets.indexKey, `device|${browser}`)
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => saveDevice(tx, { userId, deviceIndex, now }))
}

/**
 * After a login, sets the cookie of a known device and records the browser. Sets the cookie only
 * for an account that proved its address, because anybody can sign up with an address; the cookie
 * gives the login limit of a known device.
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
