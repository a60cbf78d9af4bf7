import type { AddressInfo } from 'node:net'
import hoodiecrow from 'hoodiecrow-imap'

const USER = 'rebotes'
const PASSWORD = 'clave-de-rebotes'

type Report = { to: string; recipient: string; status: string; action?: string }

export type BounceMailbox = {
  /** URL of the mailbox: `imap://user:password@127.0.0.1:<port>` */
  url: string
  /** Adds a report about a mail that could not be delivered, as a mail server writes it. */
  bounce(report: Report): void
  /** Adds a message of any kind to the mailbox. */
  receive(raw: string): void
  /** Number of messages in the mailbox. */
  count(): number
  close(): Promise<void>
}

/** Opens a mailbox, read by IMAP, to which mail servers return undeliverable mail. */
export async function openBounceMailbox(): Promise<BounceMailbox> {
  const server = hoodiecrow({
    plugins: ['ID', 'SASL-IR', 'AUTH-PLAIN', 'NAMESPACE', 'ENABLE', 'UIDPLUS', 'LITERALPLUS'],
    users: { [USER]: { password: PASSWORD } },
    storage: { INBOX: { messages: [] } },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const receive = (raw: string) => server.appendMessage('INBOX', [], new Date(), raw)
  return {
    url: `imap://${USER}:${PASSWORD}@127.0.0.1:${port}`,
    bounce: (report) => receive(reportText(report)),
    receive,
    count: () => server.getMailbox('INBOX').messages.length,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Text of a bounce as Postfix writes it: https://www.rfc-editor.org/rfc/rfc3464#appendix-E */
function reportText({ to, recipient, status, action = 'failed' }: Report): string {
  return [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mail.test (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    `To: ${to}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="B/mail.test"',
    '',
    '--B/mail.test',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    `<${recipient}>: host mx.test said: 550 ${status} User unknown`,
    '',
    '--B/mail.test',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.test',
    'Arrival-Date: Fri, 20 Nov 2026 08:00:00 -0500 (-05)',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Original-Recipient: rfc822;${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Remote-MTA: dns; mx.test',
    `Diagnostic-Code: smtp; 550 ${status} User unknown`,
    '',
    '--B/mail.test',
    'Content-Description: Undelivered Message Headers',
    'Content-Type: text/rfc822-headers',
    '',
    'Subject: =?utf-8?q?Tu_contrase=C3=B1a?=',
    '',
    '--B/mail.test--',
    '',
  ].join('\r\n')
}
