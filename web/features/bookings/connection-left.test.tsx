// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { RescueView } from '#contract/connections-rescues.ts'
import { openScreen } from '#test/screen.tsx'
import { answers } from '#test/screen-answers.ts'
import {
  CONNECTION,
  FIRST,
  iso,
  type Over,
  openTicket,
  part,
  SECOND,
  text,
  ticketAnswers,
} from '#test/screen-connections.ts'

it('says when the other car does not go, and that leaving costs nothing', async () => {
  const change = { brokenAt: iso('2026-11-20T07:50') }
  const over: Over = {
    ...{ status: 'cancelled_by_driver', state: 'cancelled_by_driver' },
    can: { showTicket: false, cancel: false },
  }
  const screen = await openTicket(part(1, {}, change), part(2, over, change))
  await screen.title(/Tu segundo carro no va/)
  expect(text()).toMatch(
    /Este carro sigue reservado para las 8:30 a. m. en Terminal de Ibagué; puedes dejarlo/,
  )
  await screen.role('button', /^Cancelar mi cupo/)
  const search = await screen.role('link', 'Buscar otro carro')
  expect(search.getAttribute('href')).toContain('date=2026-11-20')
})

it('leads from the ticket of two cars to the car that is kept instead of the second', async () => {
  const change = { brokenAt: iso('2026-11-20T07:50') }
  const gone = { status: 'trip_cancelled', state: 'trip_cancelled', seats: 2 } as const
  const second = part(2, { ...gone, can: { showTicket: false, cancel: false } }, change)
  const kept: RescueView = {
    ...{ status: 'offered', kept: null, others: [], mayTake: true, fareBefore: 30_000 },
    ...{ cover: 0, more: 0, missing: 0, byWallet: true, asked: 0, takeUpTo: null },
    ...{
      expiresAt: iso('2026-11-20T08:20'),
      newBookingIds: [],
      serverTime: iso('2026-11-20T08:00'),
    },
  }
  const screen = await openScreen(`/bookings/${FIRST}`, {
    token: 'of-ana',
    answers: [
      ...ticketAnswers(part(1, { seats: 2 }, change), second),
      answers(api.connections.rescue, { rescue: kept }),
    ],
  })
  await screen.text('Te guardamos 2 cupos en otro carro')
  const link = await screen.role('link', 'Ver el otro carro')
  expect(link.getAttribute('href')).toBe(`/bookings/${SECOND}/otro-carro`)
})

it('seeks no other first car for who is in the second one', async () => {
  const ended = { status: 'cancelled_by_driver', state: 'cancelled_by_driver' } as const
  const first = part(1, { ...ended, can: { showTicket: false, cancel: false } })
  const aboard = { status: 'checked_in', state: 'checked_in' } as const
  const boardedAt = iso('2026-11-20T10:30')
  const second = part(2, { ...aboard, boardedAt, can: { cancel: false } })
  const screen = await openTicket(first, second, SECOND)
  await screen.text('Primer carro')
  expect(text()).not.toContain('Buscar otro carro')
})

it('says what returned of one car where the ticket goes on with the other', async () => {
  const [one, two] = [part(1), part(2)]
  const screen = await openTicket(one, two)
  await screen.press(/^Cancelar solo este carro/)
  await screen.text(/sin la promesa del cambio/)
  const ended = { status: 'cancelled_by_passenger', state: 'cancelled_by_passenger' } as const
  const left = part(1, { ...ended, can: { showTicket: false, cancel: false } })
  screen.answer(answers(api.bookings.cancel, { booking: left }), ...ticketAnswers(left, two))
  await screen.press('Cancelar mi cupo')
  await screen.text(/Dejaste el carro Bogotá → Ibagué\. Volvieron \$\s14\.000 a tu billetera/)
})

it('cancels both with the sum and each share, or one with what the other loses', async () => {
  const screen = await openTicket(part(1), part(2))
  await screen.press(/^Cancelar los dos carros\s?vuelven \$\s29\.000/)
  await screen.text(/Los otros \$\s29\.000 son para los conductores/)
  expect(text()).toMatch(
    /Bogotá → Ibaguéde \$ 28\.000\$ 14\.000Ibagué → Calide \$ 30\.000\$ 15\.000/,
  )
  await screen.press('Conservar')
  await screen.press(/^Cancelar solo este carro/)
  await screen.text(/sin la promesa del cambio/)
  await screen.press('Conservar')
  const gone = (no: 1 | 2) =>
    part(no, {
      ...{ status: 'cancelled_by_passenger', state: 'cancelled_by_passenger' },
      ...{ refunded: 14_000, charged: 14_000, can: { showTicket: false, cancel: false } },
    })
  screen.answer(
    answers(api.connections.cancel, { connectionId: CONNECTION, bookings: [gone(1), gone(2)] }),
    ...ticketAnswers(gone(1), gone(2)),
  )
  await screen.press(/^Cancelar los dos carros/)
  await screen.press('Cancelar los dos')
  await screen.text(/Volvieron \$\s14\.000 a tu billetera/)
  expect(screen.sent(`POST /connections/${CONNECTION}/cancel`)).toEqual({ expectedRefund: 29_000 })
})

it('says that the other car costs nothing either when the first driver is late', async () => {
  const late = part(1, { seats: 2, can: { cancel: true, leaveLate: true } })
  const screen = await openTicket(late, part(2, { seats: 2 }))
  await screen.press(/^Cancelar solo este carro/)
  await screen.text(/El otro carro sigue reservado. Puedes dejarlo sin costo/)
  await screen.role('heading', '¿Cancelar tus 2 cupos?')
  expect(text()).not.toMatch(/sin la promesa|cuenta como que no llegaste/)
})

it('says that the other car costs nothing either when this one was moved far', async () => {
  const tripChange = {
    ...{ agreedAt: iso('2026-11-20T05:00'), changedAt: iso('2026-11-18T05:00') },
    ...{ mayLeaveFree: true, asks: true, acceptedAt: null },
  }
  const screen = await openTicket(part(1, { tripChange }), part(2))
  await screen.press(/^Cancelar solo este carro/)
  await screen.text(/El otro carro sigue reservado. Puedes dejarlo sin costo/)
  expect(text()).not.toMatch(/sin la promesa|cuenta como que no llegaste/)
})
