// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { forgetStored, readStored } from './browser-storage.ts'
import { hasLostCode, keepsWanted, onLostCode, watchLostCode } from './lost-code.ts'

afterEach(() => {
  vi.useRealTimers()
  forgetStored('session', '')
})

it('offers a new load only when code is lost again after the network answered', async () => {
  vi.useFakeTimers()
  const answer = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('lost'))
  answer.mockResolvedValue(new Response())
  const told = vi.fn()
  const page = new EventTarget()
  const lose = () => page.dispatchEvent(new Event('vite:preloadError'))
  watchLostCode(page)
  onLostCode(told)
  lose()
  lose()
  expect(hasLostCode()).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(answer).toHaveBeenCalledTimes(2)
  expect(hasLostCode()).toBe(false)
  lose()
  expect(hasLostCode()).toBe(true)
  expect(told).toHaveBeenCalledOnce()
})

type Navigate = (
  go: () => Promise<never>,
  info: { to: string; currentUrl: string },
) => Promise<void>

it('keeps the wanted address until its code is read', async () => {
  let navigate: Navigate | undefined
  const instrument = (given: { navigate?: unknown }) => {
    navigate = given.navigate as Navigate
  }
  keepsWanted.router?.({ instrument } as never)
  const first = Promise.withResolvers<never>()
  const second = Promise.withResolvers<never>()
  const done = navigate?.(() => first.promise, { to: '/signup', currentUrl: '/login' })
  expect(readStored('session', 'wanted-address')).toBe('/login /signup')
  const later = navigate?.(() => second.promise, { to: '/ayuda', currentUrl: '/login' })
  first.resolve(undefined as never)
  await done
  expect(readStored('session', 'wanted-address')).toBe('/login /ayuda')
  second.resolve(undefined as never)
  await later
  expect(readStored('session', 'wanted-address')).toBeNull()
})
