// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { api } from '#contract/api.ts'
import type { IncidentCase } from '#contract/safety.ts'
import type { DeskThread } from '#contract/support-desk.ts'
import { openScreen, pass, settle } from '#test/screen.tsx'
import { answers, refuses, type StubbedAnswer, waiting } from '#test/screen-answers.ts'
import { ANA, signedIn } from '#test/screen-people.ts'

const id = (last: string) => `01890000-0000-7000-8000-0000000000${last}`
const ID = id('e1')
const OTHER = id('e2')
const SARA = { ...ANA, id: id('51'), roles: ['passenger' as const, 'support' as const] }
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString()

const who = (last: string, name: string, phone: string | null = null) => {
  return { id: id(last), name, phone }
}

const incident: z.input<typeof IncidentCase> = {
  id: ID,
  kind: 'emergency',
  person: { ...who('a1', 'Ana R.'), isDriver: false },
  from: 'Ibagué',
  to: 'Bogotá',
  departsAt: at(0),
  plate: 'ABC123',
  pressedAt: at(56),
  presses: 1,
  lastPressedAt: null,
  createdAt: at(56),
  dueAt: '2026-11-20T14:56:00.000Z',
  isOverdue: false,
  takenBy: null,
  takenAt: null,
  isMine: false,
  isOwn: false,
  outcome: null,
  tripId: id('f1'),
  text: 'Se salió de la vía.',
  driver: who('a2', 'Carlos R.'),
  others: [{ ...who('a3', 'Leo P.'), from: 'Girardot', where: 'aboard' }],
  car: 'gris, Mazda 3',
  stops: [
    { id: 'a', name: 'Ibagué', lat: 4.43, lng: -75.23, at: at(0), reachedAt: at(5) },
    { id: 'b', name: 'Melgar', lat: 4.2, lng: -74.64, at: at(50), reachedAt: null },
    { id: 'c', name: 'Bogotá', lat: 4.65, lng: -74.08, at: at(59), reachedAt: null },
  ],
  positions: [],
  calls: [],
  notes: [],
  answer: null,
  closedAt: null,
  nextId: null,
}

const sara = { id: SARA.id, name: 'Sara G.' }
const mine: z.input<typeof IncidentCase> = {
  ...incident,
  takenBy: sara,
  takenAt: at(58),
  isMine: true,
  person: { ...who('a1', 'Ana R.', '+573000000001'), isDriver: false },
  driver: who('a2', 'Carlos R.', '+573000000002'),
  positions: [{ lat: 4.2, lng: -74.66, accuracyMeters: 20, name: 'Ana R.', at: at(57) }],
}

const proof = (provedUntil: string | null) => {
  return { totp: true, passkeys: [], recoveryCodesLeft: 8, provedUntil, required: true }
}
const PROVED = proof('2026-11-20T20:00:00.000Z')
const factor = answers(api.secondFactor.show, PROVED)

const shows = (more: Partial<z.input<typeof IncidentCase>> = {}, of = incident) =>
  answers(api.safety.showIncident, { incident: { ...of, ...more } })

const tickets = (list: z.input<typeof DeskThread>[] = []) =>
  answers(api.support.listIncidentTickets, { tickets: list })

function open(...more: StubbedAnswer[]) {
  const desk = [
    factor,
    answers(api.duty.alarms, { alarms: [], onDuty: true }),
    waiting(api.backOffice.showToday),
    tickets(),
  ]
  return openScreen(`/admin/incidents/${ID}`, {
    token: 'token',
    answers: [...signedIn(SARA), ...desk, ...more],
  })
}

const press = (key: string) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))

describe('the page of an emergency', () => {
  it('shows who asks and the car, and hides numbers until "Lo tengo"', async () => {
    const screen = await open(shows())
    await screen.title('Ana R. pidió ayuda')
    await screen.text('«Se salió de la vía.»')
    await screen.text('ABC123')
    await screen.text(/nadie lo ha tomado/)
    await screen.text(/Última parada registrada: Ibagué/)
    expect(screen.now().queryByRole('link', { name: /Llamar a Ana/ })).toBe(null)
    expect(screen.now().queryByRole('button', { name: /Resuelto/ })).toBe(null)
    expect((await screen.role('link', /Llamar al 123/)).getAttribute('href')).toBe('tel:123')
    screen.answer(answers(api.safety.takeIncident, { incident: mine }))
    screen.answer(shows({}, mine))
    press('l')
    const call = await screen.role('link', /Llamar a Ana R\./)
    expect(call.getAttribute('href')).toBe('tel:+573000000001')
    expect(screen.sent(`POST /admin/incidents/${ID}/take`)).toEqual({ from: null })
    await screen.text(/lo tienes tú desde/)
  })

  it('gives a script for the 123 with plate, place and number', async () => {
    const screen = await open(shows({}, mine))
    await screen.text(
      '«Llamo de Cupo. Una persona que viaja pide ayuda en un carro gris, Mazda 3, de placa ' +
        'A B C 1 2 3, de Ibagué a Bogotá. A las 7:57 a. m. estaba a 2 km de Melgar. Va con ' +
        'otra persona y quien conduce. Su celular es 300 000 0001.»',
    )
    await screen.role('link', 'a 2 km de Melgar')
  })

  it('tells the 123 who is in the car, and not who got off or may not be in it', async () => {
    const with_ = (name: string, where: 'waits' | 'left') => ({
      ...{ ...who(name === 'Eva G.' ? 'a4' : 'a5', name), from: 'Melgar', where },
    })
    const others = [...mine.others, with_('Eva G.', 'waits'), with_('Pío T.', 'left')]
    const screen = await open(shows({ others }, mine))
    await screen.text(
      /Va con otra persona y quien conduce\. Otra persona tiene cupo: no sabemos si subió\./,
    )
    await screen.text(/ya se bajó/)
  })

  it('answers a call with one press, and stops the clock of 5 minutes by it', async () => {
    const screen = await open(shows({}, mine))
    await screen.text('Primera nota en')
    await pass(3 * 60_000)
    await screen.text(/Sin nota hace/)
    await screen.text('5 min')
    ;(await screen.role('link', /Llamar a Carlos/)).addEventListener('click', (event) =>
      event.preventDefault(),
    )
    press('2')
    await screen.text('¿Te contestó Carlos R.?')
    const note = { id: id('b1'), author: 'Sara G.', body: 'Llamé', at: at(59) }
    screen.answer(answers(api.safety.noteIncident, { incident: mine }))
    screen.answer(shows({ notes: [note] }, mine))
    await screen.press('No')
    await settle()
    expect(screen.sent(`POST /admin/incidents/${ID}/notes`)).toEqual({
      body: 'Llamé a Carlos R.: no contestó.',
    })
    await screen.text('Sara G.: Llamé')
    expect(screen.now().queryByText(/Sin nota hace|Primera nota/)).toBe(null)
  })

  it('closes with an outcome that nobody chose before, and two boxes', async () => {
    const screen = await open(shows({}, mine))
    await screen.title('Ana R. pidió ayuda')
    press('r')
    await screen.role('radio', 'La ayudamos')
    const chosen = screen.now().getAllByRole<HTMLInputElement>('radio')
    expect(chosen.some(({ checked }) => checked)).toBe(false)
    await screen.user.type(await screen.label('Lo que le decimos a Ana R.'), 'Estás a salvo.')
    await screen.user.type(await screen.label('Nota privada (opcional)'), 'Sospecho de él.')
    await screen.press('Resuelto')
    await screen.text('Elige qué pasó.')
    await screen.text('Confirma que leíste y llamaste.')
    expect(screen.count(`POST /admin/incidents/${ID}/close`)).toBe(0)
    screen.answer(answers(api.support.closeIncident, { incident: mine }))
    await screen.user.click(await screen.role('radio', 'No había peligro'))
    await screen.user.click(await screen.label('Leí y llamé'))
    await screen.press('Resuelto')
    await settle()
    expect(screen.sent(`POST /admin/incidents/${ID}/close`)).toEqual({
      outcome: 'no_danger',
      answer: 'Estás a salvo.',
      note: 'Sospecho de él.',
      readAndCalled: true,
    })
  })

  it('leads to the next open emergency by one key', async () => {
    const screen = await open(shows({ nextId: OTHER }))
    await screen.role('link', /Otra abierta/)
    screen.answer(shows({ id: OTHER, person: { ...incident.person, name: 'Bea Z.' } }))
    press('n')
    await screen.title('Bea Z. pidió ayuda')
    expect(location.pathname).toBe(`/admin/incidents/${OTHER}`)
  })

  it('says who has it when somebody else was faster', async () => {
    const screen = await open(shows(), refuses(api.safety.takeIncident, 'incident_taken'))
    await screen.title('Ana R. pidió ayuda')
    screen.answer(shows({ takenBy: { id: id('52'), name: 'Beto M.' }, takenAt: at(59) }))
    await screen.press(/Lo tengo/)
    await screen.text(/lo tiene Beto M\./)
    await screen.text('Ya lo tiene otra persona del equipo. Mira quién antes de tomarlo.')
    screen.answer(answers(api.safety.takeIncident, { incident: mine }))
    await screen.press(/Lo tengo/)
    expect(screen.sent(`POST /admin/incidents/${ID}/take`)).toEqual({ from: id('52') })
  })
})

describe('an address of an emergency', () => {
  it('survives the second factor', async () => {
    const proves = answers(api.secondFactor.show, proof(null))
    const screen = await openScreen(`/admin/incidents/${ID}`, {
      token: 'token',
      answers: [...signedIn(SARA), proves, answers(api.duty.alarms, { alarms: [], onDuty: true })],
    })
    await screen.title('Confirma que eres tú')
    screen.answer(factor)
    screen.answer(answers(api.secondFactor.prove, PROVED))
    screen.answer(waiting(api.backOffice.showToday))
    screen.answer(tickets())
    screen.answer(shows())
    await screen.user.type(await screen.label(/código/i), '123456')
    await screen.press('Confirmar')
    await screen.title('Ana R. pidió ayuda')
  })

  it('survives the sign-in', async () => {
    const screen = await openScreen(`/admin/incidents/${ID}`)
    await screen.title('Iniciar sesión')
    const returnTo = new URLSearchParams(location.search).get('returnTo')
    expect([location.pathname, returnTo]).toEqual(['/login', `/admin/incidents/${ID}`])
  })
})

describe('the bar of an emergency', () => {
  const alarm = { id: id('c1'), kind: 'emergency' as const, incidentId: ID, pressedAt: at(56) }
  const at2 = (path: string, ...more: StubbedAnswer[]) =>
    openScreen(path, {
      token: 'token',
      answers: [
        ...signedIn(SARA),
        factor,
        answers(api.duty.alarms, { alarms: [alarm], onDuty: true }),
        waiting(api.backOffice.showToday),
        ...more,
      ],
    })

  it('opens the emergency by link and "Lo tengo", also when somebody was faster', async () => {
    const screen = await at2('/admin', refuses(api.safety.takeIncident, 'incident_taken'))
    const link = await screen.role('link', 'Ver la emergencia')
    expect(link.getAttribute('href')).toBe(`/admin/incidents/${ID}`)
    screen.answer(shows({ takenBy: sara, takenAt: at(59) }))
    screen.answer(tickets())
    press('l')
    await screen.title('Ana R. pidió ayuda')
    expect(location.pathname).toBe(`/admin/incidents/${ID}`)
  })

  it('lets who has an emergency take it again when its person presses again', async () => {
    const screen = await at2(`/admin/incidents/${ID}`, shows({ presses: 2 }, mine), tickets())
    await screen.text(/lo tienes tú desde/)
    screen.answer(answers(api.safety.takeIncident, { incident: mine }))
    await screen.role('button', /Lo tengo/)
    screen.answer(answers(api.duty.alarms, { alarms: [], onDuty: true }))
    press('l')
    await settle()
    await screen.text(/lo tienes tú desde/)
    expect(screen.sent(`POST /admin/incidents/${ID}/take`)).toEqual({ from: SARA.id })
    expect(screen.now().queryByRole('button', { name: /Lo tengo/ })).toBe(null)
  })

  it('hides the emergency bar on the page of that emergency', async () => {
    const screen = await at2(`/admin/incidents/${ID}`, shows(), tickets())
    await screen.title('Ana R. pidió ayuda')
    expect(screen.now().getAllByRole('button', { name: /Lo tengo/ })).toHaveLength(1)
    expect(screen.now().queryByRole('region', { name: 'Emergencia' })).toBe(null)
  })
})
