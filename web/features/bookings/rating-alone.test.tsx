// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { api } from '#contract/api.ts'
import { openScreen, pass, until } from '#test/screen.tsx'
import { answers, failing, garbled, type StubbedAnswer, waiting } from '#test/screen-answers.ts'
import { ANA } from '#test/screen-people.ts'
import { booking, ticketAnswers } from '#test/screen-tickets.ts'

const page = () => document.body.textContent ?? ''
const WAITS = /la verá cuando también califique, o el martes 1 de diciembre a las 7:00/

it.each([
  ['2026-12-01T12:00:00.000Z', true],
  ['2026-11-10T12:00:00.000Z', false],
])('says that a single rating waits until the period ends, not after: %s', async (at, waits) => {
  const lost = { ...booking, status: 'trip_cancelled', state: 'trip_cancelled' } as const
  const screen = await openScreen(`/bookings/${booking.id}`, {
    token: 'of-ana',
    answers: [
      ...ticketAnswers,
      answers(api.bookings.show, { booking: { ...lost, can: { ...lost.can, showTicket: false } } }),
      answers(api.connections.rescue, { rescue: null }),
      answers(api.ratings.ofBooking, {
        rating: {
          ...{ bookingId: booking.id, about: booking.driver, as: 'driver', outcome: 'cancelled' },
          ...{ closesAt: at, theirs: null, notTogether: null },
          mine: {
            ...{ id: booking.id, stars: 2, tags: [], comment: 'Avisó tarde.', reply: null },
            createdAt: '2026-11-05T12:00:00.000Z',
          },
          can: { rate: false, reply: false, notTogether: false },
        },
      }),
      answers(api.search.trips, {
        ...{ results: [], total: 0, matching: { exact: 0, corridor: 0, nearby: 0 } },
        nearbyDates: [],
      }),
    ],
  })
  await screen.role('heading', 'Tú dijiste')
  expect(WAITS.test(page())).toBe(waits)
})

it('asks who left a moved trip about the driver, not about a cancellation of theirs', async () => {
  const by = { status: 'cancelled_by_passenger', state: 'cancelled_by_passenger' } as const
  const left = { ...booking, ...by, can: { ...booking.can, showTicket: false } }
  const screen = await openScreen(`/bookings/${booking.id}`, {
    token: 'of-ana',
    answers: [
      ...ticketAnswers,
      answers(api.bookings.show, { booking: left }),
      answers(api.ratings.ofBooking, {
        rating: {
          ...{ bookingId: booking.id, about: booking.driver, as: 'driver', outcome: 'cancelled' },
          ...{ closesAt: '2026-12-01T12:00:00.000Z', mine: null, theirs: null, notTogether: null },
          can: { rate: true, reply: false, notTogether: false },
        },
      }),
    ],
  })
  await screen.role('group', `¿Cómo te fue con ${booking.driver.name}?`)
})

type Theirs = z.input<typeof api.ratings.ofBooking.ok>['rating']['theirs']

/** Opens the ticket of a ride that is over, which this passenger can rate. */
const openRidden = (theirs: Theirs) =>
  openScreen(`/bookings/${booking.id}`, {
    token: 'of-ana',
    answers: [
      ...[...ticketAnswers, failing(api.rewards.ofBooking), failing(api.search.trips)],
      answers(api.bookings.show, {
        booking: { ...booking, status: 'completed', state: 'completed' },
      }),
      answers(api.ratings.ofBooking, {
        rating: {
          ...{ bookingId: booking.id, about: booking.driver, as: 'driver', outcome: 'travelled' },
          ...{ closesAt: '2026-12-01T12:00:00.000Z', mine: null, theirs, notTogether: null },
          can: { rate: true, reply: false, notTogether: false },
        },
      }),
    ],
  })

it('keeps the stars and the typed words when a later reading of the rating fails', async () => {
  const screen = await openRidden(null)
  await screen.user.click(await screen.role('radio', /^4 estrellas/))
  await screen.user.type(await screen.label(/^Cuéntales a los demás/), 'Llegó a la hora.')
  screen.answer(failing(api.ratings.ofBooking))
  await pass(20_000)
  window.dispatchEvent(new Event('visibilitychange'))
  await pass(20_000)
  expect((await screen.label(/^Cuéntales a los demás/)).value).toBe('Llegó a la hora.')
})

it('focuses the words of a rating that the server refuses', async () => {
  const problem = 'Quita el número de teléfono'
  const fields = { comment: problem }
  const screen = await openRidden(null)
  screen.answer(
    garbled(api.ratings.rate, 400, {
      error: 'No',
      code: 'invalid_request',
      fields,
      requestId: 'r',
    }),
  )
  await screen.user.click(await screen.role('radio', /^4 estrellas/))
  const words = await screen.label(/^Cuéntales a los demás/)
  await screen.user.type(words, 'Llámame al 300 123')
  await screen.press('Enviar calificación')
  await screen.text(problem)
  await until(() => expect(document.activeElement).toBe(words))
})

it('shows what was said about a ride before the server said who this is', async () => {
  const screen = await openRidden({
    ...{ id: booking.id, stars: 5, tags: [], comment: 'Llegó puntual.', reply: null },
    createdAt: '2026-11-05T12:00:00.000Z',
  })
  await screen.text('Llegó puntual.')
  const me = Promise.withResolvers<StubbedAnswer>()
  screen.answer(waiting(api.auth.me, me.promise))
  await screen.open(`/bookings/${booking.id}`)
  await screen.text('Llegó puntual.')
  me.resolve(answers(api.auth.me, { user: ANA }))
  await screen.text('Llegó puntual.')
})
