import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askProvedClosing } from '#server/modules/office/privacy/ask-closing.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, FUNDS, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aFundedWallet, aVerifiedDriver, type TestDriver } from '#test/factories.ts'
import { aTrip, CALI, IBAGUE, type TestTrip } from '#test/trip-factories.ts'
import { askToPublish, isControl } from './ask-to-publish.ts'

const SATURDAY = new Date('2026-11-21T07:00:00-05:00')
const THURSDAY = new Date('2026-11-26T18:00:00-05:00')
const WEEK_MS = 7 * DAY_MS

let test: BookingsApp
let driver: TestDriver
let trip: TestTrip

beforeAll(async () => {
  test = await openBookingsApp()
})

/** A driver whose trip of Saturday is over, of the asked group or of the control group. */
async function aDriverOf(control: boolean): Promise<void> {
  test.clock.set(addMs(SATURDAY, -DAY_MS))
  do driver = await aVerifiedDriver(test.deps)
  while (isControl(driver.userId) !== control)
  trip = await aTrip(test.deps, { driver, departsAt: SATURDAY })
  const ended = `update trips set status = 'completed', completed_at = arrives_at where id = $1`
  await asOwner(test.deps.databaseUrl, ended, [trip.tripId])
}

async function toldAt(at: Date) {
  test.clock.set(at)
  await askToPublish(test.deps)
  const query = `select kind, body, path from notifications where user_id = $1
    and kind in ('publish_again', 'papers_before_repeat') order by created_at`
  return (await asOwner(test.deps.databaseUrl, query, [driver.userId])).rows
}

const kept = async () => {
  const query = 'select kind from publish_nudges where driver_id = $1 order by week'
  const { rows } = await asOwner(test.deps.databaseUrl, query, [driver.userId])
  return rows.map(({ kind }) => kind)
}

beforeEach(() => aDriverOf(false))

describe('on a Thursday at 18:00', () => {
  it('asks once a week, with a link to the filled page', async () => {
    const asked = await toldAt(THURSDAY)
    expect(asked).toMatchObject([
      { kind: 'publish_again', path: `/publish?repetir=${trip.tripId}&paso=revisar` },
    ])
    expect(await toldAt(addMs(THURSDAY, HOUR_MS))).toHaveLength(1)
    expect(await toldAt(addMs(THURSDAY, WEEK_MS))).toHaveLength(2)
    // Four weeks after the trip it is no longer a way of the driver.
    expect(await toldAt(addMs(THURSDAY, 4 * WEEK_MS))).toHaveLength(2)
    expect(await kept()).toEqual(['told', 'told'])
  })

  it.each([
    ['a minute before', -MINUTE_MS],
    ['from 21:00', 3 * HOUR_MS],
    ['on a Wednesday', -DAY_MS],
  ])('asks nothing %s', async (_name, by) => {
    expect(await toldAt(addMs(THURSDAY, by))).toEqual([])
  })

  it('asks nothing of the control group, and keeps that it did not', async () => {
    await aDriverOf(true)
    expect([await toldAt(THURSDAY), await kept()]).toEqual([[], ['control']])
  })

  it('is about the documents when one ends before that day', async () => {
    const ends = `update documents set expires_on = '2026-11-27'
      where owner_id = $1 and expires_on is not null`
    await asOwner(test.deps.databaseUrl, ends, [driver.userId])
    const [asked, ...others] = await toldAt(THURSDAY)
    expect(asked).toMatchObject({ kind: 'papers_before_repeat', path: '/documents' })
    expect(asked?.body).toContain('No estará vigente el día del viaje')
    expect([others, await kept()]).toEqual([[], ['papers']])
  })
})

describe('asks nothing of a driver', () => {
  const expectNothing = async () => expect([await toldAt(THURSDAY), await kept()]).toEqual([[], []])

  it('who published this way for the coming week, unlike one who published another', async () => {
    await aTrip(test.deps, { driver, departsAt: addMs(SATURDAY, 8 * DAY_MS) })
    await expectNothing()
    await aDriverOf(false)
    const other = { driver, departsAt: addMs(SATURDAY, 8 * DAY_MS), stops: [IBAGUE, CALI] }
    await aTrip(test.deps, other)
    expect(await toldAt(THURSDAY)).toHaveLength(1)
  })

  it('who has a seat on a trip of somebody else at that time', async () => {
    const other = await aTrip(test.deps, { departsAt: addMs(SATURDAY, WEEK_MS) })
    await aFundedWallet(test.deps, driver.userId, FUNDS)
    await test.booked(driver, other)
    await expectNothing()
  })

  it('who is suspended', async () => {
    const barred = `insert into sanction_events (id, sanction_id, user_id, kind, reason, cause, at,
        ends_at)
      values ($1, $1, $1, 'suspended', 'Prueba', 'prueba', $2,
        $2::timestamptz + interval '30 days')`
    await asOwner(test.deps.databaseUrl, barred, [driver.userId, SATURDAY])
    await expectNothing()
  })

  it('who has asked to close the account', async () => {
    await askProvedClosing(test.deps, driver)
    await expectNothing()
  })

  it.each([
    ['who has no telephone', 'phone_sealed = null, phone_index = null, phone_proved_at = null'],
    ['whose profile photo was taken away', 'photo_version = null'],
  ])('%s', async (_name, change) => {
    const text = `update users set ${change} where id = $1`
    await asOwner(test.deps.databaseUrl, text, [driver.userId])
    await expectNothing()
  })
})
