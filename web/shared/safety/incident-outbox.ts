/**
 * Outbox of calls for help that are not sent yet. They survive a reload, a lost network, and a
 * sign-out: then until their person signs in again.
 */

import { api } from '#web/lib/api.ts'
import { isFinal } from '#web/lib/api-error.ts'
import { keepStored, storedKeys } from '#web/lib/browser-storage.ts'
import { serverDate } from '#web/lib/clock.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'
import { areTexts, readStoredJson } from '#web/lib/stored-json.ts'
import { rememberedAccount } from '#web/shared/access/auth/account-memory.ts'
import { tellUnread } from '#web/stored/unread.ts'

export type Pressed = {
  /** Idempotency key: the server stores the call once, even when it is sent again. */
  id: string
  tripId: string
  bookingId: string | null
  kind: 'emergency' | 'felt_unsafe'
  text: string
  position: { lat: number; lng: number; accuracyMeters: number } | null
  pressedAt: string
  tellContact: boolean
}

/** `ownerId`: who pressed; absent in calls that an older version stored. */
type Waiting = Pressed & { ownerId?: string | null }

const PREFIX = 'incident:'

export type Sent =
  | { done: true; contactTold: boolean }
  /** Not sent. When `refusal` is null, the call waits for a network. */
  | { done: false; refusal: unknown }

/** Stores the call for help with the current time, and sends it. */
export async function press(what: Omit<Pressed, 'id' | 'pressedAt'>): Promise<Sent> {
  const pressed = { ...what, id: newIdempotencyKey(), pressedAt: serverDate().toISOString() }
  const waiting: Waiting = { ...pressed, ownerId: rememberedAccount() }
  keepStored('local', PREFIX + pressed.id, JSON.stringify(waiting))
  return await send(pressed)
}

async function send(pressed: Pressed): Promise<Sent> {
  try {
    const { contactTold } = await api.safety.openIncident({ body: pressed })
    keepStored('local', PREFIX + pressed.id, null)
    return { done: true, contactTold }
  } catch (error) {
    if (!isFinal(error)) return { done: false, refusal: null }
    keepStored('local', PREFIX + pressed.id, null)
    return { done: false, refusal: error }
  }
}

/**
 * Sends the waiting calls of who is signed in; the server stores a repeat once. A call that cannot
 * be read, or that the server refuses, is reported as not sent. Returns whether the server accepted
 * one.
 */
export async function sendWaiting(): Promise<boolean> {
  let taken = false
  for (const key of storedKeys('local', PREFIX)) {
    const waiting = readStoredJson<Waiting>('local', key, ({ id, tripId, kind, pressedAt }) =>
      areTexts(id, tripId, kind, pressedAt),
    )
    const { ownerId, ...pressed } = waiting ?? {}
    if (ownerId && ownerId !== rememberedAccount()) continue
    const sent = waiting && (await send(pressed as Pressed))
    if (sent?.done) taken = true
    else if (sent?.refusal !== null)
      void tellUnread('incident', () => keepStored('local', key, null))
  }
  return taken
}
