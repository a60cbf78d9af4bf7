/** Outbox of messages that are not sent yet. IndexedDB, so that they survive a reload. */

import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { deviceNow } from '#web/lib/clock.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'
import { localDatabase } from '#web/lib/local-database.ts'
import { oneAtATime } from '#web/lib/one-at-a-time.ts'
import { areTexts } from '#web/lib/stored-json.ts'
import { readToken } from '#web/lib/token-store.ts'
import { listWaiting } from './unread.ts'

export type Unsent = {
  /** Idempotency key: the server stores the message once, even when it is sent again. */
  id: string
  ownerId: string
  conversationId: string
  content: { text: string } | { position: { lat: number; lng: number } }
  /** Time in milliseconds; messages are sent in this order. */
  writtenAt: number
  /** Message of the server's refusal; null while the message waits to be sent. */
  refusal: string | null
}

const database = localDatabase('cupo-messages', { unsent: 'id' })

/** Copy of the IndexedDB content; the only copy where IndexedDB is blocked. */
let known: readonly Unsent[] = []
let loaded: Promise<void> | null = null
const listeners = new Set<() => void>()

function show(unsent: readonly Unsent[]): void {
  known = [...unsent].sort((a, b) => a.writtenAt - b.writtenAt)
  for (const listener of listeners) listener()
}

function load(): Promise<void> {
  loaded ??= listWaiting<'unsent', Unsent>(database, 'unsent', isUnsent).then(
    (stored) => show([...known, ...stored.filter(({ id }) => known.every((k) => k.id !== id))]),
    () => {},
  )
  return loaded
}

type Loose = Omit<Unsent, 'content'> & { content?: { text?: string; position?: { lat?: number } } }

const isUnsent = ({ id, ownerId, conversationId, content, writtenAt }: Loose): boolean =>
  areTexts(id, ownerId, conversationId) &&
  Number.isFinite(writtenAt) &&
  (areTexts(content?.text) || Number.isFinite(content?.position?.lat))

async function put(unsent: Unsent): Promise<void> {
  show([...known.filter(({ id }) => id !== unsent.id), unsent])
  await database.put('unsent', unsent).catch(() => {})
}

async function drop(gone: string): Promise<void> {
  show(known.filter(({ id }) => id !== gone))
  await database.run('unsent', 'readwrite', (it) => it.delete(gone)).catch(() => {})
}

/** Calls back when the outbox changes. @returns the function that stops listening */
export function subscribeOutbox(listener: () => void): () => void {
  listeners.add(listener)
  void load()
  return () => listeners.delete(listener)
}

/** Returns the unsent messages; the same array until they change. */
export function readOutbox(): readonly Unsent[] {
  return known
}

/** The unsent messages of a person, also those that the server refused. */
export async function listUnsent(ownerId: string): Promise<readonly Unsent[]> {
  await load()
  return known.filter((unsent) => unsent.ownerId === ownerId)
}

/** Stores a message and starts sending. */
export async function write(
  message: Pick<Unsent, 'ownerId' | 'conversationId' | 'content'>,
): Promise<void> {
  await load()
  const last = known.at(-1)?.writtenAt ?? 0
  const writtenAt = Math.max(deviceNow(), last + 1)
  await put({ ...message, id: newIdempotencyKey(), writtenAt, refusal: null })
  void sendOutbox(message.ownerId)
}

export async function retryUnsent(unsent: Unsent): Promise<void> {
  await put({ ...unsent, refusal: null })
  void sendOutbox(unsent.ownerId)
}

export const discardUnsent = (unsent: Unsent): Promise<void> => drop(unsent.id)

const sentListeners = new Set<(unsent: Unsent) => Promise<void>>()

/** Calls back before a sent message leaves the outbox, so that a screen always shows it. */
export function onSent(listener: (unsent: Unsent) => Promise<void>): () => void {
  sentListeners.add(listener)
  return () => sentListeners.delete(listener)
}

const refusedListeners = new Set<(unsent: Unsent) => void>()

/** Calls back when the server refused a message, which stays in the outbox with its sentence. */
export function onRefused(listener: (unsent: Unsent) => void): () => void {
  refusedListeners.add(listener)
  return () => refusedListeners.delete(listener)
}

/** Sends the waiting messages in writing order, until a request cannot reach the server. */
export const sendOutbox = oneAtATime('cupo-outbox', sendAll)

const RETRY_MS = 3_000

async function sendAll(ownerId: string): Promise<void> {
  await load()
  for (;;) {
    const next = known.find((it) => it.ownerId === ownerId && it.refusal === null)
    if (!next) return
    const outcome = await send(next)
    if (outcome === 'sent') {
      await Promise.all([...sentListeners].map((listener) => listener(next).catch(() => {})))
      await drop(next.id)
    } else if (outcome === 'unreachable') {
      // The `online` event, or the next sign-in, starts the next attempt.
      if (!navigator.onLine || readToken() === null) return
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    } else {
      await put({ ...next, refusal: outcome.refusal })
      for (const listener of refusedListeners) listener(next)
    }
  }
}

type Outcome = 'sent' | 'unreachable' | { refusal: string }

async function send({ id, conversationId, content }: Unsent): Promise<Outcome> {
  try {
    await api.conversations.send({ params: { conversationId }, body: { id, ...content } })
    return 'sent'
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0
    // Retry later after no answer, a server error, a rate limit or an ended session.
    if (status === 0 || status >= 500 || status === 429 || status === 401) return 'unreachable'
    return { refusal: (error as ApiError).message }
  }
}

/** Number of messages in the store, of anybody. Rejects where IndexedDB is blocked. */
export const countOutbox = (): Promise<number> =>
  database.run('unsent', 'readonly', (it) => it.count())

/** Deletes the unsent messages of everybody but `keeper`; returns how many. */
export async function forgetOutbox(keeper: string | null): Promise<number> {
  await load()
  const gone = known.filter(({ ownerId }) => ownerId !== keeper)
  for (const { id } of gone) await drop(id)
  return gone.length
}
