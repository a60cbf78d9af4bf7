import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { sendPage } from '../page-layout.ts'
import { inboxPage, MAIL_MOUNT, messagePage } from './mail-pages.ts'
import { type MailStore, openMailStore, type StoredMail } from './mail-store.ts'

const SHOWN = 200
const BYTES_MAX = 1024 * 1024

export type MailSandbox = {
  /** URL of the SMTP server: `smtp://127.0.0.1:<port>` */
  url: string
  /** Mounts the mailbox at /sandbox/mail. */
  plugin(app: FastifyInstance): Promise<void>
  control: MailControl
  close(): Promise<void>
}

/** For tests: actions and views of a person with the mailbox. */
export type MailControl = {
  /** Messages, newest first. */
  messages(to?: string): StoredMail[]
  /** Refuses mail from now on; null: accepts it again. */
  refuse(how: MailRefusal | null): void
  /** Number of connections that clients opened so far. */
  connections(): number
  clear(): void
}

/**
 * Refused step of SMTP, and the reply. Codes: RFC 5321 §4.2.3, RFC 4954 §6 (login) and RFC 3463
 * (`x.y.z`).
 */
const REFUSALS = {
  password: ['login', 535, '5.7.8 Authentication credentials invalid'],
  sender: ['sender', 553, '5.1.8 Sender address not allowed'],
  /** Greylisting, RFC 6647. */
  greylisted: ['recipient', 450, '4.2.0 Greylisted, please try again later'],
  /** Unknown recipient: https://support.google.com/a/answer/3726730 */
  unknown: ['recipient', 550, '5.1.1 The email account that you tried to reach does not exist'],
  /** Relaying refused: https://www.postfix.org/SMTPD_ACCESS_README.html */
  relay: ['recipient', 554, '5.7.1 Relay access denied'],
  later: ['message', 451, '4.3.2 Please try again later'],
  content: ['message', 554, '5.7.1 Message rejected as spam'],
} as const satisfies Record<string, readonly [Step, number, string]>
type Step = 'login' | 'sender' | 'recipient' | 'message'
export type MailRefusal = keyof typeof REFUSALS

type Options = {
  /** SQLite file; in memory when absent. */
  file?: string
  port?: number
}

/** A local mail server on a loopback port that stores every message it receives. */
export async function openMailSandbox(options: Options = {}): Promise<MailSandbox> {
  const store = openMailStore(options.file)
  let refusal: MailRefusal | null = null
  let connections = 0
  const refusedAt = (step: Step) => {
    const [at, responseCode, message] = refusal ? REFUSALS[refusal] : []
    return at === step ? Object.assign(new Error(message), { responseCode }) : null
  }
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    size: BYTES_MAX,
    logger: false,
    // A client can stay connected; closing does not wait for it.
    closeTimeout: 1,
    onConnect(_session, done) {
      connections += 1
      done()
    },
    onAuth({ username }, _session, done) {
      const error = refusedAt('login')
      if (error) done(error)
      else done(null, { user: username ?? '' })
    },
    onMailFrom: (_address, _session, done) => done(refusedAt('sender')),
    onRcptTo: (_address, _session, done) => done(refusedAt('recipient')),
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope
      const recipients = rcptTo.map(({ address }) => address)
      const sender = mailFrom ? mailFrom.address : ''
      const error = refusedAt('message')
      buffer(stream)
        .then((raw) => (error ? undefined : keep(store, raw, { sender, recipients })))
        .then(() => done(error))
        .catch((failure: Error) => done(failure))
    },
  })
  server.on('error', () => {}) // Ignores errors of a client that disconnects early.
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    async plugin(app) {
      await app.register(async (scope) => mailboxRoutes(scope, store), { prefix: MAIL_MOUNT })
    },
    control: {
      messages: (to) => store.list(to, SHOWN),
      refuse(how) {
        refusal = how
      },
      connections: () => connections,
      clear: () => store.clear(),
    },
    async close() {
      await new Promise<void>((resolve) => server.close(() => resolve()))
      store.close()
    },
  }
}

async function keep(
  store: MailStore,
  raw: Buffer,
  envelope: { sender: string; recipients: string[] },
): Promise<void> {
  const mail = await PostalMime.parse(raw)
  store.add({
    id: randomUUID(),
    recipients: envelope.recipients.join(','),
    sender: mail.from?.address ?? envelope.sender,
    returnPath: envelope.sender,
    subject: mail.subject ?? '(sin asunto)',
    text: mail.text ?? '',
    html: mail.html ?? '',
    message_id: mail.messageId ?? '',
    received_at: new Date().toISOString(),
  })
}

function mailboxRoutes(app: FastifyInstance, store: MailStore): void {
  app.get('/', async (_request, reply) => sendPage(reply, inboxPage(store.list(undefined, SHOWN))))
  app.get('/api/messages', async (request, reply) => {
    const { to } = request.query as { to?: string }
    reply.header('cache-control', 'no-store')
    return { messages: store.list(to, SHOWN) }
  })
  app.get('/:id', async (request, reply) => {
    const mail = store.find((request.params as { id: string }).id)
    return mail ? sendPage(reply, messagePage(mail)) : reply.redirect(`${MAIL_MOUNT}/`, 303)
  })
  app.get('/:id/html', async (request, reply) => {
    const mail = store.find((request.params as { id: string }).id)
    if (!mail) return reply.redirect(`${MAIL_MOUNT}/`, 303)
    // Shown as a mail program does: with styles, without scripts, and with links that open outside.
    const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-top-navigation"
    return sendPage(reply.header('content-security-policy', policy), mail.html)
  })
}
