import { vi } from 'vitest'
import { forgetStored, onUnkept } from '#web/lib/browser-storage.ts'

/** Creates an empty browser storage. */
function memoryStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (row) => [...kept.keys()][row] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, String(value)),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}

/** Creates a storage with the texts of another one and no space: each `setItem` throws. */
export function fullStorage(texts: Storage = memoryStorage()): Storage {
  return {
    get length() {
      return texts.length
    },
    key: (row) => texts.key(row),
    getItem: (key) => texts.getItem(key),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem: (key) => texts.removeItem(key),
    clear: () => texts.clear(),
  }
}

/** Creates a storage that the browser blocks. */
export function blockedStorage(): Storage {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  return {
    length: 0,
    key: refuse,
    getItem: refuse,
    setItem: refuse,
    removeItem: refuse,
    clear: refuse,
  }
}

/** Installs fresh local and session storage for one test. */
export function stubStorage(make: () => Storage = memoryStorage): void {
  vi.stubGlobal('localStorage', make())
  vi.stubGlobal('sessionStorage', make())
  // What an earlier test could not store is still in the memory of the module.
  for (const place of ['local', 'session'] as const) forgetStored(place, '')
  onUnkept(() => undefined)()
}
