import { afterEach, expect, it, vi } from 'vitest'
import { stubStorage } from '#test/memory-storage.ts'
import { dropNewLogin, hasNewLogin, keepNewLogin, takeNewLogin } from './new-login.ts'

const login = { email: 'ana@correo.co', password: 'Río Cauca 33' }

afterEach(() => {
  dropNewLogin()
  vi.useRealTimers()
})

it('gives the password of a new account once, and stores it nowhere', () => {
  stubStorage()
  keepNewLogin(login)
  expect(localStorage.length + sessionStorage.length).toBe(0)
  expect(takeNewLogin()).toEqual(login)
  expect([hasNewLogin(), takeNewLogin()]).toEqual([false, null])
})

it('drops the password of a new account after 60 s', () => {
  vi.useFakeTimers()
  keepNewLogin(login)
  vi.advanceTimersByTime(59_999)
  expect(hasNewLogin()).toBe(true)
  vi.advanceTimersByTime(1)
  expect([hasNewLogin(), takeNewLogin(), vi.getTimerCount()]).toEqual([false, null, 0])
})

it('gives no password after 60 s when the timer of a sleeping tab is late', () => {
  const now = Date.now()
  keepNewLogin(login, now)
  expect(takeNewLogin(now + 60_000)).toBeNull()
})

it('drops the password of a new account when the page is left', () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  keepNewLogin(login)
  page.dispatchEvent(new Event('pagehide'))
  expect(takeNewLogin()).toBeNull()
  vi.unstubAllGlobals()
})
