import { beforeEach, expect, it, vi } from 'vitest'
import { stubStorage } from '#test/memory-storage.ts'
import { api } from './api.ts'
import { deleteToken, saveTokens } from './token-store.ts'

// Headers and credentials of every call (spec-coverage §7).

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
it('sends credentials and a JSON content type with every call, and a stored token', async () => {
  await api.auth.debugUser({ body: { email: 'ana@correo.co' } })
  saveTokens({ access_token: 'T' })
  await api.wallet.balance()
  expect(sent.map(({ credentials }) => credentials)).toEqual(['include', 'include'])
  expect(header(0, 'content-type')).toBe('application/json')
  expect(header(0, 'authorization')).toBeNull()
  expect(header(1, 'authorization')).toBe('Bearer T')
})
