import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MESSAGES_KEPT_DAYS } from '#contract/conversation-limits.ts'
import { DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { sealingKeys } from '#server/platform/crypto.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { conversationSteps } from '#test/conversation-steps.ts'
import { asOwner } from '#test/db.ts'
import type { TestUser } from '#test/factories.ts'
import { reseal } from '#test/reseal.ts'
import type { TestTrip } from '#test/trip-factories.ts'
import { canReadMessage, findReportedMessage, hideMessage } from './hide-message.ts'

const BODIES = 'conversation_messages.body_sealed'

let test: BookingsApp
let chat: ReturnType<typeof conversationSteps>
let trip: TestTrip
let passenger: TestUser
let id: string

beforeAll(async () => {
  test = await openBookingsApp()
  chat = conversationSteps(test)
})
beforeEach(async () => {
  trip = await test.newTrip()
  passenger = await test.aPassenger()
  await test.booked(passenger, trip)
  id = await chat.opened(passenger, trip)
})

async function reminders(user: TestUser): Promise<{ title: string; body: string; url: string }[]> {
  const { body } = await test.call(user, 'GET', '/notifications')
  return body.notifications.filter(({ kind }: { kind: string }) => kind === 'message_received')
}

async function later(minutes: number): Promise<void> {
  test.clock.advance(minutes * MINUTE_MS)
  await test.runRecurring('purge-conversations')
}

describe('unread messages', () => {
  it('reminds once of unread messages after 5 min, and again only after a reading', async () => {
    for (const text of ['uno', 'dos', 'tres']) await chat.said(passenger, id, text)
    await later(4)
    expect(await reminders(trip.driver)).toEqual([])
    await later(2)
    const [told, ...rest] = await reminders(trip.driver)
    expect(rest).toEqual([])
    expect(told).toMatchObject({ url: `/mensajes/${id}` })
    expect(told?.body).toContain('Ana R. te escribió sobre el viaje de')
    await chat.said(passenger, id, 'cuatro')
    await later(6)
    expect(await reminders(trip.driver)).toHaveLength(1)
    await chat.read(trip.driver, id, 4)
    await chat.said(passenger, id, 'cinco')
    await later(6)
    expect(await reminders(trip.driver)).toHaveLength(2)
    expect(await reminders(passenger)).toEqual([])
  })

  it('sends no reminder of messages that were read within five minutes', async () => {
    await chat.said(passenger, id, 'uno')
    await chat.read(trip.driver, id, 1)
    await later(6)
    expect(await reminders(trip.driver)).toEqual([])
  })
})

describe('the text of a message', () => {
  it('stores the text of a message in no column, job or notification in plain text', async () => {
    const canary = 'canario-7f3a guacamaya azul'
    await chat.said(passenger, id, canary)
    await later(6)
    const { rows: tables } = await asOwner(
      test.deps.databaseUrl,
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    for (const { name } of tables) {
      const { rows } = await asOwner(
        test.deps.databaseUrl,
        `select count(*)::int as n from ${name} t where t::text like '%7f3a guacamaya%'
           or t::text like '%' || encode('7f3a guacamaya'::bytea, 'hex') || '%'`,
      )
      expect(rows[0]?.n, name).toBe(0)
    }
  })

  it('re-encrypts the text of messages under a new key', async () => {
    await chat.said(passenger, id, 'uno')
    const { secrets } = test.deps
    const newest = randomBytes(32)
    const both = { ...secrets, dataKey: sealingKeys(newest, [secrets.dataKey.current.bytes]) }
    expect((await reseal({ ...test.deps, secrets: both }, BODIES)).renewed).toBeGreaterThan(0)
    expect((await reseal({ ...test.deps, secrets: both }, BODIES)).renewed).toBe(0)
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select id from conversation_messages where conversation_id = $1',
      [id],
    )
    const onlyNew = { ...secrets, dataKey: sealingKeys(newest) }
    const found = await findReportedMessage(test.deps.db, { secrets: onlyNew }, rows[0]?.id)
    expect(found?.text).toBe('uno')
    await reseal(
      {
        ...test.deps,
        secrets: { ...secrets, dataKey: sealingKeys(secrets.dataKey.current.bytes, [newest]) },
      },
      BODIES,
    )
  })

  it('deletes messages and their conversation at the promised time after the trip', async () => {
    await chat.said(passenger, id, 'uno')
    const count = async () => {
      const { rows } = await asOwner(
        test.deps.databaseUrl,
        `select (select count(*)::int from conversation_messages where conversation_id = $1)
           + (select count(*)::int from conversations where id = $1) as n`,
        [id],
      )
      return rows[0]?.n
    }
    const { arrivesAt } = trip.facts
    test.clock.set(new Date(arrivesAt.getTime() + (MESSAGES_KEPT_DAYS - 1) * DAY_MS))
    await test.runRecurring('purge-conversations')
    expect(await count()).toBe(2)
    await later(3 * 24 * 60)
    expect(await count()).toBe(0)
  })
})

describe('a reported message', () => {
  it('decrypts a reported message for the team, and hides it after its removal', async () => {
    const message = await chat.said(passenger, id, 'una grosería')
    const stranger = await test.aPassenger()
    const may = (user: TestUser) =>
      canReadMessage(test.deps.db, { messageId: message.id, userId: user.userId })
    expect([await may(trip.driver), await may(stranger)]).toEqual([true, false])
    expect(await findReportedMessage(test.deps.db, test.deps, message.id)).toMatchObject({
      senderId: passenger.userId,
      text: 'una grosería',
      removed: false,
    })
    await inTransaction(test.deps.db, (tx) => hideMessage(tx, test.deps, message.id))
    for (const user of [trip.driver, passenger]) {
      const [shown] = (await chat.page(user, id)).messages
      expect(shown).toMatchObject({ text: null, removed: true })
      expect((await chat.list(user)).conversations[0].last.text).toBeNull()
    }
  })
})
