/** Reads and writes text in browser storage. If storage is blocked, nothing is stored. */

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

/** Returns the stored keys with this prefix. */
export function storedKeys(place: Place, prefix: string): string[] {
  try {
    const storage = storageOf(place)
    const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
    return keys.filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** Deletes the stored keys with this prefix. */
export function forgetStored(place: Place, prefix: string): void {
  for (const key of storedKeys(place, prefix)) keepStored(place, key, null)
}

/** Stores a text. @param value null deletes the key */
export function keepStored(place: Place, key: string, value: string | null): void {
  try {
    if (value === null) storageOf(place).removeItem(key)
    else storageOf(place).setItem(key, value)
  } catch {
    // Storage is blocked or full: screens work without stored values.
  }
}

/** Returns an API answer as JSON, without photo URLs: personal data that need a network anyway. */
export function keptText(answer: object): string {
  return JSON.stringify(answer, (key, value: unknown) => (key === 'photoUrl' ? null : value))
}
