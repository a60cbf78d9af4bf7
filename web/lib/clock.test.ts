// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deviceNow, hearServerTime, serverDate, serverNow } from './clock.ts'

const HOUR_MS = 3_600_000
const real = new Date('2026-11-25T12:00:00Z')
const hear = (at: Date, sentAt = deviceNow()) => hearServerTime(at.toUTCString(), sentAt)

beforeEach(() => {
  vi.useFakeTimers({ now: real })
  hear(real)
})

afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
})

it.each([-7 * 24, -5, 3, 48])('tells the server time on a phone that is %i hours off', (hours) => {
  vi.setSystemTime(real.getTime() + hours * HOUR_MS)
  hear(real)
  expect(serverDate()).toEqual(real)
  vi.advanceTimersByTime(HOUR_MS)
  expect(serverNow()).toBe(real.getTime() + HOUR_MS)
  expect(deviceNow()).toBe(real.getTime() + (hours + 1) * HOUR_MS)
})

it('trusts a phone that is less than a minute off, also after a slow answer', () => {
  vi.setSystemTime(real.getTime() + 50_000)
  hear(real)
  expect(serverNow()).toBe(deviceNow())
  const sentAt = deviceNow()
  vi.advanceTimersByTime(120_000)
  hear(real, sentAt)
  expect(serverNow()).toBe(deviceNow())
})

it('trusts the phone again once its clock was set right', () => {
  vi.setSystemTime(real.getTime() + 5 * HOUR_MS)
  hear(real)
  vi.setSystemTime(real)
  hear(real)
  expect(serverNow()).toBe(real.getTime())
})

it('learns nothing from an answer without a date, or during which the clock was set back', () => {
  hearServerTime(null, deviceNow())
  hearServerTime('hoy', deviceNow())
  hear(new Date(real.getTime() + 5 * HOUR_MS), deviceNow() + HOUR_MS)
  expect(serverNow()).toBe(real.getTime())
})

/** Opens the app anew: reads what the browser stores, without an answer of the server. */
async function restarted() {
  vi.resetModules()
  return await import('./clock.ts')
}

it('keeps its correction when the app opens without a network', async () => {
  vi.setSystemTime(real.getTime() + 5 * HOUR_MS)
  hear(real)
  vi.advanceTimersByTime(HOUR_MS)
  const again = await restarted()
  expect(again.serverNow()).toBe(real.getTime() + HOUR_MS)
})

it('forgets its stored correction with the first answer that says the clock is right', async () => {
  vi.setSystemTime(real.getTime() + 5 * HOUR_MS)
  hear(real)
  vi.advanceTimersByTime(10 * HOUR_MS)
  const again = await restarted()
  again.hearServerTime(new Date(deviceNow()).toUTCString(), deviceNow())
  expect(again.serverNow()).toBe(deviceNow())
  expect((await restarted()).serverNow()).toBe(deviceNow())
})

it.each([
  ['the clock was set back since it was stored', `-18000000 ${real.getTime() + HOUR_MS}`],
  ['it cannot be read', 'hoy'],
])('believes the phone when %s', async (_, stored) => {
  localStorage.setItem('clock_offset', stored)
  expect((await restarted()).serverNow()).toBe(deviceNow())
})
