// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { BookingConnection, BookingView } from '#contract/booking-view.ts'
import type { RescueView } from '#contract/connections-rescues.ts'
import { openRows } from '#test/open-rows.ts'
import { openScreen, until } from '#test/screen.tsx'
import { answers, failing } from '#test/screen-answers.ts'
import { booking, ticketAnswers } from '#test/screen-tickets.ts'
import { pesos } from '#web/lib/format.ts'

const page = () => (document.body.textContent ?? '').replaceAll(/[\s\u00A0]+/g, ' ')
const can = { ...booking.can, cancel: true }
const whole = { can, refundIfCancelledNow: booking.price }

async function open(over: Partial<BookingView>) {
  const screen = await openScreen(`/bookings/${booking.id}`, {
    token: 'of-ana',
    answers: [
      ...ticketAnswers,
      answers(api.bookings.show, { booking: { ...booking, ...over } }),
      answers(api.connections.rescue, { rescue: null }),
      failing(api.search.trips),
      failing(api.ratings.ofBooking),
    ],
  })
  await screen.text('Ayuda y más')
  return screen
}

it('promises no half after the pick-up to whom leaving is free until then', async () => {
  const from = { ...booking.from, at: '2026-11-20T22:00:00.000Z' }
  await open({ ...whole, from, meetingMoved: true, fullRefundUntil: from.at })
  await openRows()
  await until(() => expect(page()).toMatch(/Si cancelas (?:antes de|hasta) [^;]* vuelve todo\./))
  expect(page()).not.toContain('después, la mitad')
})

it.each([
  ['warns of half the next time after a return by choice', {}, 1],
  ['does not warn where a moved meeting point frees the return', { meetingMoved: true }, 0],
] as const)('%s', async (_, over, warned) => {
  const screen = await open({ ...whole, freeReturnsLeft: 1, ...over })
  await openRows()
  await screen.press(/^Cancelar mi cupo/)
  await screen.within('dialog', '¿Cancelar tu cupo?')
  expect(page().split('cancelas otra vez').length - 1).toBe(warned)
})

it('speaks of both seats of a booking that is left', async () => {
  const screen = await open({ ...whole, seats: 2 })
  await openRows()
  await screen.press(/^Cancelar mis 2 cupos/)
  await screen.within('dialog', '¿Cancelar tus 2 cupos?')
  expect(page()).toContain('Los cupos quedan libres para otra persona.')
})

const asked = { status: 'requested', state: 'requested', confirmedAt: null } as const

it.each([
  ['all', booking.price, /^Es todo lo que apartamos/],
  ['half, as the third return on a trip', booking.price / 2, /^Pagaste .* los otros/],
] as const)('says what comes back of a request that is withdrawn: %s', async (_, back, why) => {
  const screen = await open({ ...asked, can, freeReturnsLeft: 0, refundIfCancelledNow: back })
  await openRows()
  expect(page()).toContain(`vuelven ${pesos(back).replace(/\s/g, ' ')}`)
  await screen.press(/^Cancelar mi solicitud/)
  const dialog = await screen.within('dialog', '¿Cancelar tu solicitud?')
  await dialog.text(why)
  await dialog.role('button', 'Cancelar mi solicitud')
})

it('calls a request that its passenger withdrew no seat', async () => {
  const ended = { status: 'cancelled_by_passenger', state: 'cancelled_by_passenger' } as const
  await open({ ...over, ...ended, confirmedAt: null })
  await until(() => expect(page()).toContain('Cancelaste tu solicitud'))
})

const part: BookingConnection = {
  ...{ id: booking.id, part: 2, otherBookingId: null, otherOpen: true },
  changeAt: { placeId: '73001', name: 'Ibagué', point: null },
  ...{ arrivesAt: booking.createdAt, departsAt: booking.from.at, expectedAt: null },
  ...{ changeMinutes: 60, brokenAt: null, maySayMissed: false },
}

it.each([
  [true, 1],
  [false, 0],
])('says that the other car stays booked only while it does (%s)', async (otherOpen, said) => {
  const screen = await open({ ...whole, connection: { ...part, otherOpen } })
  await openRows()
  await screen.press(/^Cancelar mi cupo/)
  await screen.within('dialog', '¿Cancelar tu cupo?')
  expect(page().split('El otro carro sigue reservado').length - 1).toBe(said)
})

it('says before leaving how much goes on to the fund that paid it', async () => {
  const screen = await open({ ...whole, coverBack: 7_000 })
  await openRows()
  await screen.press(/^Cancelar mi cupo/)
  await screen.within('dialog', '¿Cancelar tu cupo?')
  expect(page()).toContain('De ahí vuelven $ 7.000 al fondo que los puso.')
})

const over = { can: { ...booking.can, showTicket: false }, refunded: 60_000, charged: 0 }

it.each([
  ['trip_cancelled', 'Cupo canceló el viaje', 'El conductor canceló el viaje'],
  ['cancelled_by_passenger', 'Cupo canceló tu reserva', 'Cancelaste tu cupo'],
] as const)('says who ended a booking that is %s', async (state, byCupo, byThem) => {
  const ended = { ...over, status: state, state }
  await open({ ...ended, endedByCupo: true })
  await until(() => expect(page()).toContain(byCupo))
  expect(page()).not.toContain(byThem)
})

it.each([
  [1, 'Cancelaste tu cupo'],
  [2, 'Cancelaste tus 2 cupos'],
])('names all seats that were cancelled: %i', async (seats, title) => {
  const ended = { status: 'cancelled_by_passenger', state: 'cancelled_by_passenger' } as const
  await open({ ...over, ...ended, seats })
  await until(() => expect(page()).toContain(title))
})

const waiting: RescueView = {
  ...{ status: 'waiting', kept: null, others: [], mayTake: false, fareBefore: booking.price },
  ...{ cover: 0, more: 0, missing: 0, byWallet: true, asked: 0, takeUpTo: null },
  ...{ expiresAt: booking.from.at, newBookingIds: [], serverTime: booking.createdAt },
}

it.each([
  ['other_car', 'Ya no podías contar con el otro carro'],
  ['moved_hours', 'Con las horas nuevas no alcanzabas a cambiar de carro'],
  ['driver_late', 'Cancelaste tu cupo'],
] as const)('says why a seat was left, and leads to the car found: %s', async (because, title) => {
  const brokenAt = booking.createdAt
  const screen = await open({
    ...{ ...over, status: 'cancelled_by_passenger', state: 'cancelled_by_passenger' },
    ...{ leftBecause: because, connection: { ...part, brokenAt } },
  })
  await until(() => expect(page()).toContain(title))
  screen.answer(answers(api.connections.rescue, { rescue: waiting }))
  await screen.open(`/bookings/${booking.id}`)
  await screen.role('link', 'Ver el otro carro')
})
