// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen, until } from '#test/screen.tsx'
import { answers, refuses } from '#test/screen-answers.ts'
import { ANA, signedIn, walletAnswers } from '#test/screen-people.ts'

it('confirms the address by the pasted code of the mail, and stays on the page', async () => {
  const screen = await openScreen('/alerts', {
    token: 'of-ana',
    answers: [
      ...signedIn({ ...ANA, email_confirmed: false }),
      answers(api.alerts.mine, { active: [], past: [] }),
      answers(api.rideRequests.mine, { open: [], past: [] }),
      refuses(api.auth.confirmCode, 'mail_code_wrong'),
    ],
  })
  const field = await screen.label('Código del correo')
  expect([field.inputMode, field.autocomplete]).toEqual(['numeric', 'one-time-code'])
  await screen.user.click(field)
  await screen.user.paste('111 111')
  await screen.press('Confirmar')
  await screen.text(/^Ese código no es el del último mensaje/)
  expect(document.activeElement).toBe(field)

  const message = 'Tu correo quedó confirmado.'
  screen.answer(answers(api.auth.confirmCode, { message }), answers(api.auth.me, { user: ANA }))
  await screen.user.paste('482 913')
  await screen.press('Confirmar')
  await until(() => expect(screen.now().queryByText('Confirma tu correo')).toBeNull())
  expect(screen.sent('POST /auth/mail-code')).toEqual({ which: 'address', code: '482913' })
  expect(location.pathname).toBe('/alerts')
})

it('opens the code on the first screen, and folds it on the next one', async () => {
  const screen = await openScreen('/alerts', {
    token: 'of-ana',
    answers: [
      ...signedIn({ ...ANA, email_confirmed: false }),
      ...walletAnswers,
      answers(api.alerts.mine, { active: [], past: [] }),
      answers(api.rideRequests.mine, { open: [], past: [] }),
    ],
  })
  const row = (await screen.text('Confirma tu correo')).closest('details')
  expect(row?.open).toBe(true)
  const bar = await screen.within('navigation', 'Accesos')
  await screen.user.click(await bar.role('link', 'Billetera'))
  await until(() => expect(row?.open).toBe(false))
})
