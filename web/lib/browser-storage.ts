/** Text kept by the browser. Storage may be blocked: then nothing is remembered. */

export type Place = 'local' | 'session'

function storageOf(place: Place): Storage {
  return place === 'local' ? localStorage : sessionStorage
}

export function readStored(place: Place, key: string): string | null {
  try {
    return storageOf(place).getItem(key)
  } catch {
    return null
  }
}

/** The keys that begin so. */
export function storedKeys(place: Place, prefix: string): string[] {
  try {
    const storage = storageOf(place)
    const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
    return keys.filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** @param value null forgets */
export function keepStored(place: Place, key: string, value: string | null): void {
  try {
    if (value === null) storageOf(place).removeItem(key)
    else storageOf(place).setItem(key, value)
  } catch {
    // Blocked or full: the screen works without its memory.
  }
}

/**
 * What a device keeps of an answer for the time without a network. The addresses of photos stay
 * out: they name people, and need a network anyway.
 */
export function keptText(answer: object): string {
  return JSON.stringify(answer, (key, value: unknown) => (key === 'photoUrl' ? null : value))
}
