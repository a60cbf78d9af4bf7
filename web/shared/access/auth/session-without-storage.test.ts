import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fullStorage, stubStorage } from '#test/memory-storage.ts'
import type { SessionEvent } from './session-state.ts'

const user = { id: 'ana', email: 'ana@correo.co', first_name: 'Ana', roles: [] }
const tokens = { access_token: 'T', expires_at: 1_800_000_000 }
const answered: Record<string, unknown> = {
  '/auth/login': { ...tokens, user },
  '/auth/refresh': { ...tokens, access_token: 'T2' },
  '/auth/logout': {},
  '/auth/me': { user },
  '/wallet/balance': { balance: 5, held: 1, wallet_id: 'w1' },
}

let authorizations: (string | null)[]
let events: SessionEvent[]

/** Cookies of scripts, as a browser has them; `refuse` keeps none. */
function stubCookies(refuse = false): void {
  const jar = new Map<string, string>()
  const cookie = {
    get: () => [...jar].map((pair) => pair.join('=')).join('; '),
    set: (text: string) => {
      const [name = '', value = ''] = (text.split(';')[0] ?? '').split('=')
      if (text.includes('Max-Age=0') || refuse) jar.delete(name)
      else jar.set(name, value)
    },
  }
  vi.stubGlobal('document', Object.defineProperty({}, 'cookie', cookie))
}

/** The modules of a page that was just opened: what an earlier page had in memory is gone. */
async function openPage() {
  vi.resetModules()
  const { sessionActions } = await import('./session-actions.ts')
  const { lossOf } = await import('#web/offline/unkept.ts')
  return { session: sessionActions({ dispatch: (event) => events.push(event) }), lossOf }
}

async function logIn(): Promise<void> {
  const { session } = await openPage()
  await session.login('ana@correo.co', 'secreto12')
  authorizations = []
  events = []
}

beforeEach(() => {
  stubStorage(fullStorage)
  events = []
  authorizations = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    authorizations.push(new Headers(init.headers).get('authorization'))
    return Response.json(answered[url.replace(/^\/api/, '')])
  })
})

afterEach(() => vi.unstubAllGlobals())

it('signs in by the refresh cookie after each reload, until the person signs out', async () => {
  stubCookies()
  await logIn()
  for (const _reload of [1, 2]) {
    const { session, lossOf } = await openPage()
    expect(await session.reload()).toBe(true)
    expect([authorizations.at(-1), lossOf('auth_token')]).toEqual(['Bearer T2', null])
  }
  const { session } = await openPage()
  await session.reload()
  await session.logout()
  events = []
  const after = await openPage()
  expect(await after.session.reload()).toBe(false)
  expect(events).toEqual([{ type: 'noToken' }])
})

it('does not sign in again with an older token that fills the storage', async () => {
  stubCookies()
  stubStorage()
  localStorage.setItem('auth_token', 'of Beto')
  vi.stubGlobal('localStorage', fullStorage(localStorage))
  await logIn()
  const { session } = await openPage()
  expect(await session.reload()).toBe(true)
  expect(authorizations).not.toContain('Bearer of Beto')
})

it('says that the session is not kept where cookies of scripts are refused too', async () => {
  stubCookies(true)
  await logIn()
  const { lossOf } = await openPage()
  expect(lossOf('auth_token')).toMatch(/^Tu navegador no guarda la sesión/)
})
