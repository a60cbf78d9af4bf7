import type { FastifyReply, FastifyRequest } from 'fastify'
import { emailKey } from '#contract/email-address.ts'
import { findUser } from '#server/modules/people/users/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { browserOf, deviceProof } from '../auth/known-device.ts'
import { noteDevice } from '../auth/note-device.ts'
import { readDevice, rememberDevice } from '../auth/session-cookie.ts'
import type { Here } from './note-second-factor.ts'

type Call = { actor: Actor; ip: string; request: FastifyRequest; reply: FastifyReply }

/** Proves a second factor, then makes a browser without cookie a known device. */
export async function proveHere<T>(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'urls'>,
  { actor, ip, request, reply }: Call,
  prove: (here: Here) => Promise<T>,
): Promise<T> {
  const key = emailKey((await findUser(deps.db, actor.userId)).email)
  const known = readDevice(deps, request)
  const device = browserOf(known) ? known : deviceProof(deps.secrets.authKey, key)
  const proved = await prove({ ...actor, ip, browser: browserOf(device) })
  if (device !== known) {
    rememberDevice(deps, reply, key, device)
    await noteDevice(deps, actor.userId, device)
  }
  return proved
}
