import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakePlugins } from '#test/fake-plugins.ts'
import { stubStorage } from '#test/memory-storage.ts'
import { providePlugins } from './plugins.ts'
import { ownPath, pushState, turnOffPush, turnOnPush, watchPush } from './push.ts'
import { loadTokens } from './token-storage.ts'

const SITE = 'https://cupo.example'
const TOKEN = 'token-of-this-telephone-1'

let phone: ReturnType<typeof fakePlugins>
/** Requests that the server received: method, path and token. */
const asked: string[] = []

async function answer(address: string, { method, body }: RequestInit): Promise<Response> {
  const { token = '' } = body ? JSON.parse(String(body)) : {}
  asked.push(`${method} ${new URL(address, SITE).pathname} ${token}`.trim())
  return Response.json({ subscribed: method === 'POST' })
}

beforeEach(async () => {
  stubStorage()
  phone = fakePlugins(new Map([['auth_token', 'somebody']]))
  providePlugins(phone.plugins)
  asked.length = 0
  vi.stubGlobal('fetch', answer)
  await loadTokens()
  await watchPush()
})

describe('push messages of the native app', () => {
  it('push messages are off until the person agrees and the telephone is registered', async () => {
    expect(pushState('app', false)).toBe('off')
    expect(await turnOnPush('app')).toBe(true)
    expect(asked).toEqual([`POST /api/push-devices ${TOKEN}`])
    expect(pushState('app', true)).toBe('on')
    expect(pushState(null, true)).toBe('unsupported')
  })

  it('push messages are refused and not registered after the person refuses', async () => {
    phone.answer = 'refused'
    expect(await turnOnPush('app')).toBe(false)
    expect(asked).toEqual([])
    expect(pushState('app', false)).toBe('refused')
  })

  it('registers a new Firebase token only while push messages are on', async () => {
    phone.newToken('token-before-anybody-agreed')
    expect(asked).toEqual([])
    await turnOnPush('app')
    asked.length = 0
    phone.newToken('token-of-this-telephone-2')
    await expect.poll(() => asked).toEqual(['POST /api/push-devices token-of-this-telephone-2'])
    await turnOffPush()
    asked.length = 0
    phone.newToken('token-of-this-telephone-3')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(asked).toEqual([])
  })

  it('registers the Firebase token again when the app starts', async () => {
    await turnOnPush('app')
    asked.length = 0
    await watchPush()
    await expect.poll(() => asked).toEqual([`POST /api/push-devices ${TOKEN}`])
  })
})

describe('a tap on a push message', () => {
  it('opens the path of the push message when it is a path of the site', () => {
    expect(ownPath('/bookings/1?ver=boleto#arriba', SITE)).toBe('/bookings/1?ver=boleto#arriba')
  })

  it.each([
    '',
    'wallet',
    '//evil.example/x',
    'https://evil.example',
    'javascript:alert(1)',
    '/\\evil.example',
  ])('a push message with the address %j opens no screen', (url) => {
    expect(ownPath(url, SITE)).toBeNull()
  })
})
