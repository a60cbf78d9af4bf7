import { reportUnkept } from './browser-storage.ts'
import { within } from './within.ts'

/** Some browsers announce IndexedDB and never open it (Safari in private windows). */
const OPEN_MS = 3000

/**
 * A small IndexedDB database; opened at the first use. `stores`: store names with their key
 * property. Rejects where IndexedDB is blocked or does not answer within 3 s.
 */
export function localDatabase<Store extends string>(name: string, stores: Record<Store, string>) {
  let opened: Promise<IDBDatabase> | null = null

  function ask(): Promise<IDBDatabase> {
    const opening = new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 1)
      request.onupgradeneeded = () => {
        for (const [store, keyPath] of Object.entries<string>(stores)) {
          request.result.createObjectStore(store, { keyPath })
        }
      }
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    return within(OPEN_MS, opening)
  }

  function open(): Promise<IDBDatabase> {
    opened ??= ask().catch((error: unknown) => {
      opened = null
      throw error
    })
    return opened
  }

  /** Runs one request in its own transaction; resolves when the transaction has committed. */
  async function run<T>(
    store: Store,
    mode: IDBTransactionMode,
    ask: (objects: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const db = await open()
    return await new Promise<T>((resolve, reject) => {
      const transaction = db.transaction(store, mode)
      const request = ask(transaction.objectStore(store))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onerror = () => reject(transaction.error)
      transaction.onabort = () => reject(transaction.error)
    })
  }

  return {
    run,
    /** Inserts or replaces an object. Rejects where it cannot be stored, which is reported. */
    async put(store: Store, value: object): Promise<void> {
      try {
        await run(store, 'readwrite', (objects) => objects.put(value))
      } catch (error) {
        reportUnkept(`${name}:${store}`)
        throw error
      }
    },
  }
}
