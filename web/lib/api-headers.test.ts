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

it('sends credentials and a JSON content type with every call, and a stored token', async () => {
  await api.auth.debugUser({ body: { email: 'ana@correo.co' } })
  saveTokens({ access_token: 'T' })
  await api.wallet.balance()
  await api.auth.logout()
  await api.users.updateMe({ body: { first_name: 'Ana' } })
  expect(sent.map(({ credentials }) => credentials)).toEqual(Array(4).fill('include'))
  // A call without a body has no type of it (docs/decisions/0005).
  const json = 'application/json'
  expect([0, 1, 2, 3].map((at) => header(at, 'content-type'))).toEqual([json, null, json, json])
  for (const at of [1, 2, 3]) expect(header(at, 'authorization')).toBe('Bearer T')
  expect(header(0, 'authorization')).toBeNull()
})
