import { createHash } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { fakePlugins } from '#test/fake-plugins.ts'
import { stubStorage } from '#test/memory-storage.ts'
import { providePlugins } from './plugins.ts'
import { callbackAddress, codeProof, openProvider } from './provider-exit.ts'

it('opens the provider with a PKCE challenge, and returns its verifier only once', async () => {
  stubStorage()
  const phone = fakePlugins()
  providePlugins(phone.plugins)
  expect(callbackAddress()).toBe('co.cupo.app://auth/callback')
  openProvider('https://cupo.example/api/auth/login/google?state=s&mobile=true')
  await vi.waitFor(() => expect(phone.opened).toHaveLength(1))
  const { verifier = '' } = codeProof()
  const challenge = new URL(phone.opened[0] ?? '').searchParams.get('challenge')
  expect(challenge).toBe(createHash('sha256').update(verifier).digest('base64url'))
  expect(codeProof()).toEqual({})
})
