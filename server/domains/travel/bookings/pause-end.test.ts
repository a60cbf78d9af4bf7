import { expect, it } from 'vitest'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { pauseEndsAt } from './pause-end.ts'

const pausedAt = new Date('2026-11-20T13:00:00.000Z')

it.each([
  // [hours to the departure, hours to the cancellation]
  [48, 36],
  [13, 1],
  [3, 1],
  [1, 1],
  [0.5, 0.5],
])('cancels a trip that leaves in %s h after %s h of pause, never after it left', (ahead, ends) => {
  const departsAt = addMs(pausedAt, ahead * HOUR_MS)
  expect(pauseEndsAt({ departsAt }, pausedAt)).toEqual(addMs(pausedAt, ends * HOUR_MS))
})
