// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { BookingView } from '#contract/booking-view.ts'
import type { DisputeCase, DisputeView } from '#contract/disputes.ts'
import { openScreen } from '#test/screen.tsx'
import { answers } from '#test/screen-answers.ts'
import { aBooking } from '#test/screen-bookings.ts'
import { ANA, signedIn } from '#test/screen-people.ts'
import { DisputeCard, groupOf } from './disputes.screen.tsx'

const id = '01890000-0000-7000-8000-000000000001'
const AT = '2026-11-20T10:45:00.000Z'
const TOMORROW = '2026-11-21T12:00:00.000Z'

const booking = (over: Partial<BookingView> = {}) => aBooking(over)

const dispute: DisputeView = {
  ...{ statement: 'Estuve en el punto y el carro pasó de largo.', addition: null },
  ...{ until: TOMORROW, version: null, waits: true, photos: 0, decided: false },
  arrivalRecordedAt: '2026-11-20T10:24:00.000Z',
}

const open = (over: { booking?: Partial<BookingView>; dispute?: Partial<DisputeView> } = {}) =>
  openScreen(`/bookings/${id}/version`, {
    token: 'token',
    answers: [
      ...signedIn(ANA),
      answers(api.bookings.show, { booking: booking(over.booking) }),
      answers(api.disputes.mine, { dispute: { ...dispute, ...over.dispute } }),
      answers(api.disputes.answer, {}),
      answers(api.disputes.add, {}),
    ],
  })

describe('the version of the driver', () => {
  it('shows deadline, stake, her words and what was recorded, with no answer chosen', async () => {
    const screen = await open()
    await screen.title('Cuéntanos tu versión')
    await screen.text(/^Hasta mañana a las 7:00 a\. m\.$/)
    await screen.text(/73\.350 quedan quietos hasta que decidamos/)
    await screen.text(/Estuve en el punto y el carro pasó de largo/)
    await screen.text(/llegaste a las 5:24 a\. m\. · marcaste «No llegó» a las 5:45/)
    const radios = screen.now().getAllByRole<HTMLInputElement>('radio')
    expect(radios.map(({ checked }) => checked)).toEqual([false, false, false])
    await screen.press('Enviar mi versión')
    await screen.text('Elige una respuesta.')
    expect(screen.count('POST /bookings/:bookingId/dispute/answer')).toBe(0)
  })

  it('sends the chosen answer with the words, which a reload kept until then', async () => {
    const screen = await open()
    await screen.user.type(await screen.label('Con tus palabras'), 'Esperé veinte minutos.')
    await screen.open(`/bookings/${id}/version`)
    expect((await screen.label('Con tus palabras')).value).toBe('Esperé veinte minutos.')
    await screen.user.click(await screen.label('Fue otra cosa'))
    const version = { answer: 'other', words: 'Esperé veinte minutos.', at: AT } as const
    screen.answer(
      answers(api.disputes.mine, { dispute: { ...dispute, version, waits: false, photos: 0 } }),
    )
    await screen.press('Enviar mi versión')
    await screen.text('Recibimos tu versión')
    expect(screen.calls.join()).toContain('/dispute/answer')
    expect(sessionStorage.length).toBe(0)
  })

  it.each([
    [
      { noShow: null, objection: null, driverEarns: 73_350 },
      /si viajó contigo, te cobramos \$\s8\.150/,
    ],
    [{ driverEarns: 0 }, /está en juego tu historial/],
    [
      { noShow: null, denial: { until: TOMORROW, openedAt: AT, decided: false } },
      /si no viajó contigo, te devolvemos \$\s8\.150/,
    ],
  ])('says other words for a trip paid in cash', async (over, words) => {
    const screen = await open({ booking: { paymentMode: 'directo', ...over } })
    await screen.text(words)
    expect(document.body.textContent).not.toContain('quedan quietos')
  })

  it('has no field after the decision', async () => {
    const screen = await open({ dispute: { decided: true, waits: false } })
    await screen.text('Ya decidimos este reclamo')
    expect(screen.now().queryByLabelText('Con tus palabras')).toBe(null)
  })
})

const asPassenger = { viewer: 'passenger', driverEarns: null, driverMoneyPart: null } as const

it('lets the passenger add words to a dispute', async () => {
  const screen = await open({ booking: asPassenger })
  await screen.title('Tu reclamo')
  await screen.user.type(await screen.label('Agrega lo que falte'), 'Mi hermana también lo vio.')
  await screen.press('Agregar a mi reclamo')
  await screen.role('button', 'Agregar a mi reclamo')
  expect(screen.calls.join()).toContain('/dispute/addition')
})

it('takes only photos after the passenger added words', async () => {
  const addition = 'Mi hermana lo vio.'
  const screen = await open({ booking: asPassenger, dispute: { addition } })
  await screen.text(/Mi hermana lo vio/)
  expect(screen.now().queryByLabelText('Agrega lo que falte')).toBe(null)
  await screen.label(/Foto, captura o PDF 1 de 3/)
})

const side = (name: string) => ({
  ...{ userId: id, name, answer: null, words: null, saidAt: null, photoIds: [] },
  ...{ trips: 8, disputes: 1, absences: 0 },
})

const item: DisputeCase = {
  ...{ bookingId: id, tripId: id, from: 'Cali', to: 'Bogotá', picksUpAt: AT, price: 81_500 },
  passenger: { ...side('Camila O.'), words: 'Estuve en el punto.', photoIds: [id] },
  driver: { ...side('Nelson B.'), answer: 'not_there', words: 'Esperé.', photoIds: [id, id] },
  ...{ paymentMode: 'billetera', claimedAt: AT, openedAt: AT, dueAt: TOMORROW, heardFrom: null },
  saidAt: null,
  ...{ driverEarns: 73_350, carWasThere: false, arrivalRecordedAt: AT, scannedAt: null },
  ...{ deniedCheckInAt: null, deniedByName: false, change: null, needsSecond: false },
  ...{ proposal: null, outcome: null, note: null },
  ...{ resolvedAt: null, decidedBy: null },
}

/** The card of the desk in a DOM. */
function card(over: Partial<DisputeCase> = {}): HTMLElement {
  const box = document.createElement('div')
  box.innerHTML = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <DisputeCard item={{ ...item, ...over }} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return box
}

describe('the desk of a dispute', () => {
  it('gives both sides the same lines in equal columns, and chooses none', () => {
    const box = card()
    const columns = [...box.querySelectorAll('section')].filter(({ innerHTML }) =>
      innerHTML.includes('Ausencias'),
    )
    expect(columns).toHaveLength(2)
    const [hers, his] = columns
    expect(hers?.className).toBe(his?.className)
    const lines = (each?: Element) =>
      [...(each?.querySelectorAll('dt') ?? [])].map((dt) => dt.textContent)
    expect(lines(hers)).toEqual(['Viajes', 'Reclamos', 'Ausencias'])
    expect(lines(his)).toEqual(lines(hers))
    expect(hers?.textContent).toContain('Ver 1 foto')
    expect(his?.textContent).toContain('Ver 2 fotos')
    const radios = [...box.querySelectorAll<HTMLInputElement>('input[type=radio]')]
    expect(radios.map(({ value, checked }) => [value, checked])).toEqual([
      ['passenger', false],
      ['driver', false],
    ])
    const [forHer, forHim] = radios.map((each) => each.closest('label'))
    expect(forHer?.className).toBe(forHim?.className)
    expect(forHer?.textContent).toMatch(/recibe de vuelta \$\s81\.500/)
    expect(forHim?.textContent).toMatch(/recibe \$\s73\.350/)
  })

  it('asks about the first car, and blames nobody, where it made her miss this one', () => {
    const change = { bookingId: id, driver: 'Rosa P.', plannedAt: AT, arrivedAt: null }
    const { textContent: text } = card({ claimedAt: null, change })
    expect(text).toContain('¿El primer carro hizo que Camila O. perdiera el de Nelson B.?')
    expect(text).toContain('Debía llegar el primer carro, de Rosa P.')
    expect(text).toContain('No hay registro de la llegada del primer carro.')
    expect(text).not.toContain('incumplimiento')
    expect(text).toContain('Nelson B. no queda con nada: no fue su carro.')
  })

  it('offers no decision before the answer or the deadline', () => {
    const driver = { ...item.driver, answer: null, words: null }
    const box = card({ driver, heardFrom: TOMORROW })
    expect(box.querySelectorAll('input[type=radio]')).toHaveLength(0)
    expect(box.textContent).toContain('Falta la versión de Nelson B.')
  })
  it.each([
    [true, 'Esperan otra firma'],
    [false, 'Esperan tu firma'],
  ] as const)('lists a proposed decision apart from open ones (own: %s)', (mine, group) => {
    const proposed = {
      outcome: 'passenger',
      note: 'Sí.',
      by: 'Diana Q.',
      at: '2026-11-20T12:00:00.000Z',
      sameDevice: false,
    } as const
    expect(groupOf({ heardFrom: null, proposal: { ...proposed, mine } })).toBe(group)
    expect(groupOf({ heardFrom: null, proposal: null })).toBe('Por decidir')
  })
})
