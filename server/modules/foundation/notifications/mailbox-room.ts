import { emailKey } from '#contract/email-address.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { blindIndex } from '#server/platform/crypto.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { countHit, releaseHit } from '#server/platform/http/rate-limit.queries.ts'
import type { MailboxShare } from '#server/platform/message.ts'

/**
 * Reserves room for one message in the mailbox. Returns the function that releases it, or null when
 * the mailbox is full. Mail without a share follows from a person's own bookings and money, and is
 * never held back.
 */
export async function takeRoom(
  deps: ActDeps,
  share: MailboxShare | undefined,
  address: string,
): Promise<null | (() => Promise<void>)> {
  if (!share) return async () => undefined
  const { kind, perHour, perDay } = share
  const index = blindIndex(deps.secrets.indexKey, `mailbox|${mailboxOf(address)}`)
  const key = `mail-${kind}:${index.toString('hex').slice(0, 32)}`
  const now = deps.clock.now()
  const taken: string[] = []
  const giveBack = async () => {
    for (const each of taken) await releaseHit(deps.db, each)
  }
  for (const [window, max] of [
    [HOUR_MS, perHour],
    [DAY_MS, perDay],
  ] as const) {
    const counter = `${key}:${window / HOUR_MS}h`
    const windowEndsAt = addMs(now, window)
    const { hits } = await countHit(deps.db, { key: counter, now, windowEndsAt })
    taken.push(counter)
    if (hits <= max) continue
    await giveBack()
    return null
  }
  return giveBack
}

/** Returns the mailbox of an address: the part after a plus sign is ignored, at Gmail also dots. */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = emailKey(address).split(/@(?=[^@]*$)/)
  const name = local.replace(/\+.*$/, '')
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
