// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { OwnWork, QueueLoad } from '#contract/back-office-today.ts'
import type { DayBooks } from '#contract/day-books.ts'
import type { Unsigned } from '#contract/proposal.ts'
import { openScreen, until } from '#test/screen.tsx'
import { answers } from '#test/screen-answers.ts'
import { ANA, signedIn } from '#test/screen-people.ts'
import { pesos } from '#web/lib/format.ts'

const LATE = '2026-11-19T13:00:00.000Z'
const NEXT = '01890000-0000-7000-8000-0000000000d9'
const SOON = '2026-11-20T14:49:00.000Z'
const load = (queue: QueueLoad['queue'], more: Partial<QueueLoad>): QueueLoad => ({
  ...{ queue, count: 1, urgency: 'waiting', oldestAt: LATE, dueAt: LATE },
  ...more,
})

const refund: Unsigned = {
  id: '01890000-0000-7000-8000-0000000000d1',
  kind: 'refund',
  subjectId: '01890000-0000-7000-8000-0000000000d2',
  by: 'Fabio',
  at: LATE,
  people: [],
  detail: '',
  reason: 'Se cobró dos veces.',
  sameDevice: false,
  pesos: 50_000,
}

const yesterday: DayBooks = {
  ...{ day: '2026-11-19', payments: 41, withdrawals: 6, needsBank: false, bankAt: null },
  ...{ gatewayAt: LATE, ledgerAt: LATE, cases: 0, openPesos: 0, lacks: [] },
}

/** Opens the home of the team with these queues; answers with the lines in their order. */
async function openHome(
  queues: QueueLoad[],
  refunds: Unsigned[] = [],
  unsigned: Unsigned[] = [],
  mine: OwnWork[] = [],
) {
  await openScreen('/admin', {
    token: 'of-ana',
    answers: [
      ...signedIn({ ...ANA, roles: ['passenger', 'admin'] }),
      answers(api.secondFactor.show, {
        ...{ required: true, totp: true, passkeys: [], recoveryCodesLeft: 8 },
        provedUntil: '2026-11-20T20:00:00.000Z',
      }),
      answers(api.duty.alarms, { alarms: [], onDuty: false }),
      answers(api.reconciliation.days, { days: [yesterday] }),
      answers(api.backOffice.showToday, { queues, refunds, unsigned, mine, trips: null }),
    ],
  })
  await until(() => expect(document.querySelector('#queues')).not.toBeNull())
}

const textsOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent)

it('names person, act and amount of what waits for a second signature', async () => {
  const ramiro = { id: refund.id, name: 'Ramiro B.', standing: 'active' as const }
  const people = [{ ...ramiro, missing: [], sameDevice: false }]
  await openHome([load('signatures', {})], [], [{ ...refund, people }])
  const lines = textsOf('section li').join('\n')
  const amount = pesos(refund.pesos ?? 0)
  expect(lines).toContain(`Devolución · Ramiro B. · ${amount}`)
})

it('lists a taken emergency and a safety ticket above a late map pin and refund', async () => {
  await openHome(
    [
      load('safe-points', {}),
      load('tickets', { urgency: 'safety', dueAt: '2026-11-20T15:00:00.000Z' }),
      load('incidents', { urgency: 'emergency', dueAt: null }),
    ],
    [refund],
  )
  const home = textsOf('section[aria-labelledby=queues]')[0] ?? ''
  const order = ['Incidentes', 'Soporte', 'Devoluciones sin segunda firma', 'Puntos seguros']
  const places = order.map((title) => home.indexOf(title))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
})

it('marks the badge of a taken emergency, which has no deadline, as urgent', async () => {
  await openHome([load('incidents', { urgency: 'emergency', dueAt: null })])
  expect(textsOf('nav[aria-label=Equipo] a').join()).toContain('Seguridad: 1 por atender, urgente')
})

it('says when a person who wrote departs', async () => {
  await openHome([load('tickets', { urgency: 'travel', dueAt: '2026-11-20T14:49:00.000Z' })])
  expect(textsOf('main')[0]).toContain('Sale en 1 h 49 min')
})

it('shows own work with keys and lateness, and what has time as a sentence', async () => {
  const ana = { name: 'Camila R.', at: LATE }
  const ticket = { ...ana, kind: 'ticket' } as const
  await openHome(
    [load('tickets', {}), load('safe-points', { dueAt: '2026-11-25T13:00:00.000Z', count: 2 })],
    [],
    [refund],
    [
      { ...ana, kind: 'incident', id: refund.id, number: null, urgency: 'emergency', dueAt: null },
      { ...ticket, id: refund.subjectId ?? '', number: 1005, urgency: 'waiting', dueAt: LATE },
      { ...ticket, id: NEXT, number: 1006, urgency: 'travel', dueAt: SOON },
    ],
  )
  const own = document.querySelector('#queues ~ div')?.textContent ?? ''
  expect(own).toMatch(
    /1Emergencia de Camila R\..*2Camila R\. espera tu respuesta · 10051 día tarde/,
  )
  expect(own).toMatch(/3Camila R\. espera tu respuesta · 1006Sale en /)
  expect(own).toMatch(/4.*espera tu firma hace 1 día/)
  expect(textsOf('h3').join()).toContain('Con tiempo:')
  expect(textsOf('section[aria-labelledby=queues]')[0]).toContain('Puntos seguros 2')
})

it('says yesterday in one sentence', async () => {
  await openHome([])
  await until(() => expect(textsOf('main')[0]).toContain('Ayer: 41 pagos, 6 retiros, $\u00a00 de'))
})
