import { keepStored } from '#web/lib/browser-storage.ts'
import { deviceNow } from '#web/lib/clock.ts'
import { areTexts, readStoredJson } from '#web/lib/stored-json.ts'
import { rememberedAccount } from '#web/shared/access/auth/account-memory.ts'

/**
 * "Recargar y reservar" is one confirmation: on return from the gateway, this booking at this price
 * is made without asking again. The intent is in session storage, never in the address: a link
 * must not be able to book. It outlives a sign-out, so that it names its person.
 */
type Intent = { ownerId: string | null; request: string; at: number }

/** Lifetime of an intent: a bank transfer takes minutes. Later the person must confirm again. */
const GOOD_MS = 30 * 60_000

const nameOf = (tripId: string) => `book-intent:${tripId}`

/** Stores the intent to make this request. @param request null deletes it */
export function keepIntent(tripId: string, request: string | null, now: number): void {
  const ownerId = rememberedAccount()
  const intent: Intent | null = request === null ? null : { ownerId, request, at: now }
  keepStored('session', nameOf(tripId), intent && JSON.stringify(intent))
}

/** Returns this person's request that waits for the money of a top-up; null if there is none. */
export function readIntent(tripId: string, now: number): string | null {
  const me = rememberedAccount()
  const isGood = ({ ownerId, request, at }: Intent) =>
    areTexts(ownerId, request) && ownerId === me && now - at < GOOD_MS
  return readStoredJson('session', nameOf(tripId), isGood)?.request ?? null
}

/** Whether the screen at this path books without another confirmation once the money is there. */
export function booksOnReturn(path: string, now: number = deviceNow()): boolean {
  const steps = /^\/(?:trips\/([^/?]+)\/book\?|connections\/book\?(?:.*&)?p1=([^.&]+)\.)/
  const [, ofTrip, ofFirstPart] = steps.exec(path) ?? []
  const tripId = ofTrip ?? ofFirstPart
  return tripId !== undefined && readIntent(tripId, now) !== null
}
