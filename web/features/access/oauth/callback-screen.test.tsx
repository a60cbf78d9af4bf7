// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen, pass, until } from '#test/screen.tsx'
import { waiting } from '#test/screen-answers.ts'

const PLANTED = 'eyJhbGciOiJIUzI1NiJ9.planted.token'

// Content pages, which are served without React, are tried in a browser (auth-address.e2e.ts).
describe('a planted token in a link', () => {
  it.each(['/login', '/signup', '/wallet', '/trips', '/Registro'])(
    'removes a planted token at %s without saving it',
    async (path) => {
      const stored = { oauth_state: 'c'.repeat(26) }
      const inFragment = `${path}#access_token=${PLANTED}&refresh_token=r&expires_at=9999999999`
      const inQuery = `${path}?access_token=${PLANTED}&state=${'a'.repeat(26)}`
      const screen = await openScreen(inFragment, { stored })
      for (const address of [inFragment, inQuery]) {
        await screen.open(address)
        await until(() => expect(location.href).not.toContain('access_token'))
        await pass(2000)
        expect(location.href).not.toContain('planted')
        expect(JSON.stringify({ ...localStorage })).not.toContain('planted')
      }
    },
  )
})

it.each([
  ['oauth_state', 'Por favor espera mientras completamos tu inicio de sesión con Google.'],
  ['apple_oauth_state', 'Por favor espera mientras completamos tu inicio de sesión con Apple.'],
])('shows the texts of the callback page for a sign-in kept as %s', async (key, text) => {
  const state = 'e'.repeat(26)
  const screen = await openScreen(`/auth/callback?code=${'k'.repeat(43)}&state=${state}`, {
    stored: { [key]: state },
    answers: [waiting(api.oauth.redeem)],
  })
  await screen.title('Procesando autenticación...')
  await screen.text(text)
  await screen.text('Esto puede tomar unos segundos...')
})

it.each(['/callback', '/auth/lat-callback', '/lat-callback', '/Registro'])(
  'shows the callback page at %s',
  async (path) => {
    const screen = await openScreen(path)
    await screen.title('Procesando autenticación...')
    await until(() => expect(location.pathname).toBe('/login'))
    expect(new URLSearchParams(location.search).get('error')).toBe('oauth_failed')
    await (await screen.within('alert')).text(/No se recibió token de acceso válido/)
    expect(localStorage.getItem('auth_token')).toBeNull()
  },
)
