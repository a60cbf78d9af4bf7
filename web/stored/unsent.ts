/** What waits on this device until it is sent: whether there is any, its words, its deletion. */
import { keepStored, readStored, storedKeys } from '#web/lib/browser-storage.ts'
import { deviceNow } from '#web/lib/clock.ts'
import { plural, wordList } from '#web/lib/format.ts'
import { parseStored } from '#web/lib/stored-json.ts'
import { countAboard, forgetAboard } from './aboard-outbox.ts'
import { forgetPacks } from './boarding-store.ts'
import { keepLost } from './lost-note.ts'
import { countOutbox, forgetOutbox } from './message-outbox.ts'
import { mayHavePendingScans } from './pending-mark.ts'
import { countPhotos, forgetUnsentPhotos } from './unsent-photos.ts'
import { UNSENT_KEPT_MS, UNSENT_SINCE } from './unsent-since.ts'

/** Keys of web/shared/journeys/press-queue.ts and safety/incident-outbox.ts. */
const JOURNEY_PRESSES = 'journey-presses:'
const INCIDENTS = 'incident:'

/**
 * Whether something on this device waits to be sent, or was refused and not read, of anybody. It
 * only counts: the code that reads what waits has React, which pages without the app do not load.
 */
export async function hasUnsent(): Promise<boolean> {
  const keys = [...storedKeys('local', JOURNEY_PRESSES), ...storedKeys('local', INCIDENTS)]
  if (keys.length + countAboard() > 0 || mayHavePendingScans()) return true
  // Fails only where IndexedDB is blocked, so nothing is stored there.
  const counts = [countOutbox(), countPhotos()].map((count) => count.catch(() => 0))
  return (await Promise.all(counts)).some((count) => count > 0)
}

type Counts = Partial<Record<keyof typeof WORDS, number>>

const WORDS = {
  messages: ['mensaje', 'mensajes'],
  aboard: ['aviso «Ya voy a bordo»', 'avisos «Ya voy a bordo»'],
  calls: ['aviso de seguridad', 'avisos de seguridad'],
  presses: ['marca de un viaje', 'marcas de un viaje'],
  photos: ['foto de un documento', 'fotos de documentos'],
  boarded: ['pasajero que subió', 'pasajeros que subieron'],
} as const

/** What this many things are called: `2 mensajes`. Without what there is none of. */
export function unsentWords(counts: Counts): string[] {
  return Object.entries(WORDS).flatMap(([what, [one, many]]) => {
    const count = counts[what as keyof Counts] ?? 0
    return count > 0 ? [plural(count, one, many)] : []
  })
}

/**
 * Deletes the messages, photos, reports and presses of everybody but `keeper`; returns how many.
 * Scans and calls for help stay for their owner: they are evidence, and about money and safety.
 */
export async function forgetUnsent(keeper: string | null = null): Promise<Counts> {
  const [aboard, presses] = [forgetAboard(keeper), forgetPresses(keeper)]
  const stores = [forgetOutbox(keeper), forgetUnsentPhotos(keeper), forgetPacks()]
  // Fails only where IndexedDB is blocked, so nothing is stored there.
  const deleted = await Promise.all(stores.map((store) => store.catch(() => 0)))
  return { messages: deleted[0] ?? 0, aboard, presses, photos: deleted[1] ?? 0 }
}

function forgetPresses(keeper: string | null): number {
  let count = 0
  for (const key of storedKeys('local', JOURNEY_PRESSES)) {
    const ownerId = key.slice(JOURNEY_PRESSES.length)
    if (ownerId === keeper) continue
    const text = readStored('local', JOURNEY_PRESSES + ownerId)
    count += parseStored<unknown[]>(text, Array.isArray)?.length ?? 1
    keepStored('local', JOURNEY_PRESSES + ownerId, null)
  }
  return count
}

/** Deletes what another person must not find after a session that the server ended, and says it. */
export async function forgetPrivate(): Promise<void> {
  const stores = [forgetUnsentPhotos(null), forgetPacks()]
  const [photos] = await Promise.all(stores.map((store) => store.catch(() => 0)))
  tell({ photos: photos ?? 0 })
}

/**
 * Decides about what waits since a session ended here: it stays for its owner, for two days. Call
 * with who has signed in, or null for a visitor.
 */
export async function settleUnsent(userId: string | null): Promise<void> {
  const since = Number(readStored('local', UNSENT_SINCE) ?? deviceNow())
  const isOver = !(since + UNSENT_KEPT_MS > deviceNow())
  if (userId === null && !isOver) return
  keepStored('local', UNSENT_SINCE, null)
  tell(await forgetUnsent(isOver ? null : userId))
}

function tell(counts: Counts): void {
  const words = unsentWords(counts)
  if (words.length > 0) keepLost(wordList(words))
}
