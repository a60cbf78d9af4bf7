import { expect, it } from 'vitest'
import { addMs, HOUR_MS, hoursOn, quietUntil } from './clock.ts'

it('finds until when pick-ups wait for people who sleep', () => {
  const at = (hour: number) => addMs(hoursOn('2026-11-20', 0, 24).from, hour * HOUR_MS)
  expect([6, 7, 20, 21].map((hour) => quietUntil(at(hour)))).toEqual([10, 7, 20, 34].map(at))
})
