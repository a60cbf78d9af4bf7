// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen, pass } from '#test/screen.tsx'
import { answers } from '#test/screen-answers.ts'
import { booking, ticketAnswers } from '#test/screen-tickets.ts'

const arrived = {
  ...booking,
  ...({ status: 'checked_in', state: 'arrived' } as const),
  ...{ arrivedAt: '2026-11-20T12:30:00.000Z', can: { ...booking.can, showTicket: false } },
}

const open = (points: { count: number; given: boolean } | null) =>
  openScreen(`/bookings/${booking.id}`, {
    token: 'of-ana',
    answers: [
      ...ticketAnswers,
      answers(api.bookings.show, { booking: arrived }),
      answers(api.rewards.ofBooking, { points }),
      answers(api.ratings.ofBooking, {
        rating: {
          ...{ bookingId: booking.id, about: booking.driver, as: 'driver', outcome: null },
          ...{ closesAt: null, mine: null, theirs: null, notTogether: null },
          can: { rate: true, reply: false, notTogether: false },
        },
      }),
      answers(api.search.trips, {
        ...{ results: [], total: 0, matching: { exact: 0, corridor: 0, nearby: 0 } },
        nearbyDates: [],
      }),
    ],
  })

it.each([
  [{ count: 46, given: false }, 'Ganas 46 puntos cuando se cierre el viaje'],
  [{ count: 1, given: true }, 'Ganaste 1 punto'],
])('says on arrival that %o come or came', async (points, words) => {
  const screen = await open(points)
  expect((await screen.role('link', words)).getAttribute('href')).toBe('/recompensas')
})

it('says nothing of points that may not come', async () => {
  const screen = await open(null)
  await screen.title(/^Llegaste a/)
  await pass(500)
  expect(screen.now().queryByText(/punto/)).toBeNull()
})
