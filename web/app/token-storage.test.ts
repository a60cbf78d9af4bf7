import { beforeEach, describe, expect, it } from 'vitest'
import { fakePlugins } from '#test/fake-plugins.ts'
import { providePlugins } from './plugins.ts'
import {
  deleteToken,
  loadTokens,
  readRefreshToken,
  readToken,
  saveTokens,
} from './token-storage.ts'

let phone: ReturnType<typeof fakePlugins>

beforeEach(async () => {
  phone = fakePlugins()
  providePlugins(phone.plugins)
  await loadTokens()
})

describe('tokens of the native app', () => {
  it('stores tokens only in the keystore', async () => {
    saveTokens({ access_token: 'a1', expires_at: 1, refresh_token: 'r1' })
    expect(readToken()).toBe('a1')
    expect(await readRefreshToken()).toBe('r1')
    expect(Object.fromEntries(phone.keys)).toEqual({ auth_token: 'a1', refresh_token: 'r1' })
    expect(globalThis.localStorage?.length ?? 0).toBe(0)
  })

  it('reads tokens from the keystore after a restart without a network', async () => {
    saveTokens({ access_token: 'a1', refresh_token: 'r1' })
    await readRefreshToken()
    const restarted = fakePlugins(phone.keys)
    providePlugins(restarted.plugins)
    await loadTokens()
    expect(readToken()).toBe('a1')
  })

  it('returns the newest refresh token while the keystore is still writing it', async () => {
    phone.slow = true
    saveTokens({ access_token: 'a1', refresh_token: 'r1' })
    saveTokens({ access_token: 'a2', refresh_token: 'r2' })
    expect(await readRefreshToken()).toBe('r2')
  })

  it('deletes tokens from the keystore when the session ends', async () => {
    saveTokens({ access_token: 'a1', refresh_token: 'r1' })
    deleteToken()
    expect(readToken()).toBeNull()
    expect(await readRefreshToken()).toBeNull()
    expect(phone.keys.size).toBe(0)
  })

  it('counts tokens as missing when the keystore cannot be read', async () => {
    saveTokens({ access_token: 'a1', refresh_token: 'r1' })
    await readRefreshToken()
    phone.broken = true
    await loadTokens()
    expect(readToken()).toBeNull()
    expect(await readRefreshToken()).toBeNull()
    saveTokens({ access_token: 'a2', refresh_token: 'r2' })
    expect(readToken()).toBe('a2')
  })
})
