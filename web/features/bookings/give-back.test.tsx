// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { BookingView } from '#contract/booking-view.ts'
import { openRows } from '#test/open-rows.ts'
import { openScreen } from '#test/screen.tsx'
import { answers, refuses } from '#test/screen-answers.ts'
import { booking, ticketAnswers, ticketOf } from '#test/screen-tickets.ts'
import { pesos as pesosText } from '#web/lib/format.ts'

/** As a query sees it, which makes one plain space of each. */
const pesos = (value: number) => pesosText(value).replaceAll(/\s/g, ' ')

const CALL = `POST /bookings/${booking.id}/give-back`
const PART = '01890000-0000-7000-8000-0000000000ff'
const three = { ...booking, seats: 3, price: 90_000, refundPerSeats: [15_000, 30_000] }
const two = { ...booking, seats: 2, price: 60_000, refundPerSeats: [15_000] }

async function openTicket(shown: BookingView) {
  const screen = await openScreen(`/bookings/${booking.id}`, {
    token: 'of-ana',
    answers: [...ticketAnswers, answers(api.bookings.show, { booking: shown })],
  })
  await screen.text('Ayuda y más')
  return screen
}

it('says what returns and what stays before the press, and the result after it', async () => {
  const screen = await openTicket(three)
  await screen.text('Devolver algunos cupos')
  await openRows()
  await screen.text(`Te devolvemos ${pesos(15_000)}, te quedan 2 cupos`)
  await screen.text(/^Los otros \$.15\.000 son para el conductor, porque falta poco.*ya no sirven/)
  await screen.press('Agregar: Cupos que devuelves')
  await screen.text(`Te devolvemos ${pesos(30_000)}, te queda 1 cupo`)
  await screen.press('Quitar: Cupos que devuelves')
  screen.answer(
    answers(api.bookings.giveBack, {
      ...{ booking: two, returned: { partId: PART, refunded: 15_000 } },
    }),
    answers(api.bookings.show, { booking: two }),
    answers(api.bookings.ticket, ticketOf(two, 'NEW567')),
  )
  await screen.press('Devolver 1 cupo')
  await screen.text(
    `Devolviste 1 cupo. Volvieron ${pesos(15_000)} a tu billetera. Le avisamos al conductor.`,
  )
  expect(screen.sent(CALL)).toEqual({ seats: 1, expectedRefund: 15_000 })
  // The ticket of before no longer boards.
  await screen.text('NEW567')
})

it('says what of the returned fare goes on to the fund that paid it', async () => {
  const screen = await openTicket({ ...three, coverBackPerSeats: [2_000, 4_000] })
  await screen.text('Devolver algunos cupos')
  await openRows()
  await screen.text(/^De ahí vuelven \$.2\.000 al fondo que los puso\. Los otros/)
})

it('says with direct payment how much less the driver is paid', async () => {
  const screen = await openTicket({ ...three, paymentMode: 'directo', refundPerSeats: [0, 0] })
  await screen.text('Devolver algunos cupos')
  await openRows()
  await screen.text(`Le pagas ${pesos(30_000)} menos al conductor, te quedan 2 cupos`)
})

it('says of a request, which has no ticket, nothing of a code', async () => {
  const asked = { status: 'requested', state: 'requested', confirmedAt: null } as const
  const screen = await openTicket({
    ...{ ...three, ...asked, refundPerSeats: [30_000, 60_000] },
    can: { ...booking.can, showTicket: false },
  })
  await screen.text('Devolver algunos cupos')
  await openRows()
  await screen.text(`Te devolvemos ${pesos(30_000)}, te quedan 2 cupos`)
  expect(document.body.textContent).not.toContain('ya no sirven')
})

it('keeps the form with the reason when the refund has become smaller', async () => {
  const screen = await openTicket(three)
  await screen.text('Devolver algunos cupos')
  await openRows()
  screen.answer(refuses(api.bookings.giveBack, 'price_changed'))
  await screen.press('Devolver 1 cupo')
  await screen.text(/cambió mientras decidías/)
})

it('does not offer it for a booking of one seat', async () => {
  const screen = await openTicket({ ...booking, refundPerSeats: [] })
  expect(screen.now().queryByText('Devolver algunos cupos')).toBeNull()
})

it('shows seats that were given back with their money and the way to the rest', async () => {
  const screen = await openTicket({
    ...{ ...booking, status: 'cancelled_by_passenger', state: 'cancelled_by_passenger' },
    ...{
      partOf: PART,
      refunded: 15_000,
      charged: 15_000,
      can: { ...booking.can, showTicket: false },
    },
  })
  await screen.title('Devolviste 1 cupo')
  const rest = await screen.role('link', 'Ver el resto de tu reserva')
  expect(rest.getAttribute('href')).toBe(`/bookings/${PART}`)
})
