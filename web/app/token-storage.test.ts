import { beforeEach, describe, expect, it } from 'vitest'
import { fakePlugins } from './fake-plugins.ts'
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

describe('tokens of the app', () => {
  it('are in the keystore, and nowhere else', async () => {
    saveTokens({ access_token: 'a1', expires_at: 1, refresh_token: 'r1' })
    expect(readToken()).toBe('a1')
    expect(await readRefreshToken()).toBe('r1')
    expect(Object.fromEntries(phone.keys)).toEqual({ auth_token: 'a1', refresh_token: 'r1' })
    expect(globalThis.localStorage?.length ?? 0).toBe(0)
  })

  it('are known after a restart without a network', async () => {
    saveTokens({ access_token: 'a1', refresh_token: 'r1' })
    await readRefreshToken()
    const restarted = fakePlugins(phone.keys)
    providePlugins(restarted.plugins)
    await loadTokens()
    expect(readToken()).toBe('a1')
  })

  it('answer the newest refresh token, however slow the keystore writes', async () => {
    phone.slow = true
    saveTokens({ access_token: 'a1', refresh_token: 'r1' })
    saveTokens({ access_token: 'a2', refresh_token: 'r2' })
    expect(await readRefreshToken()).toBe('r2')
  })

  it('are deleted when the session ends', async () => {
    saveTokens({ access_token: 'a1', refresh_token: 'r1' })
    deleteToken()
    expect(readToken()).toBeNull()
    expect(await readRefreshToken()).toBeNull()
    expect(phone.keys.size).toBe(0)
  })

  it('count as none when the keystore cannot be read', async () => {
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
