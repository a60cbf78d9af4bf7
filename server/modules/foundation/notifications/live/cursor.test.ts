import { describe, expect, it } from 'vitest'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { readCursor, writeCursor } from './cursor.ts'

const now = new Date('2026-11-22T15:00:00.000Z')

describe('the cursor of live events', () => {
  it('reads a live cursor as it was written', () => {
    const cursor = { low: '18446744', readAt: now }
    expect(readCursor(writeCursor(cursor), now)).toEqual(cursor)
  })

  it('refuses a live cursor older than an hour, when events can have been deleted', () => {
    const text = writeCursor({ low: '5', readAt: now })
    expect(readCursor(text, addMs(now, HOUR_MS))).not.toBeNull()
    expect(readCursor(text, addMs(now, HOUR_MS + 1_000))).toBeNull()
  })

  it.each(['', '5', 'a.1', '5.1.2', '-5.1', ' 5.1'])('refuses %j as a live cursor', (text) => {
    expect(readCursor(text, now)).toBeNull()
  })
})
