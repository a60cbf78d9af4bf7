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

/** @param value null forgets */
export function keepStored(place: Place, key: string, value: string | null): void {
  try {
    if (value === null) storageOf(place).removeItem(key)
    else storageOf(place).setItem(key, value)
  } catch {
    // Blocked or full: the screen works without its memory.
  }
}
