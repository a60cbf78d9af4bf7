// @vitest-environment happy-dom
// A session that the server ended keeps what waits to be sent, for its owner and for two days.
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen, until } from '#test/screen.tsx'
import { answers, failing, refuses } from '#test/screen-answers.ts'
import { aBooking } from '#test/screen-bookings.ts'
import { ANA, signedIn, walletAnswers } from '#test/screen-people.ts'

const BOOKING = '01890000-0000-7000-8000-0000000000b1'
const BETO = { ...ANA, id: '01890000-0000-7000-8000-0000000000a2', email: 'beto@correo.test' }
const ABOARD = `aboard:${BOOKING}`
const PRESSES = `journey-presses:${ANA.id}`
const press = JSON.stringify([
  {
    ...{ id: BOOKING, tripId: 't', kind: 'start', stop: null, refusal: null },
    at: '2026-11-20T12:31:00.000Z',
  },
])
const GONE = /^Borramos de este teléfono lo que quedó sin enviar: /

/** Opens the wallet of Ana; the server ends her session while it is read. */
async function endedWallet(code: 'unauthenticated' | 'token_expired') {
  const screen = await openScreen('/wallet', {
    token: 'T',
    stored: { [ABOARD]: ANA.id, [PRESSES]: press, auth_user_id: ANA.id },
    answers: [
      refuses(api.auth.me, code),
      refuses(api.wallet.balance, code),
      refuses(api.auth.refresh, code),
      failing(api.bookings.sayAboard),
      failing(api.journeys.start),
    ],
  })
  await screen.title('Iniciar sesión')
  return screen
}

async function logIn(screen: Awaited<ReturnType<typeof openScreen>>, user: typeof ANA) {
  const tokens = { access_token: 'N', expires_at: 1_900_000_000 }
  screen.answer(answers(api.auth.login, { ...tokens, user }), ...signedIn(user), ...walletAnswers)
  await screen.user.type(await screen.label('Correo electrónico'), user.email)
  await screen.user.type(await screen.label('Contraseña'), 'Sumapaz al alba 7')
  await screen.press('Iniciar sesión')
  await screen.title('Recargar Wallet')
}

it.each(['unauthenticated', 'token_expired'] as const)(
  'sends a report when its owner signs in again after the end %s',
  async (code) => {
    const screen = await endedWallet(code)
    await screen.text(
      /^Aquí queda algo sin enviar\. Sale cuando entres de nuevo, antes del domingo /,
    )
    expect([localStorage.getItem(ABOARD), localStorage.getItem(PRESSES)]).toEqual([ANA.id, press])
    screen.answer(answers(api.bookings.sayAboard, { booking: aBooking({ id: BOOKING }) }))
    const before = screen.count(`POST /bookings/${BOOKING}/aboard`)
    await logIn(screen, ANA)
    await until(() => expect(localStorage.getItem(ABOARD)).toBeNull())
    expect(screen.count(`POST /bookings/${BOOKING}/aboard`)).toBe(before + 1)
    expect(screen.now().queryByText(GONE)).toBeNull()
    await until(() => expect(screen.count('POST /trips/t/start')).toBe(1))
  },
)

it.each(['unauthenticated', 'token_expired'] as const)(
  'deletes what waits and says what when another person signs in after the end %s',
  async (code) => {
    const screen = await endedWallet(code)
    const before = screen.count(`POST /bookings/${BOOKING}/aboard`)
    await logIn(screen, BETO)
    await screen.text(/sin enviar: 1 aviso «Ya voy a bordo» y 1 marca de un viaje\.$/)
    expect([localStorage.getItem(ABOARD), localStorage.getItem(PRESSES)]).toEqual([null, null])
    expect(screen.count(`POST /bookings/${BOOKING}/aboard`)).toBe(before)
    await screen.press('Entendido')
    expect(localStorage.getItem('unsent_lost')).toBeNull()
  },
)

it('deletes what waits and says what when its owner is back after two days', async () => {
  const screen = await openScreen('/wallet', {
    token: 'T',
    stored: {
      ...{ [ABOARD]: ANA.id, [PRESSES]: press, auth_user_id: ANA.id },
      unsent_since: String(Date.parse('2026-11-18T12:59:00.000Z')),
    },
    answers: [...signedIn(), ...walletAnswers, failing(api.bookings.sayAboard)],
  })
  await screen.text(GONE)
  expect([localStorage.getItem(ABOARD), localStorage.getItem(PRESSES)]).toEqual([null, null])
})

it('says that photos of documents are gone until it was read', async () => {
  const screen = await openScreen('/wallet', {
    token: 'T',
    stored: { unsent_lost: '2 fotos de documentos' },
    answers: [...signedIn(), ...walletAnswers],
  })
  await screen.text(/sin enviar: 2 fotos de documentos\.$/)
  await screen.open('/wallet')
  await screen.text(GONE)
})
