// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen, until } from '#test/screen.tsx'
import { answers } from '#test/screen-answers.ts'
import { ANA, signedIn, walletAnswers } from '#test/screen-people.ts'
import { saveTokens } from '#web/lib/token-store.ts'

const LUIS = { ...ANA, id: '01890000-0000-7000-8000-0000000000a2', first_name: 'Luis' }

/** A page of Ana that goes to sleep while another tab signs her out. */
async function openAsleep() {
  const screen = await openScreen('/wallet', {
    token: 'of-ana',
    answers: [...signedIn(), ...walletAnswers],
  })
  await screen.title('Recargar Wallet')
  saveTokens({ access_token: 'renewed-of-ana' })
  localStorage.removeItem('auth_token')
  const restore = () =>
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  return { screen, restore }
}

it('leads to the login when "back" restores the page of somebody who signed out', async () => {
  const { screen, restore } = await openAsleep()
  restore()
  await screen.text('Qué bueno verte de nuevo. Sigamos el camino.')
  expect(screen.now().queryByText('$ 12.000')).toBeNull()
})

it('shows who is signed in now when "back" restores the page of somebody else', async () => {
  const { screen, restore } = await openAsleep()
  localStorage.setItem('auth_token', 'of-luis')
  screen.answer(answers(api.auth.me, { user: LUIS }))
  restore()
  await until(() => expect(localStorage.getItem('auth_user_name')).toBe('Luis'))
  expect(screen.count('GET /auth/me')).toBe(2)
})

it('ends also the session that somebody else began in another tab when she signs out', async () => {
  const { screen } = await openAsleep()
  localStorage.setItem('auth_token', `h.${btoa(JSON.stringify({ sub: LUIS.id }))}.s`)
  screen.answer(answers(api.auth.logout, { message: 'x' }))
  const [leave] = screen.now().getAllByRole('button', { name: 'Cerrar Sesión' })
  if (leave) await screen.user.click(leave)
  await until(() => expect(screen.count('POST /auth/logout')).toBe(1))
  expect(localStorage.getItem('auth_token')).toBeNull()
})
