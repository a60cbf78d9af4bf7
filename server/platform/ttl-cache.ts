import type { Clock } from './clock.ts'
import type { Db } from './db/open.ts'

export type Cached<T> = {
  /** Returns the cached value, at most `ms` old, else reads it; parallel callers share one read. */
  get(source: { db: Db; clock: Clock }): Promise<T>
  /** Clears the cache: the next `get` reads again. */
  forget(db: Db): void
}

/** Caches a value that rarely changes, per process and database. A failed read is not cached. */
export function cachedFor<T>(ms: number, read: (db: Db, now: Date) => Promise<T>): Cached<T> {
  const kept = new WeakMap<Db, { readAt: number; value: Promise<T> }>()
  return {
    get({ db, clock }) {
      const moment = clock.now()
      const now = moment.getTime()
      const known = kept.get(db)
      if (known && Math.abs(now - known.readAt) < ms) return known.value
      const entry = { readAt: now, value: read(db, moment) }
      kept.set(db, entry)
      entry.value.catch(() => {
        if (kept.get(db) === entry) kept.delete(db)
      })
      return entry.value
    },
    forget(db) {
      kept.delete(db)
    },
  }
}
