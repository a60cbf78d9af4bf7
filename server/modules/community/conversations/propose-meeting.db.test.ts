import { beforeAll, describe, expect, it } from 'vitest'
import type { MessagePage } from '#contract/conversations.ts'
import { openMail } from '#server/modules/foundation/notifications/send-mail.ts'
import { loadSafePoints } from '#server/modules/roads/places/index.ts'
import { MINUTE_MS } from '#server/platform/clock.ts'
import { derivedId, newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { conversationSteps } from '#test/conversation-steps.ts'
import { asOwner } from '#test/db.ts'
import { aFundedWallet, aVerifiedDriver, type TestUser } from '#test/factories.ts'
import { BOGOTA, CALI } from '#test/trip-factories.ts'

// Meeting points that two people agree on in their conversation, with two presses.

const SALITRE = derivedId('safe-point', 'bogota-terminal-salitre')
const SOUTH = derivedId('safe-point', 'bogota-terminal-sur')

let test: BookingsApp
let chat: ReturnType<typeof conversationSteps>

beforeAll(async () => {
  test = await openBookingsApp()
  await loadSafePoints(test.deps)
  chat = conversationSteps(test)
})

async function aChat(points: Record<string, string> = {}) {
  const trip = await test.newTrip({ points })
  const ana = await test.aPassenger()
  const booking = await test.booked(ana, trip, { from: BOGOTA, to: CALI })
  const id = await chat.opened(ana, trip)
  const base = `/conversations/${id}/proposals`
  const propose = (user: TestUser, pointId: string, over = {}) =>
    test.call(user, 'POST', base, { id: newId(), end: 'from', pointId, ...over })
  const answer = (user: TestUser, messageId: string, word: string) =>
    test.call(user, 'POST', `${base}/${messageId}/answer`, { answer: word })
  return { trip, ana, driver: trip.driver, booking, id, propose, answer }
}

type Chat = Awaited<ReturnType<typeof aChat>>

async function proposed(of: Chat, user: TestUser, pointId: string): Promise<string> {
  const { status, body } = await of.propose(user, pointId)
  expect([status, body.message?.proposal.state]).toEqual([200, 'open'])
  return body.message.id
}

const statesOf = ({ messages }: MessagePage) =>
  messages.flatMap(({ proposal }) => (proposal ? [proposal.state] : []))

async function pointOf({ ana, booking }: Chat) {
  const { body } = await test.call(ana, 'GET', `/bookings/${booking.id}`)
  return body.booking.from.point?.id ?? null
}

async function mailsTo(user: TestUser) {
  const ask = `select payload from jobs where name = 'notifications.mail' order by created_at, id`
  const { rows } = await asOwner(test.deps.databaseUrl, ask)
  return rows
    .map(({ payload }) => openMail(test.deps, payload))
    .filter(({ to, template }) => to.address === user.email && template.startsWith('meeting_'))
}

describe('a proposed meeting point', () => {
  it('becomes the point with the press of the other person, and both are told', async () => {
    const of = await aChat()
    const before = await test.available(of.ana)
    const messageId = await proposed(of, of.driver, SALITRE)
    const [seen] = (await chat.page(of.ana, of.id)).messages
    expect(seen).toMatchObject({
      text: expect.stringContaining('Salitre'),
      proposal: { end: 'from', place: 'Bogotá', point: { id: SALITRE }, state: 'open' },
    })
    expect(await pointOf(of)).toBeNull()

    const accepted = await of.answer(of.ana, messageId, 'accepted')
    expect(accepted.body.message.proposal.state).toBe('accepted')
    expect(await pointOf(of)).toBe(SALITRE)
    const sheet = await test.call(of.driver, 'GET', `/trips/${of.trip.tripId}/run-sheet`)
    expect(sheet.body.sheet.stops[0].point.id).toBe(SALITRE)
    for (const user of [of.ana, of.driver]) {
      const [mail, ...more] = await mailsTo(user)
      expect(more).toEqual([])
      expect(mail).toMatchObject({
        template: 'meeting_agreed',
        data: {
          place: 'Bogotá',
          point: expect.stringContaining('Salitre'),
          at: of.booking.from.at,
        },
      })
    }
    // No money moves, and leaving costs what it did: both agreed, so nobody was moved.
    expect(await test.available(of.ana)).toBe(before)
    const { body } = await test.call(of.ana, 'GET', `/bookings/${of.booking.id}`)
    expect(body.booking.meetingMoved).toBe(false)
    expect(body.booking.refundIfCancelledNow).toEqual(of.booking.refundIfCancelledNow)

    const again = await of.answer(of.ana, messageId, 'accepted')
    expect([again.status, again.body.message.proposal.state]).toEqual([200, 'accepted'])
    expect(await mailsTo(of.ana)).toHaveLength(1)
  })

  it('is declined by a message and by a proposal of the other person, or withdrawn', async () => {
    const of = await aChat()
    const first = await proposed(of, of.ana, SALITRE)
    expect((await of.answer(of.driver, first, 'declined')).status).toBe(200)
    await of.answer(of.driver, first, 'declined')
    const page = await chat.page(of.ana, of.id)
    expect(page.messages.map(({ text, mine }) => [mine, text])).toEqual([
      [true, expect.stringContaining('Salitre')],
      [false, 'Prefiero otro punto.'],
    ])
    const second = await proposed(of, of.ana, SALITRE)
    await proposed(of, of.ana, SOUTH)
    const fourth = await proposed(of, of.driver, SALITRE)
    expect((await of.answer(of.driver, fourth, 'withdrawn')).status).toBe(200)
    const states = ['declined', 'replaced', 'declined', 'withdrawn']
    expect(statesOf(await chat.page(of.ana, of.id))).toEqual(states)
    for (const over of [first, second, fourth]) {
      const late = await of.answer(of.ana, over, 'accepted')
      expect(late.status).toBeGreaterThanOrEqual(400)
    }
    expect(await pointOf(of)).toBeNull()
  })

  it('is accepted only by the other person, in their own conversation', async () => {
    const of = await aChat()
    const other = await aChat()
    const messageId = await proposed(of, of.ana, SALITRE)
    const own = await of.answer(of.ana, messageId, 'accepted')
    expect([own.status, own.body.code]).toEqual([403, 'proposal_own'])
    expect((await of.answer(of.driver, messageId, 'withdrawn')).body.code).toBe(
      'proposal_not_found',
    )
    const stranger = await of.answer(other.ana, messageId, 'accepted')
    expect([stranger.status, stranger.body.code]).toEqual([404, 'conversation_not_found'])
    expect((await other.answer(other.driver, messageId, 'accepted')).body.code).toBe(
      'proposal_not_found',
    )
    expect((await of.propose(other.driver, SALITRE)).body.code).toBe('conversation_not_found')
    expect(await pointOf(of)).toBeNull()
  })

  it('is stored once for a repeated press', async () => {
    const of = await aChat()
    const id = newId()
    const answers = [
      await of.propose(of.ana, SALITRE, { id }),
      await of.propose(of.ana, SOUTH, { id }),
    ]
    expect(new Set(answers.map(({ body }) => body.message.id)).size).toBe(1)
    expect(statesOf(await chat.page(of.driver, of.id))).toEqual(['open'])
  })

  it('is refused without a booking, elsewhere, or where the driver chose', async () => {
    const of = await aChat({ [CALI]: derivedId('safe-point', 'cali-terminal') })
    expect((await of.propose(of.ana, newId())).body.code).toBe('safe_point_not_found')
    expect((await of.propose(of.ana, SALITRE, { end: 'to' })).body.code).toBe('point_not_offered')
    const eva = await test.aPassenger()
    const asking = await chat.opened(eva, of.trip)
    const body = { id: newId(), end: 'from', pointId: SALITRE }
    const refused = await test.call(eva, 'POST', `/conversations/${asking}/proposals`, body)
    expect(refused.body.code).toBe('booking_not_found')
  })

  it('ends with the booking, at the hour of the pick-up, and when the car is there', async () => {
    const cancelled = await aChat()
    const ofCancelled = await proposed(cancelled, cancelled.driver, SALITRE)
    await test.act(cancelled.ana, cancelled.booking, 'cancel')

    const reached = await aChat()
    const ofReached = await proposed(reached, reached.driver, SALITRE)
    test.toPickUp(reached.booking, -5 * MINUTE_MS)
    const { trip } = reached
    const { driver } = trip
    expect((await test.call(driver, 'POST', `/trips/${trip.tripId}/start`, {})).status).toBe(200)
    const stopId = trip.stop(BOGOTA)
    const arrived = await test.call(driver, 'POST', `/trips/${trip.tripId}/arrivals`, { stopId })
    expect(arrived.status).toBe(200)

    for (const [of, messageId] of [
      [cancelled, ofCancelled],
      [reached, ofReached],
    ] as const) {
      expect(statesOf(await chat.page(of.ana, of.id))).toEqual(['over'])
      const late = await of.answer(of.ana, messageId, 'accepted')
      expect([late.status, late.body.code]).toEqual([409, 'proposal_over'])
      expect((await of.propose(of.ana, SALITRE)).body.code).toBe('meeting_settled')
    }
  })
})

describe('words about paying outside', () => {
  it('give a hint to both where the seat is paid by wallet, and none for cash', async () => {
    const driver = await aVerifiedDriver(test.deps)
    await aFundedWallet(test.deps, driver.userId, 50_000)
    const trip = await test.newTrip({ driver, paymentModes: ['billetera', 'directo'] })
    const hints = []
    for (const paymentMode of ['billetera', 'directo'] as const) {
      const ana = await test.aPassenger()
      await test.booked(ana, trip, { from: BOGOTA, to: CALI, paymentMode })
      const id = await chat.opened(ana, trip)
      const sent = await chat.said(driver, id, 'Mejor me pagas en efectivo al llegar')
      await chat.said(ana, id, 'Nos vemos por fuera del terminal')
      const read = (await chat.page(ana, id)).messages.map((each) => each.paysOutside)
      hints.push([sent.paysOutside, ...read])
    }
    expect(hints).toEqual([
      [true, true, false],
      [false, false, false],
    ])
  })
})
