/** Outbox of calls for help that are not sent yet. They survive a reload and a lost network. */
import { api } from '#web/lib/api.ts'
import { isFinal } from '#web/lib/api-error.ts'
import { keepStored, readStored, storedKeys } from '#web/lib/browser-storage.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'

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

const PREFIX = 'incident:'

function read(key: string): Pressed | null {
  try {
    return JSON.parse(readStored('local', key) ?? 'null') as Pressed | null
  } catch {
    return null
  }
}

/** Returns the calls that wait for a network. */
function waitingIncidents(): Pressed[] {
  return storedKeys('local', PREFIX).flatMap((key) => read(key) ?? [])
}

export type Sent =
  | { done: true; contactTold: boolean }
  /** Not sent. When `refusal` is null, the call waits for a network. */
  | { done: false; refusal: unknown }

/** Stores the call for help with the current time, and sends it. */
export async function press(what: Omit<Pressed, 'id' | 'pressedAt'>): Promise<Sent> {
  const pressed = { ...what, id: newIdempotencyKey(), pressedAt: new Date().toISOString() }
  keepStored('local', PREFIX + pressed.id, JSON.stringify(pressed))
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

/** Sends the waiting calls; the server stores a repeat once. Returns whether it accepted one. */
export async function sendWaiting(): Promise<boolean> {
  let taken = false
  for (const pressed of waitingIncidents()) taken = (await send(pressed)).done || taken
  return taken
}
