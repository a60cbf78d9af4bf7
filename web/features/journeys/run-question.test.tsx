// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { RunSheet } from '#contract/journeys.ts'
import { openScreen, type Screen, until } from '#test/screen.tsx'
import { answers, failing, refuses, type StubbedAnswer } from '#test/screen-answers.ts'
import { ANA, signedIn } from '#test/screen-people.ts'

// It is 8:00 in Bogotá: the trip has just left, and Cali is nine hours away.

const tripId = '01890000-0000-7000-8000-0000000000c1'
const at = (clock: string) => `2026-11-20T${clock}:00.000-05:00`
const iso = (clock: string) => new Date(at(clock)).toISOString()

const stop = (row: number, name: string, clock: string) => ({
  ...{ id: `${tripId}.${row}`, name, department: 'Valle', point: null, arrivedAt: null },
  ...{ plannedAt: iso(clock), expectedAt: iso(clock), passed: false, doubtful: false },
  ...{ getsOn: [], getsOff: [], meetings: [], detour: { km: 0, minutes: 0 } },
})

function aSheet(over: Partial<RunSheet> = {}): RunSheet {
  const [from, to] = [stop(0, 'Bogotá', '08:00'), stop(4, 'Cali', '17:00')]
  return {
    ...{ tripId, state: 'on_the_way', departsAt: iso('08:00'), startedAt: iso('08:00') },
    ...{ finishedAt: null, finishDoubtful: false, delayMinutes: 0, isLate: false, requests: 0 },
    stops: [{ ...from, passed: true, arrivedAt: iso('08:00') }, to],
    ...{ detour: { km: 0, minutes: 0 }, startsFrom: iso('06:00'), startsUntil: iso('17:00') },
    can: { start: false, arrive: [to.id], undo: null, finish: false, undoFinishUntil: null },
    ...{ asOf: iso('08:00'), timeProof: 'proof' },
    ...over,
  }
}

const open = (sheet: RunSheet, more: StubbedAnswer[] = [], stored = {}): Promise<Screen> =>
  openScreen(`/trips/${tripId}/run`, {
    ...{ token: 'of-ana', stored },
    answers: [
      ...signedIn({ ...ANA, roles: ['passenger', 'driver'] }),
      answers(api.journeys.runSheet, { sheet }),
      answers(api.safety.listTripShares, { shares: [], until: null }),
      answers(api.safety.listOwnIncidents, { incidents: [] }),
      ...more,
    ],
  })

const ARRIVALS = `POST /trips/${tripId}/arrivals`
const QUESTION = 'Faltan 9 h para Cali. ¿Ya llegaste?'

it('asks before an arrival nine hours early, and sends it only after a yes', async () => {
  const doubted = aSheet({ stops: aSheet().stops.map((each) => ({ ...each, doubtful: true })) })
  const screen = await open(aSheet(), [answers(api.journeys.arrive, { sheet: doubted })])
  await screen.press('Llegué a Cali')
  await screen.role('heading', QUESTION)
  await screen.press('Todavía no')
  expect(screen.now().queryByText(QUESTION)).toBeNull()
  expect(screen.count(ARRIVALS)).toBe(0)
  await screen.press('Llegué a Cali')
  await screen.press('Ya llegué')
  await screen.text('Por confirmar: Bogotá y Cali')
  expect(screen.sent(ARRIVALS)).toMatchObject({ press: { isSure: true } })
})

it('asks without a network too, by the plan that the phone keeps', async () => {
  const kept = { ownerId: ANA.id, sheet: aSheet(), clockOffsetMs: 0 }
  const stored = { [`run-sheet:${tripId}`]: JSON.stringify(kept) }
  const off = [failing(api.journeys.runSheet), failing(api.journeys.arrive)]
  const screen = await open(aSheet(), off, stored)
  await screen.press('Llegué a Cali')
  await screen.role('heading', QUESTION)
  await screen.press('Ya llegué')
  await screen.text('Se envía cuando haya red')
})

it('keeps the run sheet on the screen with 503, and reads it again on a retry', async () => {
  const screen = await open(aSheet())
  await screen.role('heading', /^Sigue: /)
  const whole = [
    ...signedIn({ ...ANA, roles: ['passenger', 'driver'] }),
    answers(api.journeys.runSheet, { sheet: aSheet() }),
  ]
  screen.answer(...whole.map(({ route }) => refuses(route, 'busy')))
  await screen.open(`/trips/${tripId}/run`)
  await screen.text(/^Ves la hoja guardada/)
  await screen.role('heading', /^Sigue: /)
  expect(localStorage.getItem('auth_token')).toBe('of-ana')
  screen.answer(...whole)
  await screen.press('Reintentar')
  await until(() => expect(screen.now().queryByText(/^Ves la hoja guardada/)).toBeNull())
  await screen.role('heading', /^Sigue: /)
})

it('asks nothing about an arrival that can be true', async () => {
  const near = aSheet({ stops: [aSheet().stops[0]!, stop(4, 'Cali', '08:10')] })
  const reached = aSheet({ stops: near.stops.map((each) => ({ ...each, passed: true })) })
  const screen = await open(near, [answers(api.journeys.arrive, { sheet: reached })])
  await screen.press('Llegué a Cali')
  await screen.text('Llegaste a la última parada')
  expect(screen.count(ARRIVALS)).toBe(1)
})

it('takes back the end of the trip while it does not count', async () => {
  const finished = aSheet({
    ...{ state: 'finished', finishedAt: iso('07:58') },
    can: { ...aSheet().can, arrive: [], undoFinishUntil: iso('08:08') },
  })
  const screen = await open(finished, [answers(api.journeys.undoFinish, { sheet: aSheet() })])
  await screen.text('Terminaste este viaje a las 7:58 a. m.')
  await screen.press('Deshacer el fin del viaje · 8 min')
  await screen.role('button', 'Llegué a Cali')
})

const passenger = {
  ...{ bookingId: tripId, name: 'Luis P.', photoUrl: null, seats: 1, phone: null, to: 'Cali' },
  ...{ boarding: 'waiting' as const, aboardSaid: null, canClaimNoShow: false, collect: null },
  ...{ paymentMode: 'billetera' as const, connection: null, rescued: false },
}

it.each([
  ['waiting', 1],
  ['arrived', 0],
] as const)('speaks after the end of who was not registered: %s', async (boarding, said) => {
  const [first, last] = aSheet().stops
  const getsOn = [{ ...passenger, boarding }]
  const stops = [{ ...first, getsOn }, last] as RunSheet['stops']
  const screen = await open(aSheet({ state: 'finished', finishedAt: iso('07:58'), stops }))
  await screen.text('Terminaste este viaje a las 7:58 a. m.')
  expect(screen.now().queryAllByText(/quien no registró su subida/)).toHaveLength(said)
})

it('says until boarding that a passenger comes from a trip whose driver failed', async () => {
  const luis = { ...passenger, rescued: true }
  const [first, last] = aSheet().stops
  const sheet = aSheet({ stops: [{ ...first, getsOn: [luis] }, last] as RunSheet['stops'] })
  const screen = await open(sheet)
  await screen.text('Viene de un viaje cancelado')
})

it('shows the next stop before the delay of the car', async () => {
  await (await open(aSheet({ isLate: true, delayMinutes: 45 }))).text('Vas 45 min tarde')
  const page = document.querySelector('main')?.textContent ?? ''
  expect(page.indexOf('Sigue: ')).toBeGreaterThan(0)
  expect(page.indexOf('Sigue: ')).toBeLessThan(page.indexOf('Vas 45 min tarde'))
})

it.each([
  ['while somebody waits at a stop ahead', true, 1],
  ['with everybody aboard', false, 0],
])('warns a late driver of passengers who may leave: %s', async (_name, waits, times) => {
  const [first, last] = aSheet().stops
  const stops = [first, { ...last, getsOn: waits ? [passenger] : [] }] as RunSheet['stops']
  await (await open(aSheet({ isLate: true, delayMinutes: 45, stops }))).text('Vas 45 min tarde')
  const page = document.querySelector('main')?.textContent ?? ''
  expect(page.split('quien te espera puede irse sin costo').length - 1).toBe(times)
})

it('says nothing of a delay at the last stop', async () => {
  const stops = aSheet().stops.map((each) => ({ ...each, passed: true }))
  const screen = await open(aSheet({ isLate: true, delayMinutes: 45, stops }))
  await screen.text('Llegaste a la última parada')
  expect(document.querySelector('main')?.textContent).not.toContain('45 min tarde')
})

it.each([
  ['in the bar where the text has its usual size', '16px', true],
  ['outside of the bar, which would cover the stop, with text at 200 %', '32px', false],
])('says what comes after the press %s', async (_, fontSize, inBar) => {
  const { style } = document.documentElement
  const width = window.innerWidth
  style.fontSize = fontSize
  Object.defineProperty(window, 'innerWidth', { configurable: true, value: 360 })
  const screen = await open(aSheet())
  const note = await screen.text(/^Después: terminas el viaje/)
  expect(note.closest('[data-action-bar]') !== null).toBe(inBar)
  style.fontSize = ''
  Object.defineProperty(window, 'innerWidth', { configurable: true, value: width })
})
