import { vi } from 'vitest'

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
}
