import { expect, it } from 'vitest'
import { addMs } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, type TestUser } from '#test/factories.ts'

let test: BookingsApp

async function told({ userId }: TestUser): Promise<string[]> {
  const told = test.deps.db.selectFrom('notifications').select('cause')
  const rows = await told
    .where('user_id', '=', userId)
    .where('kind', '=', 'hearing_asked')
    .execute()
  return rows.map(({ cause }) => cause)
}

it('pauses a user who verifies the document of an expelled closed account', async () => {
  test = await openBookingsApp()
  const trip = await test.newTrip()
  const { driver } = trip
  const passenger = await test.aPassenger()
  const booking = await test.booked(passenger, trip)
  const closed = await aUser(test.deps)
  await asOwner(
    test.deps.databaseUrl,
    `insert into sanction_events (id, sanction_id, user_id, kind, at, reason, cause)
     values ($2, $2, $1, 'expelled', $3, 'Por la prueba.', 'prueba')`,
    [closed.userId, closed.sessionId, TEST_NOW],
  )
  await asOwner(
    test.deps.databaseUrl,
    `insert into barred_identities (index, user_id, until, noted_at)
     select decode(md5('document'), 'hex'), $1, null, $2`,
    [closed.userId, TEST_NOW],
  )
  await asOwner(
    test.deps.databaseUrl,
    `update users set identification_index = decode(md5('document'), 'hex'),
       identity_verified_at = $2 where id = $1`,
    [driver.userId, addMs(TEST_NOW, 1000)],
  )
  expect(await told(driver)).toEqual([])
  await test.runRecurring('conduct.inherited')
  const causes = await told(driver)
  expect(causes).toHaveLength(1)
  const seen = await test.call(passenger, 'GET', `/bookings/${booking.id}`)
  expect(seen.body.booking).toMatchObject({ status: 'confirmed', tripPause: {} })
  const helper = await aUser(test.deps, { roles: ['passenger', 'support'] })
  const { items } = (await test.call(helper, 'GET', '/admin/conduct')).body
  expect(items).toMatchObject([
    { kind: 'signal', reason: 'inherited', about: { standing: 'paused' }, isPaused: true },
  ])
  await test.runRecurring('conduct.inherited')
  expect(await told(driver)).toEqual(causes)
})
