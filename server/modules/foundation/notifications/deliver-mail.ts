import { emailKey } from '#contract/email-address.ts'
import { isPersonName } from '#contract/person-names.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { blindIndex } from '#server/platform/crypto.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { countHit, releaseHit } from '#server/platform/http/rate-limit.queries.ts'
import type { MailboxShare, MailContent } from '#server/platform/message.ts'
import { bounceAddressFor } from './bounce-address.ts'
import { messageNamed } from './define-message.ts'
import { checkMailServer, handOver } from './mail-server.ts'
import { suppressionOf } from './mail-suppressions.ts'
import { answerableUntil } from './message-times.ts'
import { openMail, type QueuedMail } from './send-mail.ts'
import { suppressAddress } from './suppress-address.ts'

/**
 * Sends a queued message to the mail server. Retries carry the same Message-ID. A message is
 * dropped only if the server refused the recipient permanently, now or in recent weeks, if it is
 * too late, or if strangers caused too many messages. Any other failure throws and is retried.
 */
export async function deliverMail(deps: Deps, payload: unknown): Promise<void> {
  const mail = openMail(deps, payload)
  const { template, data } = mail
  const { address } = mail.to
  const message = messageNamed(deps, template)
  const { smtp } = deps.urls
  if (!smtp) {
    deps.log.warn({ template }, 'mail dropped: no server is configured')
    return
  }
  const until = answerableUntil(message, data)
  if (until && until <= deps.clock.now()) return deps.metrics.count('mail_late')
  checkMailServer(deps)
  const { isHeld, forget } = await suppressionOf(deps, address, message)
  if (isHeld) return deps.metrics.count('mail_suppressed', { template })
  const giveBack = await takeRoom(deps, message.mailbox, address)
  if (!giveBack) {
    deps.metrics.count('mail_held_back', { template })
    deps.log.warn({ template }, 'mail held back: the mailbox had its share')
    return
  }
  const composed = await compose(deps, mail, message.words(data, deps.urls.site))
  const refusal = await handOver(deps, smtp, composed).catch(async (error: unknown) => {
    await giveBack() // The retry reserves room in the mailbox again.
    throw error
  })
  if (refusal === null) {
    deps.metrics.count('mail_sent', { template })
    return await forget()
  }
  deps.metrics.count('mail_refused')
  deps.log.warn({ template, reply: refusal }, 'the mail server refused the recipient for good')
  await suppressAddress(deps, address, refusal)
}

async function compose(deps: Deps, mail: QueuedMail, words: MailContent) {
  // Loading these modules takes half a second, so only a process that sends mail loads them.
  const { layOut } = await import('./mail-layout.ts')
  const content = withUnsubscribe(words, mail.stop, deps.urls.site)
  const name = mail.to.name !== null && isPersonName(mail.to.name) ? mail.to.name : null
  const { html, text } = layOut(content, name, deps.urls.site)
  return {
    messageId: `<${mail.id}@${new URL(deps.urls.site).hostname}>`,
    from: deps.config.mailFrom,
    to: { name: name ?? '', address: mail.to.address },
    ...returnPath(deps, mail.to.address),
    subject: content.subject ?? content.heading,
    html,
    text,
    headers: { 'Auto-Submitted': 'auto-generated', ...listHeaders(content) },
    date: deps.clock.now(),
  }
}

/** Sets the return address of undeliverable mail, if there is a bounce mailbox. */
function returnPath(deps: Deps, to: string) {
  const { bounceAddress } = deps.config
  if (bounceAddress === undefined) return {}
  return { envelope: { from: bounceAddressFor(deps, bounceAddress, to), to } }
}

/** Adds a link by which a person unsubscribes without signing in, if the mail is optional. */
function withUnsubscribe(content: MailContent, token: string | undefined, site: string) {
  if (content.unsubscribe || token === undefined) return content
  const unsubscribe = {
    page: `${site}/notifications/unsubscribe?token=${token}`,
    oneClick: `${site}/api/notifications/unsubscribe/${token}`,
  }
  return { ...content, unsubscribe }
}

/** Builds the headers by which mail programs show their own unsubscribe button. */
function listHeaders({ unsubscribe }: MailContent): Record<string, string> {
  if (!unsubscribe) return {}
  return {
    'List-Unsubscribe': `<${unsubscribe.oneClick}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/**
 * Reserves room for one message in the mailbox. Returns the function that releases it, or null when
 * the mailbox is full. Mail without a share follows from a person's own bookings and money, and is
 * never held back.
 */
async function takeRoom(
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
