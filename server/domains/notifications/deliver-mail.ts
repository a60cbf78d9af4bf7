import { createTransport } from 'nodemailer'
import { isPersonName } from '#contract/names.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { MailContent } from './mail-content.ts'
import { contentOf } from './mail-templates.ts'
import { takeRoom } from './mailbox-room.ts'
import { answerableUntil } from './message-times.ts'
import { openMail, type QueuedMail } from './send-mail.ts'

const PATIENCE_MS = 15_000

/**
 * Hands a queued message to the mail server. Repeats carry the same Message-ID. What the server
 * refuses for good is counted and dropped, like what an address had enough of; anything else throws
 * and is tried again later.
 */
export async function deliverMail(deps: Deps, payload: unknown): Promise<void> {
  const mail = openMail(deps, payload)
  if (!deps.urls.smtp) {
    deps.log.warn({ template: mail.template }, 'mail dropped: no server is configured')
    return
  }
  const until = answerableUntil(mail)
  if (until && until <= deps.clock.now()) return deps.metrics.count('mail_late')
  const giveBack = await takeRoom(deps, { template: mail.template, address: mail.to.address })
  if (!giveBack) {
    deps.metrics.count('mail_held_back', { template: mail.template })
    deps.log.warn({ template: mail.template }, 'mail held back: the mailbox had its share')
    return
  }
  const transport = createTransport({
    url: deps.urls.smtp,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  })
  try {
    await transport.sendMail(await compose(deps, mail))
    deps.metrics.count('mail_sent', { template: mail.template })
  } catch (error) {
    if (!isRefusal(error)) {
      await giveBack() // It is tried again.
      throw error
    }
    deps.metrics.count('mail_refused', { template: mail.template })
    deps.log.warn({ template: mail.template }, 'mail refused by the server')
  } finally {
    transport.close()
  }
}

async function compose(deps: Deps, mail: QueuedMail) {
  // Half a second of modules: only where mail is really written.
  const { layOut } = await import('./mail-layout.ts')
  const content = withUnsubscribe(contentOf(mail, deps.urls.site), mail.stop, deps.urls.site)
  const name = mail.to.name !== null && isPersonName(mail.to.name) ? mail.to.name : null
  const { html, text } = await layOut(content, name)
  return {
    messageId: `<${mail.id}@${new URL(deps.urls.site).hostname}>`,
    from: deps.config.mailFrom,
    to: { name: name ?? '', address: mail.to.address },
    subject: content.subject,
    html,
    text,
    headers: { 'Auto-Submitted': 'auto-generated', ...listHeaders(content) },
    date: deps.clock.now(),
  }
}

/** Who need not be written to may say so in the mail itself, without signing in. */
function withUnsubscribe(
  content: MailContent,
  token: string | undefined,
  site: string,
): MailContent {
  if (content.unsubscribe || token === undefined) return content
  const unsubscribe = {
    page: `${site}/notifications/unsubscribe?token=${token}`,
    oneClick: `${site}/api/notifications/unsubscribe/${token}`,
  }
  return { ...content, unsubscribe }
}

/** What lets a mail program offer its own button to unsubscribe. */
function listHeaders({ unsubscribe }: MailContent): Record<string, string> {
  if (!unsubscribe) return {}
  return {
    'List-Unsubscribe': `<${unsubscribe.oneClick}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

function isRefusal(error: unknown): boolean {
  const code = (error as { responseCode?: unknown }).responseCode
  return typeof code === 'number' && code >= 500 && code < 600
}
