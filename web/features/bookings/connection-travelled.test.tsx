// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { BookingView } from '#contract/booking-view.ts'
import { openScreen, until } from '#test/screen.tsx'
import { answers, answersById } from '#test/screen-answers.ts'
import { FIRST, part, SECOND, text, ticketAnswers } from '#test/screen-connections.ts'

// A trip with one change of car after its end: one journey from Bogotá to Cali.

const over: Partial<BookingView> = {
  ...{ status: 'completed', state: 'completed' },
  boardedAt: '2026-11-20T10:00:00.000Z',
  arrivedAt: '2026-11-20T12:55:00.000Z',
}
const done = { ...over, can: { showTicket: false, cancel: false } }
const points = (count: number) => ({ points: { count, given: false } })

const openEnded = (second: BookingView, at: string, first = part(1, done)) =>
  openScreen(`/bookings/${at}`, {
    token: 'of-ana',
    answers: [
      ...ticketAnswers(first, second),
      answersById(api.rewards.ofBooking, { [FIRST]: points(12), [SECOND]: points(14) }),
      answers(api.search.trips, {
        ...{ results: [], total: 0, matching: { exact: 0, corridor: 0, nearby: 0 } },
        nearbyDates: [],
      }),
    ],
  })

it.each([FIRST, SECOND])(
  'says what both cars cost and give, and leads back to the start',
  async (at) => {
    const screen = await openEnded(part(2, done), at)
    await screen.title('Llegaste a Cali')
    await until(() => expect(text()).toMatch(/por los dos carros\s*\$ 58\.000/))
    await until(() => expect(text()).toContain('Ganas 26 puntos'))
    await screen.role('link', 'Volver a Bogotá')
  },
)

it('counts only the second car when its passenger was not in the first', async () => {
  const missed = part(1, { status: 'no_show', state: 'no_show', can: done.can })
  const screen = await openEnded(part(2, done), SECOND, missed)
  await screen.title('Llegaste a Cali')
  await until(() => expect(text()).toMatch(/Pagaste con tu billetera\s*\$ 30\.000/))
  await screen.role('link', 'Volver a Ibagué')
})
