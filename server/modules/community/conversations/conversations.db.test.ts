import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { conversationSteps } from '#test/conversation-steps.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { IBAGUE, type TestTrip } from '#test/trip-factories.ts'

let test: BookingsApp
let chat: ReturnType<typeof conversationSteps>
let trip: TestTrip
let passenger: TestUser

beforeAll(async () => {
  test = await openBookingsApp()
  chat = conversationSteps(test)
})
beforeEach(async () => {
  trip = await test.newTrip()
  passenger = await test.aPassenger()
})

describe('a question before booking', () => {
  it('delivers a question to the driver before booking, and the answer back', async () => {
    const id = await chat.opened(passenger, trip)
    expect(await chat.opened(passenger, trip)).toBe(id)
    await chat.said(passenger, id, '¿Cabe una bicicleta?')
    const { conversations, unread } = await chat.list(trip.driver)
    expect(unread).toBe(1)
    expect(conversations[0]).toMatchObject({
      id,
      kind: 'direct',
      as: 'driver',
      other: { id: passenger.userId, name: 'Ana R.' },
      last: { text: '¿Cabe una bicicleta?', mine: false },
      unread: 1,
    })
    await chat.said(trip.driver, id, 'Sí, en el baúl.')
    const page = await chat.page(passenger, id)
    expect(page.messages.map(({ seq, text, mine }) => [seq, text, mine])).toEqual([
      [1, '¿Cabe una bicicleta?', true],
      [2, 'Sí, en el baúl.', false],
    ])
    expect(page.conversation).toMatchObject({ closed: null, masksContacts: true, as: 'passenger' })
  })

  it('shows the part of the trip that the passenger booked, to both sides', async () => {
    const id = await chat.opened(passenger, trip)
    const whole = (await chat.page(passenger, id)).conversation.trip
    expect(whole).toMatchObject({ from: { name: 'Bogotá' }, to: { name: 'Cali' } })
    await chat.said(passenger, id, '¿Cabe una bicicleta?')
    const { from, to } = await test.booked(passenger, trip, { from: IBAGUE })
    const part = { from: { name: 'Ibagué' }, departsAt: from.at, arrivesAt: to.at }
    for (const person of [passenger, trip.driver]) {
      expect((await chat.page(person, id)).conversation.trip).toMatchObject(part)
      expect((await chat.list(person)).conversations[0].trip).toMatchObject(part)
    }
  })

  it('hides contact data in messages from both sides until the booking is confirmed', async () => {
    const id = await chat.opened(passenger, trip)
    const mine = await chat.said(passenger, id, 'Llámame al 310 555 12 34 y cuadramos')
    expect(mine).toMatchObject({ text: 'Llámame al ••• y cuadramos', masked: true })
    const [theirs] = (await chat.page(trip.driver, id)).messages
    expect(theirs).toMatchObject({ text: 'Llámame al ••• y cuadramos', masked: true })
    const { conversations } = await chat.list(trip.driver)
    expect(conversations[0].last.text).toBe('Llámame al ••• y cuadramos')
    await test.booked(passenger, trip)
    const after = await chat.page(trip.driver, id)
    expect(after.conversation.masksContacts).toBe(false)
    expect(after.messages[0]).toMatchObject({
      text: 'Llámame al 310 555 12 34 y cuadramos',
      masked: false,
    })
  })

  it('hides a phone number that is spread over several messages', async () => {
    const id = await chat.opened(passenger, trip)
    const texts = ['Mi cel es 310', '555', '12 ¿sí?', '34']
    const shown: (string | null)[] = []
    for (const text of texts) {
      shown.push((await chat.said(passenger, id, text)).text)
      await chat.said(trip.driver, id, 'no entiendo, son 2 maletas')
    }
    expect(shown).toEqual(['Mi cel es 310', '555', '••• ¿sí?', '34'])
    const seen = async () =>
      (await chat.page(trip.driver, id)).messages.filter(({ mine }) => !mine).map((it) => it.text)
    expect(await seen()).toEqual(['Mi cel es •••', '•••', '••• ¿sí?', '34'])
    await test.booked(passenger, trip)
    expect(await seen()).toEqual(texts)
  })

  it('refuses a sixth message of the passenger until the driver answers', async () => {
    const id = await chat.opened(passenger, trip)
    for (let n = 1; n <= 5; n += 1) await chat.said(passenger, id, `pregunta ${n}`)
    const sixth = await chat.send(passenger, id, { text: '¿hola?' })
    expect(sixth.body.code).toBe('wait_for_answer')
    expect((await chat.page(passenger, id)).conversation.closed).toBe('unanswered')
    await chat.said(trip.driver, id, 'ya te leo')
    await chat.said(passenger, id, 'gracias')
  })

  it('refuses a question without a confirmed email, or about a departed trip', async () => {
    const unproved = await aUser(test.deps, { emailConfirmed: false })
    expect((await chat.open(unproved, trip)).body.code).toBe('email_unconfirmed')
    expect((await chat.open(trip.driver, trip)).body.code).toBe('person_not_found')
    const to = { with: passenger.userId }
    expect((await chat.open(trip.driver, trip, to)).body.code).toBe('person_not_found')
    test.clock.set(trip.facts.departsAt)
    expect((await chat.open(passenger, trip)).body.code).toBe('conversation_over')
  })
})

describe('a message', () => {
  it('stores one message when it is sent ten times with the same id', async () => {
    const id = await chat.opened(passenger, trip)
    const body = { id: newId(), text: '¿Sales puntual?' }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => chat.send(passenger, id, body)),
    )
    const ids = new Set(answers.map((answer) => answer.body.message.id))
    expect(ids.size).toBe(1)
    expect((await chat.page(trip.driver, id)).messages).toHaveLength(1)
  })

  it('numbers messages without gaps or duplicates when many are sent in parallel', async () => {
    await test.booked(passenger, trip)
    const id = await chat.opened(passenger, trip)
    await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        chat.said(n % 2 ? passenger : trip.driver, id, `mensaje ${n}`),
      ),
    )
    const { messages } = await chat.page(passenger, id, '?after=0')
    expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 24 }, (_, n) => n + 1))
    expect(new Set(messages.map(({ text }) => text)).size).toBe(24)
  })

  it('refuses a message that is empty, too long or has an invalid position', async () => {
    const id = await chat.opened(passenger, trip)
    for (const body of [
      { text: '  ' },
      { text: 'a'.repeat(1_001) },
      {},
      { position: { lat: 91 } },
    ]) {
      expect((await chat.send(passenger, id, body)).body.code).toBe('invalid_request')
    }
  })

  it('sends a position as a message, and deletes it after a day', async () => {
    await test.booked(passenger, trip)
    const id = await chat.opened(passenger, trip)
    const position = { lat: 4.43, lng: -75.23 }
    await chat.send(passenger, id, { position })
    const [shown] = (await chat.page(trip.driver, id)).messages
    expect(shown).toMatchObject({ kind: 'position', position, text: null })
    test.clock.advance(25 * 3_600_000)
    expect((await chat.page(trip.driver, id)).messages[0]?.position).toBeNull()
    await test.runRecurring('purge-conversations')
    const { rows } = await test.deps.db
      .selectFrom('conversation_messages')
      .select('body_sealed')
      .where('conversation_id', '=', id)
      .execute()
      .then((rows) => ({ rows }))
    expect(rows).toEqual([{ body_sealed: null }])
  })
})

describe('reading messages', () => {
  it('counts conversations with unread messages, and shows how far others have read', async () => {
    const id = await chat.opened(passenger, trip)
    await chat.said(passenger, id, 'uno')
    await chat.said(passenger, id, 'dos')
    expect((await chat.page(passenger, id)).conversation.readByOthers).toBe(0)
    expect((await chat.read(trip.driver, id, 1)).body).toEqual({ unread: 1 })
    expect((await chat.page(passenger, id)).conversation.readByOthers).toBe(1)
    expect((await chat.read(trip.driver, id, 99)).body).toEqual({ unread: 0 })
    expect((await chat.read(trip.driver, id, 1)).body).toEqual({ unread: 0 })
    const { conversation } = await chat.page(passenger, id)
    expect(conversation).toMatchObject({ readByOthers: 2, readByMe: 2 })
  })

  it('returns the newest page of messages first, and older pages on request', async () => {
    await test.booked(passenger, trip)
    const id = await chat.opened(passenger, trip)
    for (let n = 1; n <= 35; n += 1) await chat.said(passenger, id, `${n}`)
    const newest = await chat.page(passenger, id)
    expect([newest.messages[0]?.seq, newest.messages.at(-1)?.seq, newest.more]).toEqual([
      6,
      35,
      true,
    ])
    const older = await chat.page(passenger, id, '?before=6')
    expect([older.messages.length, older.messages[0]?.seq, older.more]).toEqual([5, 1, false])
  })

  it('returns every later message exactly once when reading resumes in parallel', async () => {
    await test.booked(passenger, trip)
    const id = await chat.opened(passenger, trip)
    let done = false
    const writing = (async () => {
      for (let n = 0; n < 40; n += 1) {
        await Promise.all([chat.said(passenger, id, `p${n}`), chat.said(trip.driver, id, `d${n}`)])
      }
      done = true
    })()
    const seen: number[] = []
    for (let ended = false; !ended; ) {
      ended = done
      const after = seen.at(-1) ?? 0
      const { messages, more } = await chat.page(passenger, id, `?after=${after}`)
      seen.push(...messages.map(({ seq }) => seq))
      if (more) ended = false
    }
    await writing
    expect(seen).toEqual(Array.from({ length: 80 }, (_, n) => n + 1))
  })
})

describe('the group of a trip', () => {
  it('lets only the driver open the group of a trip, and only people aboard use it', async () => {
    const neighbour = await test.aPassenger()
    const stranger = await test.aPassenger()
    const booking = await test.booked(passenger, trip)
    expect((await chat.open(passenger, trip, { group: true })).body.code).toBe('trip_not_found')
    const id = await chat.opened(trip.driver, trip, { group: true })
    await test.booked(neighbour, trip)
    await chat.said(trip.driver, id, 'Salimos del Portal 80 a las 5:30.')
    for (const user of [passenger, neighbour]) {
      expect((await chat.list(user)).conversations[0]).toMatchObject({
        id,
        kind: 'group',
        unread: 1,
      })
      expect((await chat.page(user, id)).messages).toHaveLength(1)
    }
    const answer = await chat.send(stranger, id, { text: 'hola' })
    expect(answer.body.code).toBe('conversation_not_found')
    await test.act(passenger, booking, 'cancel')
    expect((await chat.send(passenger, id, { text: 'hola' })).body.code).toBe(
      'conversation_not_found',
    )
  })
})

describe('blocked people', () => {
  it('keeps old messages and refuses new ones after a block by either person', async () => {
    const id = await chat.opened(passenger, trip)
    await chat.said(passenger, id, 'hola')
    await test.call(trip.driver, 'POST', '/blocks', { userId: passenger.userId })
    for (const user of [passenger, trip.driver]) {
      const answer = await chat.send(user, id, { text: 'otra vez' })
      expect(answer.body.code).toBe('conversation_closed')
      const { conversation, messages } = await chat.page(user, id)
      expect([conversation.closed, messages.length]).toEqual(['blocked', 1])
    }
    const departsAt = addMs(trip.facts.departsAt, 4 * DAY_MS)
    const other = await test.newTrip({ driver: trip.driver, departsAt })
    expect((await chat.open(passenger, other)).body.code).toBe('conversation_closed')
  })
})
