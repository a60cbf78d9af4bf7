// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { api } from '#contract/api.ts'
import type { PersonContext } from '#contract/back-office-people.ts'
import type { DisputeCase } from '#contract/disputes.ts'
import { openScreen, pass, settle, until } from '#test/screen.tsx'
import { answers, type StubbedAnswer } from '#test/screen-answers.ts'
import { signedInAsTeam } from '#test/screen-people.ts'
import { aStream, NOTICE } from '#test/screen-stream.ts'

const idOf = (last: number) => `01890000-0000-7000-8000-00000000000${last}`
const AT = '2026-11-20T10:45:00.000Z'
const LATE = '2026-11-16T12:00:00.000Z'

const side = (name: string, last: number) => ({
  ...{ userId: idOf(last), name, answer: null, words: null, saidAt: null, photoIds: [] },
  ...{ trips: 8, disputes: 1, absences: 0 },
})

const dispute = (last: number, from: string): DisputeCase => ({
  ...{ bookingId: idOf(last), tripId: idOf(9), from, to: 'Bogotá', picksUpAt: AT, price: 81_500 },
  ...{ passenger: side('Camila O.', 7), driver: side('Nelson B.', 8), heardFrom: null },
  ...{ paymentMode: 'billetera', claimedAt: AT, openedAt: AT, dueAt: LATE },
  saidAt: null,
  ...{ driverEarns: 73_350, carWasThere: false, arrivalRecordedAt: AT, scannedAt: null },
  ...{
    deniedCheckInAt: null,
    deniedByName: false,
    change: null,
    needsSecond: false,
    proposal: null,
    outcome: null,
    note: null,
  },
  ...{ resolvedAt: null, decidedBy: null },
})

const queue = (...items: DisputeCase[]) =>
  answers(api.disputes.queue, { items, total: items.length, totalPages: 1 })

const person: PersonContext = {
  ...{ id: idOf(7), name: 'Camila O.', email: 'c•••@correo.test', phone: null, verified: true },
  ...{ isDriver: false, isTeam: false, memberSince: LATE, age: 34, expelled: false },
  standing: { rating: 4.9, tripsDriven: 0, tripsRidden: 8 },
  sanctions: [{ kind: 'warned', endsAt: null }],
  ...{
    withdrawals: [],
    paused: false,
    suspendedUntil: null,
    journeys: [],
    payments: [],
    openCases: [],
  },
  wallet: { available: 10_000, held: 0, debt: 0 },
}

function width(pixels: number): void {
  const before = window.innerWidth
  Object.defineProperty(window, 'innerWidth', { value: pixels, configurable: true })
  onTestFinished(() => {
    Object.defineProperty(window, 'innerWidth', { value: before, configurable: true })
  })
}

async function openDesk(path = '/admin/disputes', pixels = 1280, more: StubbedAnswer[] = []) {
  width(pixels)
  return openScreen(path, {
    token: 'of-ana',
    answers: [
      ...signedInAsTeam('support'),
      answers(api.backOffice.showPersonContext, { person }),
      queue(dispute(1, 'Cali'), dispute(2, 'Tunja'), dispute(3, 'Pasto')),
      answers(api.disputes.resolve, { outcome: 'passenger' }),
      ...more,
    ],
  })
}

const caseAt = () => new URLSearchParams(location.search).get('caso')
const views = (calls: readonly string[]) => calls.filter((call) => call.endsWith('/context'))

type Screen = Awaited<ReturnType<typeof openDesk>>
type At = { stream: ReturnType<typeof aStream>; screen: Screen }

async function loseConnection(): Promise<void> {
  window.dispatchEvent(new Event('offline'))
  await pass(11_000)
  window.dispatchEvent(new Event('online'))
}

async function proveAgain({ screen }: At): Promise<void> {
  const factor = (provedUntil: string | null) => ({
    ...{ required: true, totp: true, passkeys: [], recoveryCodesLeft: 8, provedUntil },
  })
  screen.answer(answers(api.secondFactor.show, factor(null)))
  await pass(6 * 60_000)
  const proved = factor('2026-11-20T21:00:00.000Z')
  await screen.user.type(await screen.label('Código de 6 números'), '123456')
  screen.answer(answers(api.secondFactor.prove, proved), answers(api.secondFactor.show, proved))
  await screen.press('Confirmar')
}

const finds = [
  answers(api.backOffice.listPeople, { items: [], next: null, partial: false }),
  answers(api.backOffice.findPeople, { items: [], more: false }),
  answers(api.backOffice.findAnything, {
    ...{ vehicles: [], people: [], trips: [], bookings: [], payments: [], withdrawals: [] },
    ...{ tickets: [], claims: [] },
  }),
]

async function findInList(screen: Screen): Promise<void> {
  await screen.user.type(await screen.label(/^Nombre, usuario/), 'camila@correo.test')
  await screen.press('Buscar')
}

async function findEverywhere(screen: Screen): Promise<void> {
  await screen.user.keyboard('{Control>}k{/Control}')
  await screen.user.type(await screen.label(/^Nombre, placa/), 'camila@correo.test')
}

describe('a list of the desk', () => {
  it('shows what, until when and who in each row, and the first item without a view', async () => {
    const screen = await openDesk()
    const row = await screen.role('link', /^Cali → Bogotá/)
    expect(row.textContent).toMatch(/4 días tarde.*Camila O\. y Nelson B\./)
    await screen.role('article', '¿Camila O. estuvo en el punto?')
    expect(caseAt()).toBe(null)
    expect(views(screen.calls)).toEqual([])
    await screen.user.click(row)
    await until(() => expect(screen.now().getAllByText('34 años')).toHaveLength(2))
    expect(views(screen.calls)).toHaveLength(2)
  })

  it('shows the last page when the present one has no items any more', async () => {
    await openDesk('/admin/disputes?pagina=3', 1280, [
      answers(api.disputes.queue, { items: [], total: 21, totalPages: 2 }),
    ])
    const page = () => new URLSearchParams(location.search).get('pagina')
    await until(() => expect(page()).toBe('2'))
  })

  it.each<[string, (at: At) => unknown]>([
    ['a notice', ({ stream }) => stream.send(NOTICE)],
    ['lost events', ({ stream }) => stream.reset()],
    ['a lost connection', loseConnection],
    ['an ended second factor', proveAgain],
  ])('reads the list again after %s, and records no second view of people', async (_w, happens) => {
    const stream = aStream()
    const screen = await openDesk(`/admin/disputes?caso=${idOf(2)}`, 1280, [stream.answer])
    await until(() => expect(views(screen.calls)).toHaveLength(2))
    await until(() => expect(screen.count('GET /events')).toBe(1))
    const before = screen.count('GET /admin/disputes')
    await happens({ stream, screen })
    await until(() => expect(screen.count('GET /admin/disputes')).toBeGreaterThan(before))
    await settle()
    expect(views(screen.calls)).toHaveLength(2)
  })

  it.each([
    ['/admin/people', 'POST /admin/people/find', findInList],
    ['/admin/disputes', 'POST /admin/find', findEverywhere],
  ])('records a search of %s once, though a notice arrives', async (path, call, find) => {
    const stream = aStream()
    const screen = await openDesk(path, 1280, [stream.answer, ...finds])
    await until(() => expect(screen.count('GET /events')).toBe(1))
    await find(screen)
    await until(() => expect(screen.count(call)).toBe(1))
    const before = screen.count('GET /agenda')
    stream.send(NOTICE)
    await until(() => expect(screen.count('GET /agenda')).toBeGreaterThan(before))
    await settle()
    expect(screen.count(call)).toBe(1)
  })

  it('moves with J and K, focuses the heading, and does not move inside a field', async () => {
    const screen = await openDesk()
    await screen.role('article')
    await screen.user.keyboard('j')
    await until(() => expect(caseAt()).toBe(idOf(2)))
    await until(() => expect(document.activeElement?.tagName).toBe('H2'))
    await screen.user.keyboard('k')
    await until(() => expect(caseAt()).toBe(idOf(1)))
    await screen.text(/^Cali → Bogotá, /)
    await screen.user.keyboard('m')
    const reason = await screen.label(/^Motivo de la decisión/)
    await until(() => expect(document.activeElement).toBe(reason))
    await screen.user.keyboard('jk')
    expect([reason.value, caseAt()]).toEqual(['jk', idOf(1)])
    await screen.user.keyboard('{Escape}j')
    await until(() => expect(caseAt()).toBe(idOf(2)))
  })

  it('keeps what was typed when the window crosses the width of the panes, and back', async () => {
    const screen = await openDesk(`/admin/disputes?caso=${idOf(2)}`)
    const words = 'No hay registro del carro.'
    await screen.user.type(await screen.label(/^Motivo de la decisión/), words)
    await screen.user.click(await screen.role('radio', /^A favor de Camila/))
    for (const pixels of [700, 1280]) {
      width(pixels)
      window.dispatchEvent(new Event('resize'))
      await until(() => {
        const isWide = screen.now().queryByRole('region', { name: 'Lista' }) !== null
        expect(isWide).toBe(pixels === 1280)
      })
      expect((await screen.label(/^Motivo de la decisión/)).value).toBe(words)
      expect(screen.now().getAllByRole('radio', { checked: true })).toHaveLength(1)
      if (pixels === 1280) continue
      await screen.user.click(await screen.role('tab', 'La persona'))
      await screen.user.click(await screen.role('tab', 'Caso'))
      expect((await screen.label(/^Motivo de la decisión/)).value).toBe(words)
    }
  })

  it('decides by the keyboard alone, and then opens the item in its place', async () => {
    const screen = await openDesk(`/admin/disputes?caso=${idOf(2)}`)
    await screen.role('article')
    await screen.user.keyboard('1m')
    await screen.user.keyboard('No hay registro del carro.')
    screen.answer(queue(dispute(1, 'Cali'), dispute(3, 'Pasto')))
    await screen.user.keyboard('{Control>}{Enter}{/Control}')
    await screen.press('Devolver al pasajero')
    await until(() => expect(caseAt()).toBe(idOf(3)))
    expect(screen.sent(`POST /admin/disputes/${idOf(2)}/resolve`)).toMatchObject({
      ...{ outcome: 'passenger', seenFirstAt: null },
    })
    await until(() => expect(document.activeElement?.tagName).toBe('H2'))
  })

  it('opens the page before after the decision about the only case of the last page', async () => {
    const paged = (items: DisputeCase[], totalPages: number) =>
      answers(api.disputes.queue, { items, total: 20 + items.length, totalPages })
    const path = `/admin/disputes?pagina=2&caso=${idOf(2)}`
    const screen = await openDesk(path, 1280, [paged([dispute(2, 'Tunja')], 2)])
    await screen.role('article')
    await screen.user.keyboard('1m')
    await screen.user.keyboard('No hay registro del carro.')
    screen.answer(paged([], 1))
    await screen.user.keyboard('{Control>}{Enter}{/Control}')
    await screen.press('Devolver al pasajero')
    const at = () => new URLSearchParams(location.search)
    await until(() => expect(screen.now().queryByRole('dialog')).toBe(null))
    await until(() => expect([at().get('pagina'), at().get('caso')]).toEqual(['1', null]))
  })

  it('keeps a reason while another case is read, and forgets it with the decision', async () => {
    const screen = await openDesk(`/admin/disputes?caso=${idOf(2)}`)
    const reason = () => screen.label('Motivo de la decisión')
    const goTo = async (name: RegExp, last: number) => {
      await screen.user.click(await screen.role('link', name))
      await until(() => expect(caseAt()).toBe(idOf(last)))
      await settle()
    }
    await screen.user.type(await reason(), 'No hay registro del carro.')
    await goTo(/^Pasto/, 3)
    expect((await reason()).value).toBe('')
    await goTo(/^Tunja/, 2)
    expect((await reason()).value).toBe('No hay registro del carro.')
    await screen.user.click(await screen.role('radio', /^A favor de Camila/))
    await screen.press(/^Decidir/)
    await screen.press('Devolver al pasajero')
    await until(() => expect(screen.now().queryByRole('dialog')).toBe(null))
    await goTo(/^Pasto/, 3)
    await goTo(/^Tunja/, 2)
    expect((await reason()).value).toBe('')
  })

  it('says that a colleague decided the open item, and opens no other', async () => {
    const screen = await openDesk(`/admin/disputes?caso=${idOf(2)}`)
    await screen.role('article')
    screen.answer(queue(dispute(1, 'Cali')))
    await screen.open(`/admin/disputes?caso=${idOf(2)}`)
    await screen.text(/^Este caso ya no está en esta lista/)
    expect(caseAt()).toBe(idOf(2))
    await screen.press('Abrir el siguiente')
    await until(() => expect(caseAt()).toBe(idOf(1)))
  })

  it('opens an item as a view of its own on a narrow screen', async () => {
    const screen = await openDesk('/admin/disputes', 360)
    await screen.user.click(await screen.role('link', /^Tunja → Bogotá/))
    await screen.role('article', '¿Camila O. estuvo en el punto?')
    expect(screen.now().queryByRole('link', { name: /^Cali → Bogotá/ })).toBe(null)
    await screen.user.click(await screen.role('tab', 'La persona'))
    await screen.role('link', /^Nelson B\./)
    await screen.press('Volver a la lista')
    await screen.role('link', /^Cali → Bogotá/)
  })

  it('shows a linked case alone, wherever it is listed, and leads to the whole list', async () => {
    const screen = await openDesk()
    const fetched = vi.spyOn(globalThis, 'fetch')
    screen.answer(queue(dispute(2, 'Tunja')))
    width(360)
    await screen.open(`/admin/disputes?solo=${idOf(2)}`)
    await screen.role('article', '¿Camila O. estuvo en el punto?')
    const asked = fetched.mock.calls.map(([input]) => String(input))
    expect(asked.join(' ')).toContain(`/api/admin/disputes?status=open&page=1&only=${idOf(2)}`)
    screen.answer(queue(dispute(1, 'Cali'), dispute(3, 'Pasto')))
    await screen.press('Volver a la lista')
    await screen.role('link', /^Cali → Bogotá/)
    expect(location.search).toBe('')
  })

  it('leads from a linked case to the whole list on a laptop', async () => {
    const screen = await openDesk(`/admin/disputes?solo=${idOf(2)}`)
    await screen.user.click(await screen.role('link', 'Ver toda la lista'))
    await until(() => expect(location.search).toBe(''))
  })

  it('lists only the keys that act now', async () => {
    const screen = await openDesk()
    await screen.role('article')
    await settle()
    const keys = [...document.querySelectorAll('kbd:not([data-key])')].map((kbd) => kbd.textContent)
    expect(keys).toEqual(expect.arrayContaining(['E', 'P', '1', '2', 'M']))
    expect(keys).not.toContain('Z')
  })
})
