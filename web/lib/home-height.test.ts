// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { homeHeight } from './home-height.ts'

const now = new Date('2026-11-20T13:00:00Z')
const HOUR_MS = 3_600_000
const { dataset } = document.documentElement

afterEach(() => {
  localStorage.clear()
  delete dataset.travels
  vi.useRealTimers()
})

function run(phoneIsOffMs: number, stored?: string): boolean {
  vi.useFakeTimers({ now: now.getTime() + phoneIsOffMs })
  const booking = { from: { at: '2026-11-20T15:00:00Z' }, to: { at: '2026-11-20T18:00:00Z' } }
  localStorage.setItem('auth_user_id', 'ana')
  localStorage.setItem('ticket:b', JSON.stringify({ ownerId: 'ana', booking }))
  if (stored) localStorage.setItem('clock_offset', stored)
  new Function(homeHeight)()
  return 'travels' in dataset
}

it('reserves the card of a ticket of today, on a phone whose clock is right', () => {
  expect(run(0)).toBe(true)
})

it('reserves it on a phone two days ahead only with the stored correction', () => {
  expect(run(48 * HOUR_MS)).toBe(false)
  expect(run(48 * HOUR_MS, `${-48 * HOUR_MS} 1`)).toBe(true)
})
