import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { blindIndex } from '#server/platform/crypto.ts'
import type { Deps } from '#server/platform/deps.ts'
import { countHit, releaseHit } from '#server/platform/http/rate-limit.queries.ts'
import type { MailBody } from './mail-body.ts'

/**
 * Mail that somebody else can cause for an address: how much of each kind it takes, over all
 * senders. What follows from a person's own bookings and money is in no group and is never held
 * back. Each kind has room of its own: whoever exhausts one leaves another way to prove an address.
 */
const ROOM = {
  recovery: { templates: ['recovery_link'], perHour: 20, perDay: 40 },
  address: {
    templates: ['email_confirm', 'account_exists', 'email_change'],
    perHour: 8,
    perDay: 20,
  },
  // Nobody asked for them.
  contacts: { templates: ['contact_invited'], perHour: 3, perDay: 6 },
  alerts: { templates: ['trip_alert'], perHour: 30, perDay: 60 },
} satisfies Record<string, { templates: MailBody['template'][]; perHour: number; perDay: number }>

type RoomDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>

/** Takes the place of one message in the mailbox: how to give it back, null when it is full. */
export async function takeRoom(
  deps: RoomDeps,
  mail: { template: MailBody['template']; address: string },
): Promise<null | (() => Promise<void>)> {
  const found = Object.entries(ROOM).find(([, { templates }]) =>
    (templates as string[]).includes(mail.template),
  )
  if (!found) return async () => undefined
  const [kind, { perHour, perDay }] = found
  const index = blindIndex(deps.secrets.indexKey, `mailbox|${mailboxOf(mail.address)}`)
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

/**
 * The mailbox behind an address: what follows a plus sign, and at Gmail the points, make no other.
 */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address
    .trim()
    .normalize('NFC')
    .toLowerCase()
    .split(/@(?=[^@]*$)/)
  const name = local.replace(/\+.*$/, '')
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
