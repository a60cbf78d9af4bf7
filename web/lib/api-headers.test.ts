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
  await api.auth.debugUser({ body: { email: 'ana@correo.co' } })
  saveTokens({ access_token: 'T' })
  await api.wallet.balance()
  expect(sent.map(({ credentials }) => credentials)).toEqual(['include', 'include'])
  expect(header(0, 'content-type')).toBe('application/json')
  expect(header(0, 'authorization')).toBeNull()
  expect(header(1, 'authorization')).toBe('Bearer T')
})
