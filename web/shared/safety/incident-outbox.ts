import type { z } from 'zod'
import type { safety } from '#contract/safety.ts'
/**
 * Outbox of calls for help that are not sent yet. They survive a reload, a lost network, and a
 * sign-out: then until their person signs in again.
 */

import { api } from '#web/lib/api.ts'
import { isFinal, messageOf } from '#web/lib/api-error.ts'
import { keepStored, storedKeys } from '#web/lib/browser-storage.ts'
import { serverDate } from '#web/lib/clock.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'
import { areTexts, readStoredJson } from '#web/lib/stored-json.ts'
import { rememberedAccount } from '#web/shared/access/auth/account-memory.ts'
import { tellUnread } from '#web/stored/unread.ts'

export type Pressed = z.output<typeof safety.openIncident.body>

/** `ownerId`: who pressed; absent in calls that an older version stored. */
type Waiting = Pressed & { ownerId?: string | null }

const PREFIX = 'incident:'

export type Sent =
  | { done: true; waits: false; contactTold: boolean }
  /** Not received. `waits`: the call is stored and sent again; else the server refused it. */
  | { done: false; waits: boolean; error: unknown }

/** The screens that show what became of a call, by its id. */
const screens = new Map<string, (sent: Sent) => void>()

/**
 * Stores the call for help with the current time, and sends it. `show` is told each answer, also of
 * a later try.
 */
export async function press(
  what: Omit<Pressed, 'id' | 'pressedAt'>,
  show?: (sent: Sent) => void,
): Promise<Sent> {
  const pressed = { ...what, id: newIdempotencyKey(), pressedAt: serverDate().toISOString() }
  const waiting: Waiting = { ...pressed, ownerId: rememberedAccount() }
  keepStored('local', PREFIX + pressed.id, JSON.stringify(waiting))
  if (show) screens.set(pressed.id, show)
  return await send(pressed)
}

async function send(pressed: Pressed): Promise<Sent> {
  const sent = await call(pressed)
  if (sent.done || !sent.waits) keepStored('local', PREFIX + pressed.id, null)
  screens.get(pressed.id)?.(sent)
  return sent
}

async function call(pressed: Pressed): Promise<Sent> {
  try {
    const { contactTold } = await api.safety.openIncident({ body: pressed })
    return { done: true, waits: false, contactTold }
  } catch (error) {
    return { done: false, waits: !isFinal(error), error }
  }
}

/** Number of calls of who is signed in that wait on this device. */
export function countWaiting(): number {
  const ownerOf = (key: string) => readStoredJson<Waiting>('local', key, () => true)?.ownerId
  return storedKeys('local', PREFIX).filter((key) => ownerOf(key) === rememberedAccount()).length
}

export type Refused = Pick<Pressed, 'tripId' | 'bookingId' | 'kind'> & { words: string }

/**
 * Sends the waiting calls of who is signed in; the server stores a repeat once. A call that cannot
 * be read is reported as not sent. Returns how many the server accepted, and those that it refused,
 * which are not stored any more, with its sentence.
 */
export async function sendWaiting(): Promise<{ taken: number; refused: Refused[] }> {
  const answered = { taken: 0, refused: [] as Refused[] }
  for (const key of storedKeys('local', PREFIX)) {
    const waiting = readStoredJson<Waiting>('local', key, ({ id, tripId, kind, pressedAt }) =>
      areTexts(id, tripId, kind, pressedAt),
    )
    const { ownerId, ...pressed } = waiting ?? {}
    if (ownerId && ownerId !== rememberedAccount()) continue
    if (!waiting) {
      void tellUnread('incident', () => keepStored('local', key, null))
      continue
    }
    const sent = await send(pressed as Pressed)
    if (sent.done) answered.taken += 1
    else if (!sent.waits) answered.refused.push({ ...waiting, words: messageOf(sent.error) })
  }
  return answered
}
