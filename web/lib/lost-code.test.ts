// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { forgetStored, readStored } from './browser-storage.ts'
import { hasLostCode, keepsWanted, onLostCode, openWanted, watchLostCode } from './lost-code.ts'

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
  expect(readStored('session', 'wanted-address')).toBe('/login\n/signup')
  const later = navigate?.(() => second.promise, { to: '/ayuda', currentUrl: '/login' })
  first.resolve(undefined as never)
  await done
  expect(readStored('session', 'wanted-address')).toBe('/login\n/ayuda')
  second.resolve(undefined as never)
  await later
  expect(readStored('session', 'wanted-address')).toBeNull()
})

it.each([
  ['the address that was left', '/login', '/signup', '/signup'],
  ['another address', '/trips', '/signup', null],
  ['an address of another site', '/login', '//example.com', null],
  ['an address that browsers read as another site', '/login', '/\\example.com', null],
  ['nothing', '/login', null, null],
])('leads on from a reload of %s', (_, left, to, opened) => {
  const replace = vi.fn()
  const kept = new Map(to === null ? [] : [['wanted-address', `${left}\n${to}`]])
  const session = {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
  }
  const place = { pathname: '/login', search: '', hash: '', replace }
  new Function('sessionStorage', 'location', openWanted)(session, place)
  expect(replace.mock.calls).toEqual(opened === null ? [] : [[opened]])
  expect(kept.size).toBe(0)
})
