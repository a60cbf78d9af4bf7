import { expect, it } from 'vitest'
import { Beats } from './beats.ts'
import { OwnWrites } from './own-writes.ts'

let now = 0
const clock = () => now

it('data that shows a beat is no older than the moment the beat was sent', () => {
  now = 100
  const beats = new Beats(10_000, clock)
  const first = beats.next()
  now = 1_100
  const second = beats.next()
  now = 1_400
  expect([beats.ageMs(first), beats.ageMs(second)]).toEqual([1_300, 300])
})

it('without a beat, a forgotten or an unknown one the age is infinite', () => {
  now = 0
  const beats = new Beats(10_000, clock)
  const first = beats.next()
  now = 10_001
  beats.next()
  expect([undefined, first, 99].map((beat) => beats.ageMs(beat))).toEqual(
    Array(3).fill(Number.POSITIVE_INFINITY),
  )
})

it('whoever wrote is known for as long as asked, and forgotten then', () => {
  now = 0
  const writes = new OwnWrites(5_000, clock)
  writes.note('ana')
  now = 3_000
  writes.note('luis')
  writes.note('ana')
  now = 7_999
  expect(['ana', 'luis', 'eva'].map((who) => writes.has(who))).toEqual([true, true, false])
  now = 8_000
  expect(writes.has('ana')).toBe(false)
})
