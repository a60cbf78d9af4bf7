import { beforeEach, expect, it, vi } from 'vitest'
import { stubStorage } from '#test/memory-storage.ts'
import { api } from './api.ts'
import { deleteToken, saveTokens } from './token-store.ts'

// spec-coverage §7: what every call carries.

let sent: RequestInit[]

beforeEach(() => {
  stubStorage()
  deleteToken()
  sent = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push(init)
    return new Response('{}')
  })
})

const header = (at: number, name: string) => new Headers(sent[at]?.headers).get(name)

// covers: S7.1
it('every call carries credentials and JSON, and the token once there is one', async () => {
  await api.account.debugUser({ body: { email: 'ana@correo.co' } })
  saveTokens({ access_token: 'T' })
  await api.wallet.balance()
  expect(sent.map(({ credentials }) => credentials)).toEqual(['include', 'include'])
  expect(header(0, 'content-type')).toBe('application/json')
  expect(header(0, 'authorization')).toBeNull()
  expect(header(1, 'authorization')).toBe('Bearer T')
})

it('a search after a change asks for the newest, for fifteen seconds', async () => {
  // Long after the changes of the test before.
  const now = Date.now() + 60_000
  vi.useFakeTimers({ now })
  const query = { from: '11001', to: '76001', date: '2026-11-27' }
  try {
    const search = () => api.search.trips({ query })
    await search()
    await api.account.debugUser({ body: { email: 'ana@correo.co' } })
    await search()
    vi.setSystemTime(now + 15_000)
    await search()
    expect(sent.map(({ cache }) => cache)).toEqual(['default', 'default', 'no-cache', 'default'])
  } finally {
    vi.useRealTimers()
  }
})
