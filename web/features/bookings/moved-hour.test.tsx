// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { BookingView } from '#contract/booking-view.ts'
import { openScreen } from '#test/screen.tsx'
import { answers, refuses } from '#test/screen-answers.ts'
import { booking, ticketAnswers } from '#test/screen-tickets.ts'

const moved = {
  ...{ agreedAt: '2026-11-20T16:00:00.000Z', changedAt: booking.createdAt },
  ...{ mayLeaveFree: true, asks: true, acceptedAt: null },
}

const open = (over: Partial<BookingView> = {}) => {
  const can = { ...booking.can, cancel: true }
  const shown = { ...booking, can, tripChange: moved, refundIfCancelledNow: booking.price, ...over }
  return openScreen(`/bookings/${booking.id}`, {
    token: 'of-ana',
    answers: [...ticketAnswers, answers(api.bookings.show, { booking: shown })],
  })
}

it('offers two answers to a moved hour, and shows the one that was given', async () => {
  const screen = await open()
  expect((await screen.text(/11:00 a. m./)).tagName).toBe('DEL')
  await screen.role('button', 'Salirme sin costo')
  screen.answer(refuses(api.bookings.acceptChange, 'trip_change_over'))
  await screen.press('Me sirve')
  await screen.text(/^La hora cambió otra vez/)
  expect(screen.sent(`POST /bookings/${booking.id}/accept-change`)).toEqual({ at: booking.from.at })

  const accepted = { ...moved, asks: false, acceptedAt: '2026-11-20T13:00:00.000Z' }
  const aboardFrom = '2026-11-20T14:00:00.000Z'
  const after = { booking: { ...booking, aboardFrom, tripChange: accepted } }
  screen.answer(answers(api.bookings.acceptChange, after), answers(api.bookings.show, after))
  await screen.press('Me sirve')
  await screen.text(/^Dijiste que te sirve, hoy a las 8:00 a. m.$/)
  expect(screen.now().queryByRole('button', { name: 'Salirme sin costo' })).toBeNull()
})

it('says what leaving returns before it is confirmed', async () => {
  const screen = await open()
  await screen.press('Salirme sin costo')
  const dialog = await screen.within('dialog', '¿Cancelar tu cupo?')
  await dialog.text(/^Es todo lo que pagaste, porque el conductor cambió la hora/)
})

it('shows no answered move of the hour once the car may be there', async () => {
  const tripChange = { ...moved, asks: false }
  const screen = await open({ tripChange, aboardFrom: '2026-11-20T12:59:00.000Z' })
  await screen.text('Ayuda y más')
  expect(screen.now().queryByText('El conductor cambió la hora')).toBeNull()
})

it('offers leaving at no cost only after a large move', async () => {
  const screen = await open({ tripChange: { ...moved, mayLeaveFree: false } })
  await screen.role('button', 'Me sirve')
  await screen.text(/^Es un cambio pequeño/)
  expect(screen.now().queryByRole('button', { name: 'Salirme sin costo' })).toBeNull()
})

it.each([
  ['all of it', booking.price, 1],
  ['half, as a third return on one trip', booking.price / 2, 0],
])('offers at no cost to leave a request of which comes back %s', async (_, back, offered) => {
  const asked = { status: 'requested', state: 'requested', confirmedAt: null } as const
  const tripChange = { ...moved, mayLeaveFree: false }
  const screen = await open({ ...asked, tripChange, refundIfCancelledNow: back })
  await screen.role('button', 'Me sirve')
  const page = document.body.textContent ?? ''
  expect([page.includes('Salirme sin costo'), page.includes('solicitud sin costo')]).toEqual(
    Array(2).fill(offered === 1),
  )
})

it('says on both that they cross, and offers to leave this one at no cost', async () => {
  // The journey that did not move has no change of its own.
  const screen = await open({ tripChange: null, crosses: true })
  await screen.text('Se cruza con otro viaje tuyo')
  await screen.text(/puedes salirte de este sin costo/)
  await screen.role('link', 'Ver tus viajes')
})

it('offers leaving at no cost after a small move that makes two journeys cross', async () => {
  const screen = await open({ tripChange: { ...moved, mayLeaveFree: false }, crosses: true })
  await screen.press('Salirme sin costo')
  const dialog = await screen.within('dialog', '¿Cancelar tu cupo?')
  await dialog.text('Es todo lo que pagaste, porque se cruza con otro viaje tuyo.')
})
