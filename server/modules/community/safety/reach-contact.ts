import { z } from 'zod'
import { emailKey } from '#contract/email-address.ts'
import { textChannels, textNews } from '#server/modules/foundation/notifications/index.ts'
import { mailStranger } from '#server/modules/people/users/index.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { blindIndex } from '#server/platform/crypto.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Message } from '#server/platform/message.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { readSignedId, signId } from '#server/platform/signed-id.ts'
import { sealedColumn } from './sealed-value.ts'

/** Name, phone and email of a contact. Never logged. */
const Reach = z.object({
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
})
export type Reach = z.infer<typeof Reach>

export const reachColumn = sealedColumn('trusted_contacts.sealed', Reach)

/** Digests of phone and email that recognise a contact who refused this person. */
export function indexesOf(
  { indexKey }: Pick<Secrets, 'indexKey'>,
  userId: string,
  { phone, email }: Pick<Reach, 'phone' | 'email'>,
): Buffer[] {
  const key = blindIndex(indexKey, 'trusted-contact')
  const given = [phone, email === null ? null : emailKey(email)]
  return given.flatMap((value) => (value === null ? [] : blindIndex(key, `${userId}|${value}`)))
}

const PURPOSE = 'safety.trusted-contact'

/** Path of the page on which a contact agrees or refuses; the secret is in the fragment. */
export function contactPath(secrets: Secrets, id: string): string {
  return `/seguir#contacto.${signId(secrets, PURPOSE, id)}`
}

/** Reads the contact id from the secret of a link. Errors: `link_invalid`. */
export function contactIdOf(secrets: Secrets, token: string): string {
  return readSignedId(secrets, PURPOSE, token)
}

export function isReachable(deps: Pick<Deps, 'urls'>, reach: Reach): boolean {
  return reach.email !== null || (reach.phone !== null && textChannels(deps).length > 0)
}

/** Time after which a text message about a trip is dropped as outdated. */
const FRESH_MS = 6 * HOUR_MS

/** Writes to a contact through the outbox: by text message if possible, else by mail. */
export async function writeToContact<Data>(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'secrets' | 'urls'>,
  { phone, email }: Pick<Reach, 'phone' | 'email'>,
  message: Message<Data>,
  data: NoInfer<Data>,
): Promise<void> {
  const [channel] = textChannels(deps)
  if (phone !== null && channel) {
    const until = addMs(deps.clock.now(), FRESH_MS)
    await textNews(tx, deps, message, { channel, phone, data, until, orSms: true })
  } else if (email !== null) await mailStranger(tx, deps, message, { address: email, data })
}
