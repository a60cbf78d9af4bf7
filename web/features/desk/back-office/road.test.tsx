// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { api } from '#contract/api.ts'
import type { RoadTrip } from '#contract/back-office-road.ts'
import { openScreen, pass, settle } from '#test/screen.tsx'
import { answers, refuses } from '#test/screen-answers.ts'
import { ANA, signedIn } from '#test/screen-people.ts'

const id = (last: string) => `01890000-0000-7000-8000-0000000000${last}`
const at = (hour: number, minute: number) =>
  new Date(Date.UTC(2026, 10, 20, hour, minute)).toISOString()

const trip = (last: string, more: Partial<RoadTrip>): RoadTrip => ({
  ...{ id: id(last), status: 'published', state: 'late_to_leave', from: 'Cali', to: 'Popayán' },
  ...{ departsAt: at(13, 8), expectedAt: at(16, 52), plannedAt: at(16, 0), plate: 'ABC123' },
  ...{ driver: { id: id('d1'), name: 'Fabio F.' }, seats: 4, seatPrice: 30_000, sold: 2 },
  ...{ lateMinutes: 52, car: 0, heard: null, waiting: 2, aboard: 0 },
  stops: [
    { name: 'Cali', share: 0, passed: false },
    { name: 'Popayán', share: 1, passed: false },
  ],
  ...more,
})
const late = trip('f1', {})
const moving = trip('f2', {
  ...{ state: 'on_the_way', from: 'Neiva', to: 'Bogotá', lateMinutes: 9, aboard: 1, waiting: 0 },
  ...{ expectedAt: at(16, 9), heard: { how: 'position', at: at(13, 58) }, car: 0.6 },
})

type Detail = z.input<(typeof api.backOffice.showRoadTrip)['ok']>
const passenger = (last: string, name: string): Detail['passengers'][number] => ({
  ...{ id: id(last), name, photoUrl: null, place: 'Cali', aboard: false },
  ...{ arrived: null, mayLeave: true },
})
const detail: Detail = {
  driver: { id: id('d1'), name: 'Fabio F.', photoUrl: null, tripsCompleted: 12 },
  passengers: [passenger('a1', 'Camila R.'), passenger('a2', 'Diana T.')],
  atStake: 39_300,
  toldAt: null,
}

function open(trips = [late, moving]) {
  return openScreen('/admin/road', {
    token: 'token',
    answers: [
      ...signedIn({ ...ANA, roles: ['passenger', 'support'] }),
      answers(api.secondFactor.show, {
        ...{ required: true, totp: true, passkeys: [], recoveryCodesLeft: 8 },
        provedUntil: at(23, 0),
      }),
      answers(api.duty.alarms, { alarms: [], onDuty: false }),
      answers(api.backOffice.showToday, {
        ...{ queues: [], refunds: [], unsigned: [], mine: [], trips: null },
      }),
      answers(api.backOffice.showRoad, { trips, ahead: 9, finished: 31, asOf: at(14, 0) }),
      answers(api.backOffice.showRoadTrip, detail),
    ],
  })
}

const press = (key: string) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))

describe('the board of trips', () => {
  it('shows each trip in one look, in its group, and the counts of the day', async () => {
    const screen = await open()
    await screen.role('heading', 'Tarde para salir 1')
    await screen.role('heading', 'En camino 1')
    const rows = screen.now().getAllByRole('link', { name: /Cali|Neiva/ })
    const [first, second] = rows.map(({ textContent }) => textContent)
    expect(first).toContain('52 minCali → Popayán')
    expect(first).toContain('ABC123 · Fabio F. · 2 esperan')
    expect(first).toContain('sin señal')
    expect(second).toContain('+ 9 min')
    expect(second).toMatch(
      /Lleva 60 % de la vía\.llega 11:09.*en vez de 11:00.*posición hace 2 min/,
    )
    await screen.text('Por salir hasta medianoche: 9 · Terminados hoy: 31')
    await screen.text(/2 de 2 ya pueden irse sin costo/)
    await screen.text(/39\.300/)
  })

  it('moves with J and K, calls with C and records it, and shows the number', async () => {
    const screen = await open()
    await screen.role('heading', 'Cali → Popayán')
    press('j')
    await screen.role('heading', 'Neiva → Bogotá')
    press('k')
    await screen.role('heading', 'Cali → Popayán')
    screen.answer(answers(api.backOffice.revealDatum, { value: '+573000000002' }))
    press('c')
    const call = await screen.role('link', '+57 300 000 0002')
    expect(call.getAttribute('href')).toBe('tel:+573000000002')
    expect(screen.sent(`POST /admin/people/${id('d1')}/reveal`)).toMatchObject({
      field: 'phone',
      why: { reason: expect.stringContaining('Cali → Popayán') },
    })
  })

  it('writes to all with M, once, and says when it was too soon', async () => {
    const screen = await open()
    await screen.role('heading', 'Cali → Popayán')
    press('m')
    await screen.text(/Les llega ya al conductor y a quienes tienen cupo/)
    await screen.user.type(await screen.label('Mensaje'), 'Ya lo llamamos.')
    screen.answer(refuses(api.backOffice.tellRoadTrip, 'trip_told_lately'))
    await screen.press('Enviar a los 3')
    await screen.text(/ya se le escribió hace menos de 5 minutos/)
    const sent = screen.sent(`POST /admin/road/${late.id}/messages`)
    screen.answer(answers(api.backOffice.tellRoadTrip, { told: 3 }))
    screen.answer(answers(api.backOffice.showRoadTrip, { ...detail, toldAt: at(14, 1) }))
    await screen.press('Enviar a los 3')
    await screen.text(/El equipo les escribió a las 9:01/)
    expect(screen.sent(`POST /admin/road/${late.id}/messages`)).toEqual(sent)
  })

  it('keeps the chosen trip when another one becomes later', async () => {
    const screen = await open()
    await screen.role('heading', 'Cali → Popayán')
    const later = trip('f3', { from: 'Tunja', to: 'Bogotá', lateMinutes: 90 })
    const next = { trips: [later, late, moving], ahead: 8, finished: 31, asOf: at(14, 1) }
    screen.answer(answers(api.backOffice.showRoad, next))
    await pass(30_000)
    await screen.role('heading', 'Tarde para salir 2')
    await screen.role('heading', 'Cali → Popayán')
  })

  it('says that nobody is on the road', async () => {
    const screen = await open([])
    await screen.text('Nadie está en la vía')
    await settle()
  })
})
