import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply } from 'fastify'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { inboxPage, MAIL_MOUNT, messagePage } from './mail-pages.ts'
import { type MailStore, openMailStore, type StoredMail } from './mail-store.ts'

const SHOWN = 200
const BYTES_MAX = 1024 * 1024

export type MailSandbox = {
  /** `smtp://127.0.0.1:<port>`, for the server to send to. */
  url: string
  /** Mounts the mailbox at /sandbox/mail. */
  plugin(app: FastifyInstance): Promise<void>
  control: MailControl
  close(): Promise<void>
}

/** For tests: what a person with the mailbox would see or do. */
export type MailControl = {
  /** Newest first. */
  messages(to?: string): StoredMail[]
  /** Refuses every message from now on: `later` as a full server does, `never` for good. */
  refuse(how: 'later' | 'never' | null): void
  clear(): void
}

type Options = {
  /** SQLite file; in memory without one. */
  file?: string
  port?: number
}

/** A local mail server on a loopback port that stores every message it receives. */
export async function openMailSandbox(options: Options = {}): Promise<MailSandbox> {
  const store = openMailStore(options.file)
  let refusal: 'later' | 'never' | null = null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    size: BYTES_MAX,
    logger: false,
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope
      const recipients = rcptTo.map(({ address }) => address)
      const sender = mailFrom ? mailFrom.address : ''
      buffer(stream)
        .then((raw) => (refusal ? undefined : keep(store, raw, { sender, recipients })))
        .then(() => (refusal ? done(refusalError(refusal)) : done()))
        .catch((error: Error) => done(error))
    },
  })
  server.on('error', () => {}) // A client that hangs up half-way.
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
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
      clear: () => store.clear(),
    },
    async close() {
      await new Promise<void>((resolve) => server.close(() => resolve()))
      store.close()
    },
  }
}

function refusalError(how: 'later' | 'never'): Error {
  const error = new Error(how === 'later' ? 'Try again later' : 'No such mailbox')
  return Object.assign(error, { responseCode: how === 'later' ? 451 : 550 })
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
    subject: mail.subject ?? '(sin asunto)',
    text: mail.text ?? '',
    html: mail.html ?? '',
    message_id: mail.messageId ?? '',
    received_at: new Date().toISOString(),
  })
}

function mailboxRoutes(app: FastifyInstance, store: MailStore): void {
  app.get('/', async (_request, reply) => html(reply, inboxPage(store.list(undefined, SHOWN))))
  app.get('/api/messages', async (request, reply) => {
    const { to } = request.query as { to?: string }
    reply.header('cache-control', 'no-store')
    return { messages: store.list(to, SHOWN) }
  })
  app.get('/:id', async (request, reply) => {
    const mail = store.find((request.params as { id: string }).id)
    return mail ? html(reply, messagePage(mail)) : reply.redirect(`${MAIL_MOUNT}/`, 303)
  })
  app.get('/:id/html', async (request, reply) => {
    const mail = store.find((request.params as { id: string }).id)
    if (!mail) return reply.redirect(`${MAIL_MOUNT}/`, 303)
    // Shown as a mail program would: styles, no scripts, links that leave.
    const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-top-navigation"
    return html(reply.header('content-security-policy', policy), mail.html)
  })
}

function html(reply: FastifyReply, text: string) {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(text)
}
