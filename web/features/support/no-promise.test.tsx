// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { JourneyView } from '#contract/journeys.ts'
import type { OwnTicket } from '#contract/support.ts'
import { openScreen } from '#test/screen.tsx'
import { answers } from '#test/screen-answers.ts'
import { aBooking } from '#test/screen-bookings.ts'
import { ANA, signedIn } from '#test/screen-people.ts'

const id = '01890000-0000-7000-8000-000000000001'
const SOON = '2026-11-20T14:00:00.000Z'
const about = { kind: 'booking' as const, id, title: 'Cali → Bogotá', facts: [] }

const journey: JourneyView = {
  ...{ tripId: id, state: 'not_started', startedAt: null, finishedAt: null, delayMinutes: 0 },
  ...{ isLate: false, stops: [], lastArrival: null, mine: null, asks: null, arrived: null },
  ...{ driver: { name: 'Nelson B.', phone: '+573001234567' }, tripState: 'to_leave', asOf: SOON },
}

const booking = aBooking({
  ...{ id, tripId: id, status: 'confirmed', viewer: 'passenger', refundIfCancelledNow: 81_500 },
  can: { cancel: true, changeMeeting: true },
})

const ways = [
  ...signedIn(ANA),
  answers(api.bookings.show, { booking }),
  answers(api.journeys.show, { journey }),
]

const aTicket = (): OwnTicket => ({
  ...{ id, number: 1001, kind: 'booking', status: 'open', isReopened: false, excerpt: '' },
  ...{ about: about.title, createdAt: SOON, lastAt: SOON, dueAt: null, isOverdue: false },
  ...{ canRate: false, subject: about, messages: [], isIncident: false },
  rating: null,
})

const ask = (dueAt: { safety: string | null; others: string | null }) =>
  openScreen(`/soporte?sobre=reserva&de=${id}`, {
    token: 'token',
    answers: [...ways, answers(api.support.about, { about, dueAt })],
  })

it('a text to support is there after a reload, until it is sent about its subject', async () => {
  const screen = await ask({ safety: null, others: null })
  const words = 'El conductor me cobró dos veces el mismo cupo'
  await screen.user.type(await screen.label('Cuéntanos qué pasó'), words)
  await screen.open('/soporte?nuevo=1')
  expect((await screen.label('Cuéntanos qué pasó')).value).toBe('')
  await screen.open(`/soporte?sobre=reserva&de=${id}`)
  expect((await screen.label('Cuéntanos qué pasó')).value).toBe(words)
  screen.answer(
    answers(api.support.open, { ticket: aTicket() }),
    answers(api.support.show, { ticket: aTicket() }),
  )
  await screen.press('Enviar a soporte')
  await screen.text('Caso 1001')
  expect(sessionStorage.length).toBe(0)
})

it('a text of a visitor is there after a reload, until it is sent', async () => {
  const screen = await openScreen('/soporte', { answers: [answers(api.support.ask, {})] })
  const words = 'No encuentro mi viaje del viernes'
  await screen.user.type(await screen.label('Cuéntanos qué pasó'), words)
  await screen.open('/soporte')
  expect((await screen.label('Cuéntanos qué pasó')).value).toBe(words)
  await screen.user.type(await screen.label('Tu nombre'), 'Rosa Díaz')
  await screen.user.type(await screen.label('Tu correo'), 'rosa@correo.co')
  await screen.user.selectOptions(await screen.label('¿Sobre qué es?'), 'Otra cosa')
  await screen.press('Enviar a soporte')
  await screen.text('Revisa tu correo')
  expect(sessionStorage.length).toBe(0)
})

async function seesWays(screen: Awaited<ReturnType<typeof ask>>) {
  await screen.text('Tu viaje sale antes de que podamos responderte')
  const linkTo = async (name: RegExp) => (await screen.role('link', name)).getAttribute('href')
  expect(await linkTo(/Llamar al \+57 602/)).toMatch(/^tel:\+57602/)
  expect(await linkTo(/Llamar a Nelson B\. \(conductor\)/)).toBe('tel:+573001234567')
  expect(await linkTo(/Salir gratis de la reserva/)).toBe(`/bookings/${id}`)
  expect(await linkTo(/Cambiar el punto de encuentro/)).toBe(`/bookings/${id}`)
}

describe('a ticket about a trip that leaves soon', () => {
  it('says before sending that nothing is promised, and what one can do', async () => {
    const screen = await ask({ safety: null, others: null })
    await seesWays(screen)
  })

  it('says before sending by when the team answers, for the chosen kind', async () => {
    const screen = await ask({ safety: SOON, others: null })
    await screen.text('Tu viaje sale antes de que podamos responderte')
    await screen.user.selectOptions(await screen.label('¿Sobre qué es?'), 'Seguridad')
    await screen.text('Te respondemos antes de las 9:00 a. m. de hoy.')
    expect(screen.now().queryByText(/sale antes de que podamos/)).toBeNull()
  })

  it('says the same in the ticket that was sent', async () => {
    const screen = await openScreen(`/soporte?caso=${id}`, {
      token: 'token',
      answers: [...ways, answers(api.support.show, { ticket: aTicket() })],
    })
    await seesWays(screen)
  })
})
