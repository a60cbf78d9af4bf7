import { expect, it } from 'vitest'
import type { RunPassenger, RunSheet, RunStop } from '#contract/journeys.ts'
import type { KeptPress } from '#web/shared/journeys/press-queue.ts'
import { afterText, phaseOf, withKept } from './run-phase.ts'

const at = (clock: string) => `2026-11-27T${clock}:00.000Z`

const rider = { bookingId: 'b', name: 'Ana R.', seats: 1, boarding: 'waiting' } as RunPassenger

function aStop(id: string, name: string, getsOn: RunPassenger[] = []): RunStop {
  const time = { plannedAt: at('12:00'), expectedAt: at('12:00'), arrivedAt: null }
  return { id, name, ...time, passed: false, getsOn, getsOff: [] } as unknown as RunStop
}

const sheet = {
  tripId: 't',
  state: 'not_started',
  stops: [aStop('t.0', 'Bogotá', [rider]), aStop('t.1', 'Cali')],
  startsFrom: at('10:00'),
  startsUntil: at('22:00'),
  asOf: at('09:00'),
  can: { start: false, arrive: [], undo: null, finish: false, undoFinishUntil: null },
} as unknown as RunSheet

const press = (kind: KeptPress['kind'], row?: number): KeptPress => ({
  id: `${kind}${row}`,
  tripId: 't',
  kind,
  stop: row === undefined ? null : { id: `t.${row}`, name: '' },
  at: at('12:05'),
  refusal: null,
})

function phaseAfter(presses: KeptPress[], scans: { bookingId: string }[] = []) {
  const shown = withKept(sheet, { presses, scans, now: new Date(at('12:05')) })
  const noted = scans.filter(({ bookingId }) => bookingId === '').length
  return { shown, phase: phaseOf(shown, noted) }
}

it('leads through the verbs in order with the presses that wait on the phone', () => {
  const presses = [press('start'), press('arrive', 0)]
  expect(phaseAfter([]).phase.kind).toBe('leave')
  const coming = phaseAfter(presses.slice(0, 1))
  expect(coming.phase).toMatchObject({ kind: 'arrive', stop: { name: 'Bogotá' } })
  expect(afterText(coming.shown, coming.phase)).toBe('Después: recoges a 1 persona')
  expect(phaseAfter(presses).phase).toMatchObject({ kind: 'pick_up', waiting: 1 })
  const aboard = [{ bookingId: 'b' }]
  expect(phaseAfter(presses, aboard).phase).toMatchObject({
    kind: 'arrive',
    stop: { name: 'Cali' },
  })
  const there = [...presses, press('arrive', 1)]
  expect(phaseAfter(there, aboard).phase.kind).toBe('finish')
  expect(phaseAfter([...there, press('finish')], aboard).phase.kind).toBe('finished')
})

it('continues the run sheet after a noted code of an unknown passenger', () => {
  const presses = [press('start'), press('arrive', 0)]
  expect(phaseAfter(presses, [{ bookingId: '' }]).phase.kind).toBe('arrive')
})

it('opens the start on a sheet that was cached before its window', () => {
  const start = (now: string, over: Partial<RunSheet> = {}) =>
    withKept({ ...sheet, ...over }, { presses: [], scans: [], now: new Date(at(now)) }).can.start
  expect([start('09:59'), start('10:00'), start('22:00')]).toEqual([false, true, false])
  // A cancelled trip: the server refused the start within the window.
  expect(start('12:00', { asOf: at('11:00') })).toBe(false)
})

it('withdraws an unsent arrival instead of undoing a recorded one', () => {
  const { shown } = phaseAfter([press('start'), press('arrive', 0)])
  expect(shown.can).toMatchObject({ start: false, arrive: ['t.1'], undo: null, finish: false })
})

it('has no stop ahead, and no hour of one, after the end', () => {
  const [first, last] = sheet.stops as [RunStop, RunStop]
  const ended = { ...sheet, state: 'finished' as const }
  const late = { ...ended, stops: [first, { ...last, expectedAt: at('23:00') }] }
  const shown = withKept(late, { presses: [], scans: [], now: new Date(at('20:00')) })
  expect(shown.stops.map(({ passed, expectedAt }) => [passed, expectedAt])).toEqual([
    [true, first.plannedAt],
    [true, last.plannedAt],
  ])
})

it('counts the people whom the next stop takes, not their tickets', () => {
  const [first, last] = sheet.stops as [RunStop, RunStop]
  const getsOn = first.getsOn.map((passenger) => ({ ...passenger, seats: 2 }))
  const coming = { ...sheet, state: 'on_the_way' as const, stops: [{ ...first, getsOn }, last] }
  expect(afterText(coming, phaseOf(coming))).toBe('Después: recoges a 2 personas')
})

it('names the expected hour of the first stop before the driver leaves', () => {
  const [first, last] = sheet.stops as [RunStop, RunStop]
  const late = { ...sheet, stops: [{ ...first, expectedAt: at('12:12') }, last] }
  expect(afterText(late, phaseOf(late))).toMatch(/^Después: llegas a Bogotá, 7:12/)
})
