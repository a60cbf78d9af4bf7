import { type Place, readStored } from './browser-storage.ts'

/**
 * Parses stored JSON; null when there is none, or when it is not what this release reads. `fits`
 * looks at what the caller uses; what it throws means no. Not zod, which no first bundle can carry.
 */
export function parseStored<T>(text: string | null, fits: (value: T) => boolean): T | null {
  try {
    const value = JSON.parse(text ?? 'null') as T | null
    return value !== null && fits(value) ? value : null
  } catch {
    return null
  }
}

/** Reads stored JSON, as `parseStored`. */
export function readStoredJson<T>(
  place: Place,
  key: string,
  fits: (value: T) => boolean,
): T | null {
  return parseStored(readStored(place, key), fits)
}

/** Whether all values are texts that are not empty. */
export function areTexts(...values: unknown[]): boolean {
  return values.every((value) => value && value === `${value}`)
}
