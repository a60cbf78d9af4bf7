import { type Place, readStored } from './browser-storage.ts'

/** Reads stored JSON; null when there is none, or it cannot be read. */
export function readStoredJson<T>(place: Place, key: string): T | null {
  try {
    return JSON.parse(readStored(place, key) ?? 'null') as T | null
  } catch {
    return null
  }
}
