import { keepStored, storedKeys } from '#web/lib/browser-storage.ts'
import { deviceNow } from '#web/lib/clock.ts'
import { areTexts, readStoredJson } from '#web/lib/stored-json.ts'
import type { Known } from './merge-pages.ts'

type Kept = { ownerId: string; at: string; known: Known }

/** Prefix as in web/shared/access/auth/forget-session.ts. */
const PREFIX = 'chat:'
/** Time in ms after which a chat is read from the server only. */
export const KEPT_MS = 7 * 24 * 3_600_000
/** Newest messages that are kept; fewer than a page, so that the next answer replaces them all. */
const KEPT_MESSAGES = 20

const read = (name: string) =>
  readStoredJson<Kept>(
    'local',
    name,
    ({ ownerId, at, known: { conversation, messages } }) =>
      Date.parse(at) + KEPT_MS > deviceNow() &&
      areTexts(ownerId, conversation.kind, conversation.trip.departsAt) &&
      messages.every(({ id, at: sentAt, from }) => areTexts(id, sentAt, from.name)),
  )

/** Keeps the end of a chat on this device, without positions; deletes what is too old. */
export function keepChat(ownerId: string, known: Known): void {
  for (const name of storedKeys('local', PREFIX)) if (!read(name)) keepStored('local', name, null)
  const messages = known.messages.slice(-KEPT_MESSAGES).map((each) => ({ ...each, position: null }))
  const kept: Kept = {
    ownerId,
    at: new Date(deviceNow()).toISOString(),
    known: { ...known, messages, more: known.more || known.messages.length > messages.length },
  }
  keepStored('local', PREFIX + known.conversation.id, JSON.stringify(kept))
}

/** The end of a chat that this person last saw here; undefined without one. */
export function keptChat(ownerId: string, conversationId: string): Known | undefined {
  const kept = read(PREFIX + conversationId)
  return kept?.ownerId === ownerId ? kept.known : undefined
}
