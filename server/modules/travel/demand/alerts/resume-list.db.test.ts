import { beforeAll, beforeEach, expect, it } from 'vitest'
import { addMs, bogotaDate, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/tx.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { TEST_NOW } from '#test/deps.ts'
import type { TestUser } from '#test/factories.ts'
import { listSteps } from '#test/list-factories.ts'
import { BOGOTA, CALI, GIRARDOT, IBAGUE, type TestTrip } from '#test/trip-factories.ts'
import { listAlerts } from './alerts.present.ts'

let test: BookingsApp
let list: ReturnType<typeof listSteps>
let trip: TestTrip
let eva: TestUser
let id: string

beforeAll(async () => {
  test = await openBookingsApp()
  list = listSteps(test)
  trip = await test.newTrip()
  await test.runJobs()
})

const turn = (to: 'stop' | 'resume', alertId = id) =>
  test.call(eva, 'POST', `/alerts/${alertId}/${to}`)

beforeEach(async () => {
  test.clock.set(TEST_NOW)
  eva = await list.aWaiter()
  id = await list.waits(eva, trip)
})

const bar = (expelled: boolean, until: Date | null) => () =>
  list.read(
    `insert into user_standing (user_id, expelled, suspended_until, sanctioned_at)
     values ($1, $2, $3, now()) on conflict (user_id) do update
     set expelled = excluded.expelled, suspended_until = excluded.suspended_until`,
    [eva.userId, expelled, until],
  )

/** What happened to a stopped list, and the answer when it is turned on again. */
const states: [string, () => Promise<unknown>, string | undefined][] = [
  ['nothing', async () => {}, undefined],
  [
    'its person took back the consent',
    () => test.call(eva, 'POST', '/me/consents', { purpose: 'list_purchase', given: false }),
    'alert_over',
  ],
  ['its days are over', async () => test.clock.set(addMs(TEST_NOW, 9 * DAY_MS)), 'alert_over'],
  ['there is another one for the same way and day', () => list.waits(eva, trip), 'alert_exists'],
  [
    'its person has three other lists',
    async () => {
      await list.waits(eva, trip, { to: GIRARDOT })
      await list.waits(eva, trip, { to: IBAGUE })
      await list.waits(eva, trip, { from: GIRARDOT })
    },
    'list_limit',
  ],
  ['its person is suspended', bar(false, addMs(TEST_NOW, DAY_MS)), 'account_suspended'],
  ['its person is expelled', bar(true, null), 'account_expelled'],
  [
    'the mail address of its person is not confirmed',
    () => list.read('update users set email_confirmed_at = null where id = $1', [eva.userId]),
    'email_unconfirmed',
  ],
  [
    'the telephone of its person is not proved',
    () =>
      list.read('update users set phone_proved_at = null, phone_index = null where id = $1', [
        eva.userId,
      ]),
    'list_needs_identity',
  ],
  [
    'it bought a seat that its person left',
    async () => {
      const booking = await test.booked(eva, trip, { from: BOGOTA, to: CALI })
      await list.read('update bookings set list_id = $2, list_free_until = $3 where id = $1', [
        booking.id,
        id,
        addMs(TEST_NOW, 30 * MINUTE_MS),
      ])
      expect((await test.act(eva, booking, 'cancel')).status).toBe(200)
    },
    'alert_over',
  ],
]

it.each(states)(
  'offers to turn a list on again only if that works: %s',
  async (_, happens, code) => {
    expect((await turn('stop')).body.alert.can).toEqual({ stop: false, resume: true })
    await happens()
    const shown = (await list.listsOf(eva)).find((each) => each.id === id)
    expect(shown.can.resume).toBe(code === undefined)
    const answer = await turn('resume')
    expect(answer.body.code).toBe(code)
    if (code === undefined) expect(answer.body.alert.can).toEqual({ stop: true, resume: false })
  },
)

it('offers to turn an alert on again only while no other one has the same days', async () => {
  await turn('stop')
  const day = bogotaDate(trip.facts.departsAt)
  const asked = { from: IBAGUE, to: CALI, since: day, until: day }
  const { body } = await test.call(eva, 'POST', '/alerts', asked)
  await turn('stop', body.alert.id)
  await test.call(eva, 'POST', '/alerts', asked)
  const shown = (await list.listsOf(eva)).find((each) => each.id === body.alert.id)
  expect(shown.can.resume).toBe(false)
  expect((await turn('resume', body.alert.id)).body.code).toBe('alert_exists')
})

it('reads as often for three stopped lists of a person as for one', async () => {
  let reads = 0
  const db = test.deps.db.withPlugin({
    transformQuery({ node }) {
      reads += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }) as Db
  const readsNow = async () => {
    reads = 0
    const { past } = await listAlerts({ ...test.deps, db }, eva)
    return { reads, resumable: past.filter(({ can }) => can.resume).length }
  }
  await turn('stop')
  // The first call also fills caches.
  await readsNow()
  const one = await readsNow()
  for (const to of [GIRARDOT, IBAGUE]) await turn('stop', await list.waits(eva, trip, { to }))
  const three = await readsNow()
  expect([one.resumable, three.resumable]).toEqual([1, 3])
  expect(three.reads).toBe(one.reads)
})
