import { beforeAll, beforeEach, expect, it } from 'vitest'
import { provePhone, setPhonePolicy } from '#server/modules/people/users/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aVerifiedDriver, type TestUser } from '#test/factories.ts'
import { aTrip } from '#test/trip-factories.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

beforeEach(() => setPhonePolicy(test.deps, true))

const forgetProof = (user: TestUser) =>
  asOwner(test.deps.databaseUrl, 'update users set phone_proved_at = null where id = $1', [
    user.userId,
  ])

const prove = (user: TestUser, phone: string) =>
  inTransaction(test.deps.db, (tx) => provePhone(tx, test.deps, { userId: user.userId, phone }))

it('refuses a booking until the passenger has proved a phone number', async () => {
  const trip = await test.newTrip()
  const ana = await test.aPassenger()
  await forgetProof(ana)
  const refused = await test.book(ana, trip)
  expect([refused.status, refused.body.code]).toEqual([403, 'profile_incomplete'])
  expect(refused.body.details).toEqual({ missing: ['phone_proof'] })
  await prove(ana, '+573001110001')
  expect((await test.book(ana, trip)).status).toBe(201)
})

it('refuses to publish a trip until the driver has proved a phone number', async () => {
  const driver = await aVerifiedDriver(test.deps)
  await forgetProof(driver)
  const refused = aTrip(test.deps, { driver })
  await expect(refused).rejects.toMatchObject({ code: 'profile_incomplete' })
  await prove(driver, '+573001110002')
  await aTrip(test.deps, { driver })
})

it('accepts a booking with an unproved number when the server cannot send codes', async () => {
  await setPhonePolicy(test.deps, false)
  const trip = await test.newTrip()
  const ana = await test.aPassenger()
  await forgetProof(ana)
  expect((await test.book(ana, trip)).status).toBe(201)
})
