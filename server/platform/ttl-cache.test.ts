import { describe, expect, it } from 'vitest'
import { fixedClock } from '#test/fixed-clock.ts'
import type { Db } from './db/open.ts'
import { cachedFor } from './ttl-cache.ts'

const START = new Date('2026-11-20T13:00:00Z')

function counted() {
  let reads = 0
  const cached = cachedFor(60_000, async () => {
    reads += 1
    return reads
  })
  return { cached, db: {} as Db, clock: fixedClock(START) }
}

describe('cachedFor', () => {
  it('reads a cached value once for all callers within its time to live', async () => {
    const { cached, db, clock } = counted()
    expect(await Promise.all([1, 2, 3].map(() => cached.get({ db, clock })))).toEqual([1, 1, 1])
    clock.advance(59_999)
    expect(await cached.get({ db, clock })).toBe(1)
    clock.advance(1)
    expect(await cached.get({ db, clock })).toBe(2)
  })

  it('reads a cached value again after forget(), and caches per database', async () => {
    const { cached, db, clock } = counted()
    await cached.get({ db, clock })
    expect(await cached.get({ db: {} as Db, clock })).toBe(2)
    expect(await cached.get({ db, clock })).toBe(1)
    cached.forget(db)
    expect(await cached.get({ db, clock })).toBe(3)
  })

  it('does not cache a failed read', async () => {
    let reads = 0
    const cached = cachedFor(60_000, async () => {
      reads += 1
      if (reads === 1) throw new Error('down')
      return 'up'
    })
    const source = { db: {} as Db, clock: fixedClock(START) }
    await expect(cached.get(source)).rejects.toThrow('down')
    expect(await cached.get(source)).toBe('up')
  })
})
