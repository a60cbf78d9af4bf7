import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NOTIFICATIONS_PER_PAGE } from '#contract/notifications.ts'
import { topupApproved } from '#server/modules/money/payments/payments.messages.ts'
import { DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import type { TestUser } from '#test/factories.ts'
import { notify } from './notify.ts'

let test: BookingsApp
let ana: TestUser

beforeAll(async () => {
  test = await openBookingsApp()
})

beforeEach(async () => {
  ana = await test.aPassenger(0)
})

const to = { address: 'ana@correo.test', name: 'Ana' }

async function tell(user: TestUser, cause?: string): Promise<void> {
  test.clock.advance(1000)
  await inTransaction(test.deps.db, (tx) =>
    notify(tx, test.deps, topupApproved, {
      userId: user.userId,
      to,
      data: { pesos: 50_000, reference: 'CUPO-7F3K' },
      cause,
    }),
  )
}

const listOf = async (user: TestUser, query = '') =>
  (await test.call(user, 'GET', `/notifications${query}`)).body
const read = async (user: TestUser, body: object) =>
  (await test.call(user, 'POST', '/notifications/read', { ...body })).body
const unreadOf = async (user: TestUser) => (await listOf(user)).unread
const mailJobs = async () =>
  (await asOwner(test.deps.databaseUrl, `select id from jobs where name = 'notifications.mail'`))
    .rows.length

describe('notifications', () => {
  it('lists a notification with its text and its link', async () => {
    expect(await listOf(ana)).toEqual({ notifications: [], unread: 0, next: null })
    await tell(ana)
    expect(await listOf(ana)).toEqual({
      notifications: [
        {
          id: expect.any(String),
          kind: 'topup_approved',
          title: 'Tu recarga ya está en tu billetera',
          body: expect.stringContaining('50.000'),
          url: '/wallet',
          createdAt: test.clock.now().toISOString(),
          readAt: null,
        },
      ],
      unread: 1,
      next: null,
    })
    expect((await test.call(ana, 'GET', '/agenda')).body.unread).toBe(1)
  })

  it('notifies once per cause, also by mail', async () => {
    const before = await mailJobs()
    const cause = newId()
    await tell(ana, cause)
    await tell(ana, cause)
    expect(await unreadOf(ana)).toBe(1)
    expect(await mailJobs()).toBe(before + 1)
  })

  it('creates no notification when the transaction fails', async () => {
    const failing = inTransaction(test.deps.db, async (tx) => {
      const data = { pesos: 1, reference: 'CUPO-0' }
      const { userId } = ana
      await notify(tx, test.deps, topupApproved, { userId, to, data })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await unreadOf(ana)).toBe(0)
  })

  it('lists notifications in pages without repeats or gaps while new ones arrive', async () => {
    for (let n = 0; n < NOTIFICATIONS_PER_PAGE + 3; n += 1) await tell(ana)
    const first = await listOf(ana)
    await tell(ana)
    const second = await listOf(ana, `?before=${first.next}`)
    const ids = [...first.notifications, ...second.notifications].map(({ id }) => id)
    expect(first.notifications).toHaveLength(NOTIFICATIONS_PER_PAGE)
    expect(new Set(ids).size).toBe(NOTIFICATIONS_PER_PAGE + 3)
    expect(second.next).toBe(null)
    expect(first.unread).toBe(NOTIFICATIONS_PER_PAGE + 3)
  })

  it('marks one notification as read, or all up to the last seen one', async () => {
    await tell(ana)
    await tell(ana)
    const { notifications } = await listOf(ana)
    await tell(ana)
    const [newest, oldest] = notifications
    expect(await read(ana, { ids: [oldest.id] })).toEqual({ unread: 2 })
    expect(await read(ana, { upTo: newest.id })).toEqual({ unread: 1 })
    expect(await read(ana, { upTo: newest.id })).toEqual({ unread: 1 })
    const after = await listOf(ana)
    const readAt = after.notifications.map((each: { readAt: string | null }) => each.readAt)
    expect(readAt).toEqual([null, expect.any(String), expect.any(String)])
  })

  it('refuses to mark notifications of another person as read', async () => {
    const luis = await test.aPassenger(0)
    await tell(ana)
    const { notifications } = await listOf(ana)
    const [{ id }] = notifications
    expect(await listOf(luis)).toMatchObject({ notifications: [], unread: 0 })
    await tell(luis)
    expect((await listOf(luis, `?before=${id}`)).notifications).toEqual([])
    await read(luis, { ids: [id] })
    await read(luis, { upTo: id })
    expect(await unreadOf(ana)).toBe(1)
  })

  it('deletes notifications after a year', async () => {
    await tell(ana)
    test.clock.advance(366 * DAY_MS)
    await tell(ana)
    await test.runRecurring('purge-old-data')
    const left = 'select id from notifications where user_id = $1'
    expect((await asOwner(test.deps.databaseUrl, left, [ana.userId])).rows).toHaveLength(1)
  })
})
