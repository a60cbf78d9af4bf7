import { describe, expect, it } from 'vitest'
import { fixedClock } from './clock.ts'
import type { Db } from './db/open.ts'
import { rememberFor } from './remember.ts'

const START = new Date('2026-11-20T13:00:00Z')

function counted() {
  let reads = 0
  const remembered = rememberFor(60_000, async () => {
    reads += 1
    return reads
  })
  return { remembered, db: {} as Db, clock: fixedClock(START) }
}

describe('rememberFor', () => {
  it('reads a cached value once for all callers within its time to live', async () => {
    const { remembered, db, clock } = counted()
    expect(await Promise.all([1, 2, 3].map(() => remembered.get({ db, clock })))).toEqual([1, 1, 1])
    clock.advance(59_999)
    expect(await remembered.get({ db, clock })).toBe(1)
    clock.advance(1)
    expect(await remembered.get({ db, clock })).toBe(2)
  })

  it('reads a cached value again after forget(), and caches per database', async () => {
    const { remembered, db, clock } = counted()
    await remembered.get({ db, clock })
    expect(await remembered.get({ db: {} as Db, clock })).toBe(2)
    expect(await remembered.get({ db, clock })).toBe(1)
    remembered.forget(db)
    expect(await remembered.get({ db, clock })).toBe(3)
  })

  it('does not cache a failed read', async () => {
    let reads = 0
    const remembered = rememberFor(60_000, async () => {
      reads += 1
      if (reads === 1) throw new Error('down')
      return 'up'
    })
    const source = { db: {} as Db, clock: fixedClock(START) }
    await expect(remembered.get(source)).rejects.toThrow('down')
    expect(await remembered.get(source)).toBe('up')
  })
})
