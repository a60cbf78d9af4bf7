// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { MeetingProposal, Message, MessagePage } from '#contract/conversations.ts'
import { openScreen, until } from '#test/screen.tsx'
import { answers, failing, refuses } from '#test/screen-answers.ts'
import { aBooking } from '#test/screen-bookings.ts'
import { ANA, signedIn } from '#test/screen-people.ts'
import { aTrip } from '#test/screen-trips.ts'

// The conversation of a booking: where the two meet, and how they agree on it.

const id = '01890000-0000-7000-8000-000000000001'
const other = { id, name: 'Iván H.', photo: null, verified: true }
const AT = '2026-11-21T20:14:00.000Z'
const plain = aTrip()
const corridor = plain.corridor.map((stop, row) => ({ ...stop, id: `${id}.${row}` }))
const trip = {
  ...plain,
  ...{ id, corridor, stops: corridor, legs: [], departsAt: AT, arrivesAt: AT },
  driver: { ...plain.driver, id, memberSince: AT },
  vehicle: { ...plain.vehicle, id },
}
const [first, last] = [trip.corridor[0], trip.corridor.at(-1)]
if (!first || !last) throw new Error('a trip without stops')

const point = {
  ...{ id, name: 'CC Multicentro', address: 'Carrera 5 con calle 60', kind: 'mall' as const },
  ...{ lat: 4.44, lng: -75.2, approximate: false, listed: true, hours: '9 a. m. a 8 p. m.' },
}
const listed = { ...point, placeId: first.placeId, status: 'vetted' as const }

function page(messages: Message[], over: Partial<MessagePage['conversation']> = {}): MessagePage {
  return {
    conversation: {
      ...{ id, kind: 'direct', as: 'passenger', bookingId: id, other, closed: null },
      trip: {
        ...{ id: trip.id, from: first, to: last },
        ...{ departsAt: AT, arrivesAt: '2026-11-22T02:00:00.000Z' },
      },
      ...{ masksContacts: false, readByOthers: 0, readByMe: 9, members: null },
      ...over,
    } as MessagePage['conversation'],
    messages,
    more: false,
  }
}

const aMessage = (over: Partial<Message> = {}): Message => ({
  ...{ id, clientId: id, seq: 1, mine: false, from: { id, name: 'Iván H.' }, text: 'Hola' },
  ...{ position: null, kind: 'text', masked: false, removed: false, paysOutside: false },
  ...{ proposal: null, at: '2026-11-20T12:00:00.000Z' },
  ...over,
})

const proposes = (over: Partial<MeetingProposal> = {}, mine = false): Message =>
  aMessage({
    mine,
    proposal: { end: 'from', place: first.name, at: AT, point, state: 'open', ...over },
  })

const aSeat = (from = first) =>
  aBooking({
    ...{ id, tripId: trip.id, status: 'confirmed', state: 'confirmed', viewer: 'passenger' },
    from: { ...aBooking().from, id: from.id, name: from.name, at: AT, point: null },
    to: { ...aBooking().to, id: last.id, name: last.name },
    can: { changeMeeting: true },
  })

const open = (shown: MessagePage) =>
  openScreen(`/mensajes/${id}`, {
    token: 'token',
    answers: [
      ...signedIn(ANA),
      answers(api.conversations.messages, shown),
      answers(api.conversations.read, { unread: 0 }),
      answers(api.conversations.typing, {}),
      answers(api.bookings.show, { booking: aSeat() }),
      answers(api.trips.show, { trip }),
      answers(api.safePoints.list, {
        place: { id: first.placeId, name: first.name, department: first.department },
        points: [listed],
      }),
    ],
  })

describe('a proposed meeting point', () => {
  it('says where and when, what the press changes, and is accepted with one press', async () => {
    const screen = await open(page([proposes()]))
    const card = await screen.within('article', 'Punto propuesto: CC Multicentro')
    await card.text(/^Iván H\. propone este punto seguro para subir en/)
    await card.text('Carrera 5 con calle 60 · 9 a. m. a 8 p. m.')
    await card.role('link', 'Cómo llegar a CC Multicentro')
    screen.answer(answers(api.places.tiles, { url: null, attribution: '' }))
    await screen.press('Ver mapa de CC Multicentro')
    await card.role('application', 'Mapa de CC Multicentro')
    await card.text('Al aceptar, tu tiquete y su hoja de ruta cambian. El precio sigue igual.')
    const agreed = proposes({ state: 'accepted' })
    screen.answer(
      answers(api.conversations.answerProposal, { message: agreed }),
      answers(api.conversations.messages, page([agreed])),
    )
    await screen.role('button', '¿Dónde nos vemos?')
    await screen.press('Me sirve')
    await card.text('Quedaron en este punto.')
    await until(() => expect(screen.now().queryByText('¿Dónde nos vemos?')).toBeNull())
    const call = `POST /conversations/${id}/proposals/${id}/answer`
    expect(screen.sent(call)).toEqual({ answer: 'accepted' })
  })

  it('shows why it was not accepted, and keeps the answer open', async () => {
    const screen = await open(page([proposes()]))
    await screen.role('button', 'Me sirve')
    screen.answer(refuses(api.conversations.answerProposal, 'proposal_over'))
    await screen.press('Me sirve')
    await screen.text(/Esa propuesta ya no está abierta/)
  })

  it('of oneself waits, and can be withdrawn', async () => {
    const screen = await open(page([proposes({}, true)]))
    await screen.text('Le toca responder a Iván H.')
    expect(screen.now().queryByRole('button', { name: 'Me sirve' })).toBeNull()
    await screen.role('button', 'Retirar propuesta')
  })

  it.each([
    ['declined', 'Pediste otro punto.'],
    ['withdrawn', 'Propuesta retirada.'],
    ['replaced', 'Hay una propuesta más nueva.'],
    ['over', 'Esta propuesta venció: ya no se puede aceptar.'],
  ] as const)('that is %s says so and has no buttons', async (state, words) => {
    const screen = await open(page([proposes({ state })]))
    await screen.text(words)
    expect(screen.now().queryByRole('button', { name: 'Me sirve' })).toBeNull()
  })
})

describe('an open place', () => {
  it('stays in view as open, and its safe points are proposed with one press', async () => {
    const screen = await open(page([aMessage()]))
    await screen.text(/punto por acordar/)
    await screen.text('Toca un punto y se lo propones a Iván H.')
    const list = await screen.within('list', `Puntos seguros en ${first.name}`)
    screen.answer(
      answers(api.conversations.propose, { message: proposes({}, true) }),
      answers(api.conversations.messages, page([aMessage(), proposes({}, true)])),
    )
    await screen.user.click(await list.role('button', /^CC Multicentro/))
    await screen.role('article', 'Punto propuesto: CC Multicentro')
    const sent = screen.sent(`POST /conversations/${id}/proposals`)
    expect(sent).toMatchObject({ end: 'from', pointId: id })
  })

  it('says that the points could not be read', async () => {
    const screen = await open(page([aMessage()]))
    screen.answer(failing(api.safePoints.list))
    await screen.open(`/mensajes/${id}`)
    await screen.text(/No pudimos leer los puntos de encuentro/)
  })

  it('is not offered in a conversation that is closed', async () => {
    const screen = await open(page([aMessage()], { closed: 'blocked' }))
    await screen.text('No puedes escribir en esta conversación.')
    expect(screen.now().queryByText(/Toca un punto/)).toBeNull()
  })
})

it('a message about paying outside has a hint below it, and others have none', async () => {
  const screen = await open(page([aMessage({ text: 'Págame por Nequi', paysOutside: true })]))
  await screen.text(/Lo que se pague por fuera no tiene devolución/)
  screen.answer(answers(api.conversations.messages, page([aMessage()])))
  await screen.open(`/mensajes/${id}`)
  await screen.text('Hola')
  expect(screen.now().queryByText(/Lo que se pague por fuera/)).toBeNull()
})

describe('what this device keeps of a chat', () => {
  const kept = () => localStorage.getItem(`chat:${id}`)

  it('is read without a network, has no position, and belongs to nobody else', async () => {
    const here = { kind: 'position' as const, text: null, position: { lat: 4.44, lng: -75.2 } }
    const screen = await open(
      page([aMessage(), aMessage({ ...here, seq: 2, id: ANA.id, clientId: ANA.id })]),
    )
    await until(() => expect(kept()).not.toBeNull())
    expect(kept()).not.toContain('4.44')
    screen.answer(failing(api.conversations.messages))
    await screen.open(`/mensajes/${id}`)
    await screen.text('Hola')
    localStorage.setItem(`chat:${id}`, (kept() ?? '').replace(ANA.id, id))
    await screen.open(`/mensajes/${id}`)
    await screen.text(/^Esta pantalla necesita la red/)
    expect(screen.now().queryByText('Hola')).toBeNull()
  })

  it('keeps nothing in view that the server hides by now', async () => {
    const later = aMessage({ seq: 2, id: ANA.id, clientId: ANA.id, text: 'Quita esto' })
    const screen = await open(page([aMessage(), later]))
    await screen.text('Quita esto')
    screen.answer(answers(api.conversations.messages, page([aMessage()])))
    await screen.open(`/mensajes/${id}`)
    await screen.text('Hola')
    await until(() => expect(screen.now().queryByText('Quita esto')).toBeNull())
    expect(kept()).not.toContain('Quita esto')
  })

  it('has a message that is not sent, also after a reload', async () => {
    const screen = await open(page([aMessage()]))
    await screen.user.type(await screen.label('Escribe un mensaje'), 'Estoy en la esquina')
    await screen.open(`/mensajes/${id}`)
    expect((await screen.label('Escribe un mensaje')).value).toBe('Estoy en la esquina')
    screen.answer(answers(api.conversations.send, { message: aMessage() }))
    await screen.press('Enviar')
    expect((await screen.label('Escribe un mensaje')).value).toBe('')
    expect(sessionStorage.length).toBe(0)
    await until(() => expect(screen.calls.join()).toMatch(/POST \/conversations\/[^/]+\/messages/))
  })

  it('is deleted with the session', async () => {
    const screen = await open(page([aMessage()]))
    await screen.user.type(await screen.label('Escribe un mensaje'), 'Hola')
    await until(() => expect(kept()).not.toBeNull())
    screen.answer(answers(api.auth.logout, { message: 'Listo.' }))
    const [leave] = screen.now().getAllByRole('button', { name: 'Cerrar Sesión' })
    await screen.user.click(leave as HTMLElement)
    await until(() => expect(kept()).toBeNull())
    expect(sessionStorage.length).toBe(0)
  })
})
