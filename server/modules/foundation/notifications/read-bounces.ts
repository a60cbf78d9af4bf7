import { ImapFlow } from 'imapflow'
import PostalMime from 'postal-mime'
import type { Deps } from '#server/platform/deps.ts'
import { answersMailTo } from './bounce-address.ts'
import { suppressAddress } from './suppress-address.ts'

const TIMEOUT_MS = 15_000
/** Limit of messages per run; the next run continues. */
const MESSAGES_MAX = 200
const BYTES_MAX = 256 * 1024

/** Job: reads and empties the mailbox of undeliverable mail; suppresses missing addresses. */
export async function readBounces(deps: Deps): Promise<void> {
  const { bounces } = deps.urls
  if (bounces === undefined) return
  try {
    await withMailbox(bounces, async (client) => {
      const listed = await client.fetchAll('1:*', { uid: true })
      for (const { uid } of listed.slice(0, MESSAGES_MAX)) {
        const source = { maxLength: BYTES_MAX }
        const message = (await client.fetchOne(`${uid}`, { source }, { uid: true })) || undefined
        if (message?.source) await takeReport(deps, message.source)
        await client.messageDelete(`${uid}`, { uid: true })
      }
    })
  } catch (error) {
    deps.metrics.count('bounces_unread')
    // The error message can quote an address.
    const { code, responseStatus } = error as { code?: string; responseStatus?: string }
    deps.log.warn({ code, responseStatus }, 'the mailbox of undelivered mail cannot be read')
  }
}

async function withMailbox(url: string, use: (client: ImapFlow) => Promise<void>): Promise<void> {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isSecure = protocol === 'imaps:'
  const client = new ImapFlow({
    host: hostname,
    port: Number(port) || (isSecure ? 993 : 143),
    secure: isSecure,
    ...(isSecure ? {} : { doSTARTTLS: false }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: 2 * TIMEOUT_MS,
  })
  // A lost connection fails the call; without a listener the event would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    const lock = await client.getMailboxLock('INBOX')
    try {
      if (client.mailbox && client.mailbox.exists > 0) await use(client)
    } finally {
      lock.release()
    }
  } finally {
    await client.logout().catch(() => client.close())
  }
}

/** Handles a bounce report (RFC 3464); ignores any other message. */
async function takeReport(deps: Deps, source: Buffer): Promise<void> {
  const end = source.indexOf('\r\n\r\n')
  const headers = source.subarray(0, Math.max(end, 0)).toString('latin1')
  for (const { address, status } of await failuresIn(source)) {
    if (!answersMailTo(deps, headers, address)) {
      deps.metrics.count('mail_bounced', { outcome: 'unknown' })
      continue
    }
    deps.metrics.count('mail_bounced', { outcome: 'suppressed' })
    await suppressAddress(deps, address, status)
  }
}

type Failed = { address: string; status: string }

async function failuresIn(source: Buffer): Promise<Failed[]> {
  const { attachments } = await PostalMime.parse(source, { attachmentEncoding: 'utf8' }).catch(
    () => ({ attachments: [] }),
  )
  return attachments
    .filter(({ mimeType }) => mimeType === 'message/delivery-status')
    .flatMap(({ content }) => String(content).split(/\r?\n\r?\n/))
    .flatMap((group) => failureIn(group) ?? [])
}

/** Parses the fields about one recipient: https://www.rfc-editor.org/rfc/rfc3464#section-2.3 */
function failureIn(group: string): Failed | null {
  const field = (name: string) => new RegExp(`^${name}:\\s*(.+?)\\s*$`, 'im').exec(group)?.[1]
  const status = field('Status') ?? ''
  const recipient = field('Original-Recipient') ?? field('Final-Recipient') ?? ''
  const address = /^rfc822\s*;\s*<?([^<>\s]+@[^<>\s]+)>?$/i.exec(recipient)?.[1]
  if (field('Action')?.toLowerCase() !== 'failed' || !address) return null
  return isOfAddress(status) ? { address, status } : null
}

/**
 * Tells whether a status means that the address accepts no mail at all (RFC 3463). It does not for
 * a full mailbox (5.2.2, 5.2.3), a fault of the system (5.3), or a rejected message (5.6, 5.7).
 */
function isOfAddress(status: string): boolean {
  return /^5\.(1|4|5)\.\d{1,3}$|^5\.2\.[014]$/.test(status)
}
