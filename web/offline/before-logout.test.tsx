// @vitest-environment happy-dom
// Signing out while something that was done without a network is not sent yet.
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen, until } from '#test/screen.tsx'
import { answers, failing, refuses, type StubbedAnswer } from '#test/screen-answers.ts'
import { aBooking } from '#test/screen-bookings.ts'
import { ANA, signedIn, walletAnswers } from '#test/screen-people.ts'
import { discardUnsent, readOutbox, write } from '#web/stored/message-outbox.ts'

const BOOKING = '01890000-0000-7000-8000-0000000000b1'
const CHAT = '01890000-0000-7000-8000-0000000000c1'
const ABOARD = `aboard:${BOOKING}`
const LOST = /^Si cierras sesión ahora, se pierde: /

async function openWallet(...more: StubbedAnswer[]) {
  const screen = await openScreen('/wallet', {
    token: 'T',
    stored: { [ABOARD]: '1' },
    answers: [
      ...signedIn(),
      ...walletAnswers,
      answers(api.auth.logout, { message: 'ok' }),
      ...more,
    ],
  })
  await screen.title('Recargar Wallet')
  await until(() => expect(localStorage.getItem('auth_user_id')).toBe(ANA.id))
  const logOut = async () => {
    const [button] = await until(() =>
      screen.now().getAllByRole('button', { name: 'Cerrar Sesión' }),
    )
    await screen.user.click(button as HTMLElement)
  }
  return { screen, logOut }
}

it('asks before it deletes what cannot be sent, and keeps it when the person stays', async () => {
  const { screen, logOut } = await openWallet(failing(api.bookings.sayAboard))
  await logOut()
  await screen.text(LOST)
  await screen.text(/1 aviso «Ya voy a bordo»/)
  await screen.press('Seguir en mi cuenta')
  expect(localStorage.getItem(ABOARD)).not.toBeNull()
  expect(screen.count('POST /auth/logout')).toBe(0)
  await logOut()
  await screen.press('Cerrar sesión')
  await until(() => expect(screen.count('POST /auth/logout')).toBe(1))
  await until(() => expect(localStorage.getItem(ABOARD)).toBeNull())
})

it('sends what waits and signs out without a question', async () => {
  const aboard = answers(api.bookings.sayAboard, { booking: aBooking({ id: BOOKING }) })
  const { screen, logOut } = await openWallet(failing(api.bookings.sayAboard))
  screen.answer(aboard)
  await logOut()
  await until(() => expect(screen.count('POST /auth/logout')).toBe(1))
  expect(screen.calls.lastIndexOf(`POST /bookings/${BOOKING}/aboard`)).toBeGreaterThan(0)
  expect(screen.calls.at(-1)).toBe('POST /auth/logout')
  expect(screen.now().queryByText(LOST)).toBeNull()
})

it('asks when the server refuses what waited, and names a message', async () => {
  const { screen, logOut } = await openWallet(
    failing(api.bookings.sayAboard),
    failing(api.conversations.send),
  )
  await write({ ownerId: ANA.id, conversationId: CHAT, content: { text: 'Voy en camino' } })
  screen.answer(
    refuses(api.bookings.sayAboard, 'ticket_revoked'),
    refuses(api.conversations.send, 'conversation_over'),
  )
  await logOut()
  await screen.text(/se pierde: 1 mensaje y 1 aviso «Ya voy a bordo»\./)
  await screen.press('Seguir en mi cuenta')
  for (const each of readOutbox()) await discardUnsent(each)
})

it('asks where a page without the app leads, and once', async () => {
  const screen = await openScreen('/wallet#salir', {
    token: 'T',
    stored: { [ABOARD]: '1', auth_user_id: ANA.id },
    answers: [...signedIn(), ...walletAnswers, failing(api.bookings.sayAboard)],
  })
  await screen.text(LOST)
  await screen.press('Seguir en mi cuenta')
  expect([location.pathname, location.hash]).toEqual(['/wallet', ''])
  expect(localStorage.getItem(ABOARD)).not.toBeNull()
})
