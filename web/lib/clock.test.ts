import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deviceNow, hearServerTime, serverDate, serverNow } from './clock.ts'

const HOUR_MS = 3_600_000
const real = new Date('2026-11-25T12:00:00Z')
const hear = (at: Date, sentAt = deviceNow()) => hearServerTime(at.toUTCString(), sentAt)

beforeEach(() => {
  vi.useFakeTimers({ now: real })
  hear(real)
})

afterEach(() => vi.useRealTimers())

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
