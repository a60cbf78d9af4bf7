import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { messagesPage, sendPage } from '../page-layout.ts'
import { type BrowserKeys, decrypt, isSignedBy, newBrowserKeys } from './web-push-protocol.ts'

const PUSH_MOUNT = '/sandbox/push'

const BYTES_MAX = 4096
const KEPT = 200

/** Value of `PushSubscription.toJSON()`. */
type PlayedSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/** A message as the browser reads it after decryption. */
type PushedMessage = { endpoint: string; text: string; urgency: string; at: string }

type Subscribed = BrowserKeys & { serverKey: string }

export type PushSandbox = {
  /** Mounts the push service at /sandbox/push. */
  plugin(app: FastifyInstance): Promise<void>
  control: PushControl
}

/** For tests: a browser with a subscription, and the behaviour of its push service. */
export type PushControl = {
  subscribe(serverKey: string): PlayedSubscription
  /** Messages of one endpoint, newest first. */
  messages(endpoint?: string): PushedMessage[]
  /** Removes the browser's subscription: its service answers 410 from now on. */
  forget(endpoint: string): void
  /** Answers every message with this status from now on; null: answers normally again. */
  answer(status: number | null): void
  clear(): void
}

/**
 * Creates a push service (RFC 8030) with its browsers, in memory. `origin` returns the public
 * origin of this process, which signatures must name.
 */
export function createPushSandbox(options: { origin(): string }): PushSandbox {
  const { origin } = options
  const subscriptions = new Map<string, Subscribed>()
  const messages: PushedMessage[] = []
  let forced: number | null = null

  const endpointOf = (id: string) => `${origin()}${PUSH_MOUNT}/send/${id}`
  const subscribe = (serverKey: string): PlayedSubscription => {
    const id = randomUUID()
    const keys = newBrowserKeys()
    subscriptions.set(id, { ...keys, serverKey })
    return { endpoint: endpointOf(id), keys: { p256dh: keys.p256dh, auth: keys.auth } }
  }
  const receive = (id: string, headers: Record<string, unknown>, body: Buffer): number => {
    if (forced !== null) return forced
    const subscribed = subscriptions.get(id)
    if (!subscribed) return 410
    const { serverKey } = subscribed
    const { authorization, ttl, urgency, 'content-encoding': encoding } = headers
    if (!isSignedBy(authorization as string, { serverKey, origin: origin(), now: new Date() }))
      return 403
    if (ttl === undefined || encoding !== 'aes128gcm') return 400
    if (body.length > BYTES_MAX) return 413
    const text = decrypt(subscribed, body)
    const endpoint = endpointOf(id)
    messages.unshift({ endpoint, text, urgency: String(urgency), at: new Date().toISOString() })
    messages.length = Math.min(messages.length, KEPT)
    return 201
  }
  return {
    async plugin(app) {
      await app.register(async (scope) => routes(scope, { subscribe, receive, messages }), {
        prefix: PUSH_MOUNT,
      })
    },
    control: {
      subscribe,
      messages: (endpoint) =>
        messages.filter((each) => endpoint === undefined || each.endpoint === endpoint),
      forget: (endpoint) => void subscriptions.delete(endpoint.split('/').at(-1) ?? ''),
      answer(status) {
        forced = status
      },
      clear() {
        messages.length = 0
      },
    },
  }
}

type Service = {
  subscribe(serverKey: string): PlayedSubscription
  receive(id: string, headers: Record<string, unknown>, body: Buffer): number
  messages: PushedMessage[]
}

function routes(app: FastifyInstance, { subscribe, receive, messages }: Service): void {
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post('/subscriptions', async (request) => {
    return subscribe((request.body as { serverKey: string }).serverKey)
  })
  app.post('/send/:id', async (request, reply) => {
    const { id } = request.params as { id: string }
    return reply.code(receive(id, request.headers, request.body as Buffer)).send()
  })
  app.get('/', async (_request, reply) => sendPage(reply, list(messages)))
}

function list(messages: PushedMessage[]): string {
  const shown = messages.map(({ text, at }) => ({ about: at, text }))
  const head = `<p class="brand">Push <span>Entorno de pruebas</span></p>
<p>Mensajes cifrados que llegaron a los navegadores suscritos aquí, ya descifrados.</p>`
  return messagesPage('Avisos al navegador', shown, { head })
}
