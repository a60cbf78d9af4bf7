// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { api } from '#contract/api.ts'
import type { RouteDef } from '#contract/route.ts'
import { openScreen, pass, type Screen, until } from '#test/screen.tsx'
import { answers, failing, refuses, type StubbedAnswer, waiting } from '#test/screen-answers.ts'
import { ANA, signedIn, walletAnswers } from '#test/screen-people.ts'
import { booking, ticketAnswers, ticketCode } from '#test/screen-tickets.ts'
import { SLOW_AFTER_MS } from '#web/lib/slow-requests.ts'

// A network that exists but does not work: test/e2e/bad-network.e2e.ts has a busy server.

it.each([
  ['a reset connection', failing],
  ['silence', (route: RouteDef) => waiting(route)],
])('keeps a ticket on the screen with %s, and reads it again on a retry', async (_, broken) => {
  const screen = await openScreen(`/bookings/${booking.id}`, {
    token: 'of-ana',
    answers: ticketAnswers,
  })
  const drawn = (await screen.role('img', /QR/)).innerHTML
  await until(() => expect(localStorage.getItem(`ticket:${booking.id}`)).not.toBeNull())

  screen.answer(...ticketAnswers.map(({ route }) => broken(route)))
  await screen.open(`/bookings/${booking.id}`)
  await pass(SLOW_AFTER_MS)
  await screen.text('Tiquete guardado en este dispositivo')
  expect((await screen.role('img', /QR/)).innerHTML).toBe(drawn)
  await screen.text(ticketCode)
  await screen.text(/^Sin conexión\. Lo que ves/)
  expect(localStorage.getItem('auth_token')).toBe('of-ana')

  screen.answer(...ticketAnswers)
  await screen.press('Reintentar')
  await screen.role('button', 'Compartir')
  await until(() => expect(screen.now().queryByText(/Sin conexión\. Lo que ves/)).toBeNull())
})

it('offers no cancellation, with its sum of earlier, on a ticket without a network', async () => {
  const can = { ...booking.can, cancel: true, changeMeeting: true }
  const cancellable = { ...booking, can, refundIfCancelledNow: booking.price }
  const screen = await openScreen(`/bookings/${booking.id}`, {
    token: 'of-ana',
    answers: [...ticketAnswers, answers(api.bookings.show, { booking: cancellable })],
  })
  await screen.role('button', /^Cancelar mi cupo/)
  await until(() => expect(localStorage.getItem(`ticket:${booking.id}`)).not.toBeNull())
  screen.answer(...ticketAnswers.map(({ route }) => failing(route)))
  await screen.open(`/bookings/${booking.id}`)
  await screen.text('Tiquete guardado en este dispositivo')
  expect(screen.now().queryByRole('button', { name: /^Cancelar mi cupo/ })).toBeNull()
  expect(screen.now().queryByText('Elegir el punto de encuentro')).toBeNull()
})

it('reads the ticket again when a kept "Ya voy a bordo" has reached the server', async () => {
  const screen = await openScreen(`/bookings/${booking.id}`, {
    token: 'of-ana',
    answers: [
      ...ticketAnswers,
      ...[api.ratings.ofBooking, api.rewards.ofBooking, api.search.trips].map(failing),
    ],
  })
  await screen.role('button', 'Compartir')
  localStorage.setItem(`aboard:${booking.id}`, ANA.id)
  const said = { aboardSaidAt: booking.from.at, aboardPostsAt: booking.to.at }
  const answer = { booking: { ...booking, ...said, state: 'aboard_said' as const } }
  screen.answer(answers(api.bookings.sayAboard, answer), answers(api.bookings.show, answer))
  const isSent = () => {
    window.dispatchEvent(new Event('online'))
    expect(screen.count(`POST /bookings/${booking.id}/aboard`)).toBe(1)
  }
  await until(isSent)
  await screen.text(/^Dijiste que vas a bordo/)
})

it('keeps open what was pressed before the server said who this is', async () => {
  const can = { ...booking.can, cancel: true }
  const cancellable = { ...booking, can, refundIfCancelledNow: booking.price }
  const screen = await openScreen(`/bookings/${booking.id}`, {
    token: 'of-ana',
    answers: [...ticketAnswers, answers(api.bookings.show, { booking: cancellable })],
  })
  await until(() => expect(localStorage.getItem(`ticket:${booking.id}`)).not.toBeNull())
  const [me, shown] = [
    Promise.withResolvers<StubbedAnswer>(),
    Promise.withResolvers<StubbedAnswer>(),
  ]
  screen.answer(waiting(api.auth.me, me.promise), waiting(api.bookings.show, shown.promise))
  await screen.open(`/bookings/${booking.id}`)
  await screen.press(/^Cancelar mi cupo/)
  const dialog = await screen.role('dialog', '¿Cancelar tu cupo?')
  const isOpen = () => expect(screen.now().queryByRole('dialog')).toBe(dialog)
  me.resolve(answers(api.auth.me, { user: ANA }))
  await until(() => expect(screen.calls.filter((call) => call === 'GET /auth/me').length).toBe(2))
  await pass(100)
  isOpen()
  shown.resolve(answers(api.bookings.show, { booking: { ...cancellable, price: 77_000 } }))
  await screen.text(/77\.000$/)
  isOpen()
})

const KEY = `ticket:${booking.id}`
/** Keys of the storage with a person's data. */
const ofAPerson = () =>
  Object.keys(localStorage)
    .filter((key) => /^(ticket:|run-sheet:|auth_)/.test(key))
    .sort()

async function openTicket(): Promise<Screen> {
  const screen = await openScreen(`/bookings/${booking.id}`, {
    token: 'of-ana',
    answers: ticketAnswers,
  })
  await screen.role('img', /QR/)
  await until(() => expect(ofAPerson()).toContain(KEY))
  return screen
}

/** The session expires, and the ticket is opened again. */
async function expire(screen: Screen): Promise<void> {
  const { me, refresh } = api.auth
  screen.answer(refuses(me, 'token_expired'), refuses(refresh, 'token_expired'))
  await screen.open(`/bookings/${booking.id}`)
  await screen.text(/^Tu sesión venció: puedes subir con él/)
  await screen.role('img', /QR/)
}

it('leaves only the ticket of an expired session, for a day', async () => {
  const screen = await openTicket()
  await expire(screen)
  expect(ofAPerson()).toEqual(['auth_user_id', KEY])

  vi.setSystemTime(Date.now() + 24 * 3_600_000)
  await screen.open(`/bookings/${booking.id}`)
  await until(() => expect(location.pathname).toBe('/login'))
  expect(ofAPerson()).not.toContain(KEY)
})

it('deletes the ticket of an expired session when another person logs in', async () => {
  const screen = await openTicket()
  await expire(screen)
  const carlos = {
    ...ANA,
    id: booking.driver.id,
    first_name: 'Carlos',
    email: 'carlos@correo.test',
  }
  const tokens = { access_token: 'of-carlos', expires_at: 1_900_000_000 }
  screen.answer(...signedIn(carlos), ...walletAnswers)
  screen.answer(answers(api.auth.login, { ...tokens, user: carlos }))
  await screen.open('/login')
  await screen.user.type(await screen.label('Correo electrónico'), carlos.email)
  await screen.user.type(await screen.label('Contraseña'), 'la de Carlos 1')
  await screen.press('Iniciar sesión')
  await until(() => expect(localStorage.getItem('auth_user_name')).toBe('Carlos'))
  expect(ofAPerson()).not.toContain(KEY)
})

it("deletes the person's data from the phone at a logout without a network", async () => {
  const screen = await openTicket()
  screen.answer(failing(api.auth.logout))
  await screen.press('Cerrar Sesión')
  await until(() => expect(ofAPerson()).toEqual([]))
})
