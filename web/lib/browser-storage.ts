/**
 * The only code that uses local storage, session storage and cookies of scripts. What the browser
 * refuses to store (blocked, or full) stays in memory as long as the page, and its key is reported
 * to `onUnkept`, so that the person is told what closing the page loses.
 */

export type Place = 'local' | 'session'

const memory = new Map<string, string>()
const unreported = new Set<string>()
const queue = (key: string): void => void unreported.add(key)
let report = queue

/**
 * Calls back with each key that could not be stored, also with those before this call.
 * @returns the function that stops listening
 */
export function onUnkept(listener: (key: string) => void): () => void {
  report = listener
  for (const key of unreported) listener(key)
  unreported.clear()
  return () => {
    report = queue
  }
}

/** Reports that something could not be stored. @param key as in web/offline/unkept.ts */
export function reportUnkept(key: string): void {
  report(key)
}

function storageOf(place: Place): Storage {
  return place === 'local' ? localStorage : sessionStorage
}

export function readStored(place: Place, key: string): string | null {
  try {
    return memory.get(place + key) ?? storageOf(place).getItem(key)
  } catch {
    return null
  }
}

/** Returns the stored keys with this prefix. */
export function storedKeys(place: Place, prefix: string): string[] {
  const keys = [...memory.keys()]
  try {
    const storage = storageOf(place)
    for (let at = 0; at < storage.length; at += 1) keys.push(place + storage.key(at))
  } catch {
    // Storage is blocked: only the keys in memory are known.
  }
  const found = keys.filter((key) => key.startsWith(place + prefix))
  return [...new Set(found)].map((key) => key.slice(place.length))
}

/** Deletes the stored keys with this prefix. */
export function forgetStored(place: Place, prefix: string): void {
  for (const key of storedKeys(place, prefix)) keepStored(place, key, null)
}

/**
 * Stores a text. Returns false if it is only in memory, which is reported. @param value null
 * deletes the key
 */
export function keepStored(place: Place, key: string, value: string | null): boolean {
  memory.delete(place + key)
  try {
    if (value === null) storageOf(place).removeItem(key)
    else storageOf(place).setItem(key, value)
    return true
  } catch {
    if (value === null) return true
    memory.set(place + key, value)
    report(key)
    return false
  }
}

/** Returns whether the cookie `name=1` is set. */
export function hasCookie(name: string): boolean {
  try {
    return document.cookie.includes(`${name}=1`)
  } catch {
    return false
  }
}

/** Sets the cookie `name=1`. Returns whether the browser has it. @param seconds 0 deletes it */
export function keepCookie(name: string, seconds: number): boolean {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet.
    document.cookie = `${name}=1; Path=/; Max-Age=${seconds}; SameSite=Strict`
  } catch {
    // The page may not use cookies.
  }
  return hasCookie(name)
}

/** Returns an API answer as JSON, without photo URLs: personal data that need a network anyway. */
export function keptText(answer: object): string {
  return JSON.stringify(answer, (key, value: unknown) => (key === 'photoUrl' ? null : value))
}
