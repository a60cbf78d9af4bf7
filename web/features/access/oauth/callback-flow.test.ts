import { beforeEach, describe, expect, it } from 'vitest'
import { stubStorage } from '#test/memory-storage.ts'
import { ApiError, networkError } from '#web/lib/api-error.ts'
import { readReturn } from '#web/shared/access/oauth/oauth-return.ts'
import { beginSignIn } from '#web/shared/access/oauth/oauth-start.ts'
import type { Provider } from '#web/shared/access/oauth/oauth-state.ts'
import { type CallbackDeps, runCallback } from './callback-flow.ts'

const ORIGIN = 'https://cupo.example'
const tokens = { access_token: 'T', expires_at: 1_800_000_000, is_new_user: true }

/** Log of the calls that the callback page makes, in order. */
let steps: string[]

function deps(changed: Partial<CallbackDeps> = {}): CallbackDeps {
  return {
    wait: async (ms) => void steps.push(`wait ${ms}`),
    redeem: async (code, state) => {
      steps.push(`redeem ${code} ${state?.length}`)
      return tokens
    },
    keepTokens: ({ access_token }) => void steps.push(`keep ${access_token}`),
    reload: async () => {
      steps.push('reload')
      return true
    },
    bootstrap: async () => void steps.push('bootstrap'),
    ...changed,
  }
}

/** Begins a sign-in in this browser and returns its state. */
function begin(provider: Provider): string {
  const address = beginSignIn({ provider, origin: ORIGIN, mobile: false })
  return new URL(address, ORIGIN).searchParams.get('state') ?? ''
}

const arrive = (answer: string, changed?: Partial<CallbackDeps>) =>
  runCallback(readReturn(new URL(`/auth/callback${answer}`, ORIGIN)), deps(changed))

const failed = (reason: string) => ({ to: 'login', error: 'oauth_failed', reason })
const answered = (code: ApiError['code'], message: string) => async () => {
  throw new ApiError({ status: 400, code, message })
}

beforeEach(() => {
  steps = []
  stubStorage()
})

describe.each(['google', 'apple'] as const)('returning from a sign-in at %s', (provider) => {
  it('exchanges the code, stores tokens, fetches the person, prepares the account', async () => {
    const state = begin(provider)
    expect(await arrive(`?code=C&state=${state}`)).toEqual({ to: 'wallet' })
    expect(steps).toEqual(['wait 300', 'redeem C 26', 'keep T', 'reload', 'bootstrap'])
  })

  it('accepts a token in the address for a sign-in of this browser, and waits 500 ms', async () => {
    const state = begin(provider)
    const end = await arrive(`#access_token=A&expires_at=5&state=${state}`)
    expect(end).toEqual({ to: 'wallet' })
    expect(steps).toEqual(['wait 300', 'keep A', 'wait 500', 'reload', 'bootstrap'])
  })

  it('redirects to the login with an error code when preparing the account fails', async () => {
    const state = begin(provider)
    const bootstrap = () => Promise.reject(new Error('No authentication token found'))
    expect(await arrive(`?code=C&state=${state}`, { bootstrap })).toEqual({
      to: 'login',
      error: 'bootstrap_failed',
    })
  })

  it('exchanges a code only once per state', async () => {
    const state = begin(provider)
    await arrive(`?code=C&state=${state}`)
    expect(await arrive(`?code=C&state=${state}`)).toMatchObject({ error: 'oauth_failed' })
    expect(steps.filter((step) => step.startsWith('redeem'))).toHaveLength(1)
  })
})

describe('errors of a sign-in with Google or Apple, in the words of spec-coverage §8', () => {
  it('shows an error of Google or Apple as a sentence', async () => {
    const google = begin('google')
    expect(await arrive(`?error=oauth_cancelled&state=${google}`)).toEqual(
      failed('Error de Google OAuth: Cancelaste el inicio de sesión.'),
    )
    const apple = begin('apple')
    expect(await arrive(`?error=email_unverified&state=${apple}`)).toEqual(
      failed(
        'Error de Apple OAuth: Ese proveedor no ha verificado tu correo. ' +
          'Verifícalo e intenta de nuevo.',
      ),
    )
  })

  it.each([
    ['google', 'No se recibió token de acceso válido'],
    ['apple', 'No se recibió token de Apple válido'],
  ] as const)(
    'shows an error when the return from %s has no usable token',
    async (provider, text) => {
      expect(await arrive(`?id_token=I&state=${begin(provider)}`)).toEqual(failed(text))
      const redeem = async () => ({ access_token: '' })
      expect(await arrive(`?code=C&state=${begin(provider)}`, { redeem })).toEqual(failed(text))
      expect(steps).not.toContain('reload')
    },
  )

  it.each([
    ['google', 'Error procesando código de autorización'],
    ['apple', 'Error procesando código de autorización de Apple'],
  ] as const)(
    'shows a general error when the code exchange for %s fails without a sentence of the server',
    async (provider, text) => {
      const redeem = answered('unknown', 'x')
      expect(await arrive(`?code=C&state=${begin(provider)}`, { redeem })).toEqual(failed(text))
    },
  )

  it.each(['google', 'apple'] as const)(
    "shows the server's sentence when it refuses the code exchange for %s",
    async (provider) => {
      const redeem = answered('oauth_code_invalid', 'El inicio de sesión venció.')
      expect(await arrive(`?code=C&state=${begin(provider)}`, { redeem })).toEqual(
        failed('El inicio de sesión venció.'),
      )
      const uncoded = answered('uncoded', 'Code expired')
      expect(await arrive(`?code=C&state=${begin(provider)}`, { redeem: uncoded })).toEqual(
        failed('Code expired'),
      )
    },
  )

  it.each(['google', 'apple'] as const)(
    'shows a network error when the code exchange for %s gets no response',
    async (provider) => {
      const redeem = () => Promise.reject(networkError())
      expect(await arrive(`?code=C&state=${begin(provider)}`, { redeem })).toEqual(
        failed('Error de red al intercambiar código por token'),
      )
    },
  )

  it.each([
    ['google', 'Error procesando callback de Google'],
    ['apple', 'Error procesando callback de Apple'],
  ] as const)(
    'shows a general error when handling the return from %s throws',
    async (provider, text) => {
      const keepTokens = () => {
        throw new TypeError('x')
      }
      expect(await arrive(`?code=C&state=${begin(provider)}`, { keepTokens })).toEqual(failed(text))
    },
  )

  it('redirects to the login with the message of an exception, or with oauth_error', async () => {
    const at = `?code=C&state=${begin('google')}`
    const broken = (message: string) => ({ reload: () => Promise.reject(new Error(message)) })
    expect(await arrive(at, broken('se rompió'))).toEqual({ to: 'login', error: 'se rompió' })
    const again = `?code=C&state=${begin('google')}`
    expect(await arrive(again, broken(''))).toEqual({ to: 'login', error: 'oauth_error' })
  })
})

describe('a callback link that this browser did not request', () => {
  it.each([
    '?code=C',
    '?code=C&state=',
    '?code=C&state=aaaaaaaaaaaaaaaaaaaaaaaaaa',
    '#access_token=EVIL',
    '#access_token=EVIL&state=aaaaaaaaaaaaaaaaaaaaaaaaaa',
    '?access_token=EVIL&refresh_token=R&expires_at=99999999999',
    '?error=oauth_cancelled',
    '',
  ])(
    'a callback without the state of this browser stores and exchanges nothing: %j',
    async (answer) => {
      begin('google')
      expect(await arrive(answer)).toEqual(failed('No se recibió token de acceso válido'))
      expect(steps).toEqual(['wait 300'])
    },
  )

  it('refuses a callback token when this browser has not begun a sign-in', async () => {
    expect(await arrive('#access_token=EVIL&state=')).toMatchObject({ error: 'oauth_failed' })
    expect(steps).toEqual(['wait 300'])
  })
})
