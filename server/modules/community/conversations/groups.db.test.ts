// Access to the group of a trip for people who blocked each other and people whom the driver
// removed.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { collectData } from '#server/modules/office/privacy/collect-data.ts'
import { MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { conversationSteps } from '#test/conversation-steps.ts'
import { asOwner } from '#test/db.ts'
import type { TestUser } from '#test/factories.ts'
import { IBAGUE, type TestTrip } from '#test/trip-factories.ts'

let test: BookingsApp
let chat: ReturnType<typeof conversationSteps>
let trip: TestTrip
let driver: TestUser
let ana: TestUser
let luis: TestUser
let rosa: TestUser
let group: string

beforeAll(async () => {
  test = await openBookingsApp()
  chat = conversationSteps(test)
})

beforeEach(async () => {
  trip = await test.newTrip()
  driver = trip.driver
  ;[ana, luis, rosa] = [await test.aPassenger(), await test.aPassenger(), await test.aPassenger()]
  for (const passenger of [ana, luis, rosa]) await test.booked(passenger, trip)
  group = await chat.opened(driver, trip, { group: true })
})

const block = async (user: TestUser, other: TestUser) =>
  expect((await test.call(user, 'POST', '/blocks', { userId: other.userId })).status).toBe(200)

const texts = async (user: TestUser, query = '') =>
  (await chat.page(user, group, query)).messages.map(({ text }) => text)

const card = async (user: TestUser) => {
  const { conversations, unread } = await chat.list(user)
  const found = conversations.find(({ id }: { id: string }) => id === group)
  return { last: found.last?.text ?? null, unread: found.unread, conversations: unread }
}

/** Live events about the group that a user received. */
async function events(user: TestUser): Promise<string[]> {
  const sql = 'select type from live_events where user_id = $1 and ref = $2 order by tx, id'
  const { rows } = await asOwner(test.deps.databaseUrl, sql, [user.userId, group])
  return rows.map(({ type }) => type)
}

async function reminders(user: TestUser): Promise<number> {
  test.clock.advance(6 * MINUTE_MS)
  await test.runJobs()
  const sql = `select count(*)::int as n from notifications
    where user_id = $1 and kind = 'message_received'`
  return (await asOwner(test.deps.databaseUrl, sql, [user.userId])).rows[0].n
}

const remove = (by: TestUser, who: TestUser) =>
  test.call(by, 'POST', `/conversations/${group}/removals`, { userId: who.userId })
const letBack = (by: TestUser, who: TestUser) =>
  test.call(by, 'DELETE', `/conversations/${group}/removals/${who.userId}`)

describe('two passengers who blocked each other', () => {
  it('hides group messages of two passengers from each other after a block', async () => {
    await chat.said(ana, group, 'antes de Ana')
    await chat.said(luis, group, 'antes de Luis')
    await block(ana, luis)
    const before = [await events(ana), await events(luis)]
    await chat.said(ana, group, 'Ana a todos')
    await chat.said(luis, group, 'Luis a todos')
    await chat.said(driver, group, 'A las 5:30')
    expect(await texts(ana)).toEqual(['antes de Ana', 'Ana a todos', 'A las 5:30'])
    expect(await texts(luis)).toEqual(['antes de Luis', 'Luis a todos', 'A las 5:30'])
    const all = ['antes de Ana', 'antes de Luis', 'Ana a todos', 'Luis a todos', 'A las 5:30']
    expect(await texts(driver)).toEqual(all)
    expect(await texts(rosa)).toEqual(all)
    expect(await texts(luis, '?after=1')).toEqual(['antes de Luis', 'Luis a todos', 'A las 5:30'])
    // Each user got events for their own message and the driver's, not for the blocked user's.
    const after = [await events(ana), await events(luis)]
    expect(after.map((each, n) => each.slice(before[n]?.length))).toEqual([
      ['message', 'message'],
      ['message', 'message'],
    ])
  })

  it('hides typing, reading, unread counts and reminders between blocked people', async () => {
    await block(luis, ana)
    const before = await events(luis)
    await chat.said(ana, group, '¿Hay alguien?')
    await test.call(ana, 'POST', `/conversations/${group}/typing`, {})
    await chat.read(ana, group, 1)
    expect(await events(luis)).toEqual(before)
    expect(await events(rosa)).toContain('typing')
    expect(await card(luis)).toEqual({ last: null, unread: 0, conversations: 0 })
    expect(await card(rosa)).toEqual({ last: '¿Hay alguien?', unread: 1, conversations: 1 })
    expect([await reminders(luis), await reminders(rosa)]).toEqual([0, 1])
    // Counts as read by others once everybody who sees the message has read it.
    for (const user of [driver, rosa]) await chat.read(user, group, 1)
    expect((await chat.page(ana, group)).conversation.readByOthers).toBe(1)
  })

  it('shows the messages of the other passenger again once the block ends', async () => {
    await chat.said(ana, group, 'hola')
    await block(ana, luis)
    expect(await texts(luis)).toEqual([])
    await test.call(ana, 'DELETE', `/blocks/${luis.userId}`)
    expect(await texts(luis)).toEqual(['hola'])
  })
})

describe('a driver and a passenger who blocked each other', () => {
  it('hides group messages between driver and passenger after a block', async () => {
    await chat.said(driver, group, 'Salimos del Portal 80')
    await block(ana, driver)
    await chat.said(driver, group, 'Cambio de puerta')
    await chat.said(ana, group, '¿Alguien comparte taxi?')
    expect(await texts(ana)).toEqual(['¿Alguien comparte taxi?'])
    expect(await texts(driver)).toEqual(['Salimos del Portal 80', 'Cambio de puerta'])
    expect(await texts(rosa)).toHaveLength(3)
    const { conversation } = await chat.page(ana, group)
    expect(conversation.closed).toBeNull()
  })

  it('keeps old direct messages after a block, and refuses new ones', async () => {
    const direct = await chat.opened(ana, trip)
    await chat.said(ana, direct, 'hola')
    await chat.said(driver, direct, 'buenas')
    await block(driver, ana)
    for (const user of [ana, driver]) {
      const { conversation, messages } = await chat.page(user, direct)
      expect([conversation.closed, messages.map(({ text }) => text)]).toEqual([
        'blocked',
        ['hola', 'buenas'],
      ])
      expect(conversation.members).toBeNull()
      expect((await chat.send(user, direct, { text: 'más' })).body.code).toBe('conversation_closed')
      const { conversations } = await chat.list(user)
      const listed = conversations.find(({ id }: { id: string }) => id === direct)
      expect(listed.last.text).toBe('buenas')
    }
    expect((await chat.list(ana)).unread).toBe(1)
  })
})

describe('somebody whom the driver removed', () => {
  it('shows a removed passenger only older group messages, and refuses new ones', async () => {
    await chat.said(driver, group, 'Salimos a las 5:30')
    expect((await remove(driver, ana)).status).toBe(200)
    expect((await remove(driver, ana)).status).toBe(200)
    const before = await events(ana)
    await chat.said(luis, group, 'Ya voy')
    await test.call(luis, 'POST', `/conversations/${group}/typing`, {})
    expect(await texts(ana)).toEqual(['Salimos a las 5:30'])
    expect(await texts(ana, '?after=1')).toEqual([])
    expect((await chat.page(ana, group)).conversation.closed).toBe('removed')
    expect((await chat.send(ana, group, { text: 'hola' })).body.code).toBe('conversation_removed')
    expect(await events(ana)).toEqual(before)
    expect(await card(ana)).toMatchObject({ last: 'Salimos a las 5:30', unread: 1 })
    await chat.read(ana, group, 1)
    expect(await card(ana)).toMatchObject({ unread: 0, conversations: 0 })
    expect(await reminders(ana)).toBe(0)
    // Members of the group get no events about reading or typing of a removed person.
    const others = await events(luis)
    await chat.read(ana, group, 2)
    await test.call(ana, 'POST', `/conversations/${group}/typing`, {})
    expect(await events(luis)).toEqual(others)
  })

  it('keeps booking and direct conversation of a passenger removed from the group', async () => {
    await remove(driver, ana)
    const direct = await chat.opened(ana, trip)
    await chat.said(ana, direct, '¿Por qué me sacaste?')
    const sql = 'select status from bookings where passenger_id = $1 and trip_id = $2'
    const values = [ana.userId, trip.tripId]
    expect((await asOwner(test.deps.databaseUrl, sql, values)).rows).toEqual([
      { status: 'confirmed' },
    ])
  })

  it('hides messages of their absence from a passenger let back into the group', async () => {
    await chat.said(driver, group, 'uno')
    await remove(driver, ana)
    await chat.said(driver, group, 'dos')
    expect((await letBack(driver, ana)).status).toBe(200)
    expect((await letBack(driver, ana)).status).toBe(200)
    await chat.said(driver, group, 'tres')
    await chat.said(ana, group, 'cuatro')
    expect(await texts(ana)).toEqual(['uno', 'tres', 'cuatro'])
    await remove(driver, ana)
    await chat.said(driver, group, 'cinco')
    expect(await texts(ana)).toEqual(['uno', 'tres', 'cuatro'])
    expect(await texts(driver)).toEqual(['uno', 'dos', 'tres', 'cuatro', 'cinco'])
  })

  it('exports only the group messages that the user can see', async () => {
    await chat.said(driver, group, 'uno')
    await chat.said(luis, group, 'dos')
    await remove(driver, ana)
    await chat.said(driver, group, 'tres')
    await block(ana, luis)
    const direct = await chat.opened(ana, trip)
    await chat.said(ana, direct, 'cuatro')
    const data = await collectData(test.deps, ana.userId)
    const rows = data.find(({ table }) => table === 'conversation_messages')?.rows ?? []
    expect(rows.map(({ body }) => body)).toEqual([{ text: 'uno' }, { text: 'cuatro' }])
    const removals = data.find(({ table }) => table === 'conversation_removals')?.rows
    expect(removals).toMatchObject([{ conversation_id: group, returned_at: null }])
  })

  it('lets only the driver remove people, only from the group, and only passengers', async () => {
    const stranger = await test.aPassenger()
    const codes = async (by: TestUser, who: TestUser) => [
      (await remove(by, who)).body.code,
      (await letBack(by, who)).body.code,
    ]
    const none = ['conversation_not_found', 'conversation_not_found']
    expect(await codes(luis, ana)).toEqual(none)
    expect(await codes(stranger, ana)).toEqual(none)
    expect(await codes(driver, stranger)).toEqual(['person_not_found', 'person_not_found'])
    expect(await codes(driver, driver)).toEqual(['person_not_found', 'person_not_found'])
    const direct = await chat.opened(ana, trip)
    const url = `/conversations/${direct}/removals`
    const answer = await test.call(driver, 'POST', url, { userId: ana.userId })
    expect(answer.body.code).toBe('conversation_not_found')
  })

  it('shows the removed state of group members to the driver only', async () => {
    await remove(driver, luis)
    const { members } = (await chat.page(driver, group)).conversation
    expect(members?.map(({ id, removed }) => [id, removed]).sort()).toEqual(
      [
        [ana.userId, false],
        [luis.userId, true],
        [rosa.userId, false],
      ].sort(),
    )
    for (const user of [ana, luis]) {
      expect((await chat.page(user, group)).conversation.members).toBeNull()
    }
  })
})

it('shows each passenger their own part of the trip, and the driver the whole trip', async () => {
  const other = await test.newTrip()
  const [whole, part] = [await test.aPassenger(), await test.aPassenger()]
  await test.booked(whole, other)
  await test.booked(part, other, { from: IBAGUE })
  const id = await chat.opened(other.driver, other, { group: true })
  const from = async (user: TestUser) => (await chat.page(user, id)).conversation.trip.from.name
  const stops = [await from(whole), await from(part), await from(other.driver)]
  expect(stops).toEqual([expect.any(String), 'Ibagué', 'Bogotá'])
})
