import { beforeAll, describe, expect, it } from 'vitest'
import { startOfBogotaDate } from '#server/platform/clock.ts'
import { asOwner } from '#test/db.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'
import { aUser, aVerifiedDriver, type TestDriver } from '#test/factories.ts'
import { vehicleKinds } from './document.ts'
import { findVehicles, requireVerifiedDriver } from './require-verified-driver.ts'

describe('requireVerifiedDriver', () => {
  let deps: TestDeps
  let driver: TestDriver

  beforeAll(async () => {
    deps = await testDeps()
    driver = await aVerifiedDriver(deps)
  })

  const ask = (who: { userId: string; vehicleId: string }, on = deps.clock.now()) =>
    requireVerifiedDriver(deps.db, { ...who, on, now: deps.clock.now() })

  const change = (statement: string, ...values: unknown[]) =>
    asOwner(deps.databaseUrl, statement, values)

  it('accepts a verified driver and returns the car', async () => {
    const { vehicle } = await ask(driver)
    expect(vehicle).toMatchObject({
      id: driver.vehicleId,
      ownerId: driver.userId,
      brand: 'Renault',
    })
    const found = await findVehicles(deps.db, [driver.vehicleId, driver.userId])
    expect([...found.keys()]).toEqual([driver.vehicleId])
  })

  it('refuses a driver without an approved identity or any one of the documents', async () => {
    const other = await aVerifiedDriver(deps)
    const kinds = ['licence', ...vehicleKinds((await ask(other)).vehicle, '2026-11-20')]
    for (const kind of ['property_card', 'soat', 'rtm', 'vehicle_photo']) {
      expect(kinds).toContain(kind)
    }
    for (const kind of kinds) {
      const of = `kind = '${kind}' and owner_id = $1`
      await change(`update documents set status = 'pending' where ${of}`, other.userId)
      await expect(ask(other), kind).rejects.toMatchObject({ details: { kinds: [kind] } })
      await change(`update documents set status = 'approved' where ${of}`, other.userId)
    }
    await ask(other)
    await change('update users set identity_verified_at = null where id = $1', other.userId)
    await expect(ask(other)).rejects.toMatchObject({ code: 'identity_not_verified' })
  })

  it('accepts a document on its day of expiry, until midnight in Bogotá', async () => {
    const other = await aVerifiedDriver(deps)
    await change(
      `update documents set expires_on = '2026-12-04' where kind = 'soat' and owner_id = $1`,
      other.userId,
    )
    const midnight = startOfBogotaDate('2026-12-05')
    await ask(other, new Date(midnight.getTime() - 1))
    await expect(ask(other, midnight)).rejects.toMatchObject({
      code: 'documents_not_valid_on_date',
      details: { kinds: ['soat'] },
    })
  })

  it('requires the technical inspection of a car from its fifth year', async () => {
    const young = await aVerifiedDriver(deps, { year: 2022 })
    await change(`delete from documents where kind = 'rtm' and owner_id = $1`, young.userId)
    await ask(young, new Date('2027-01-01T04:59:59Z'))
    await expect(ask(young, new Date('2027-01-01T05:00:00Z'))).rejects.toMatchObject({
      code: 'vehicle_not_verified',
      details: { kinds: ['rtm'] },
    })
  })

  it('ignores a document that was rejected or belongs to another car', async () => {
    const other = await aVerifiedDriver(deps)
    await change(
      `update documents set status = 'rejected' where kind = 'licence' and owner_id = $1`,
      other.userId,
    )
    await expect(ask(other)).rejects.toMatchObject({ code: 'vehicle_not_verified' })
  })

  it('refuses a driver without verified identity, and the car of another person', async () => {
    const stranger = await aUser(deps)
    const borrowed = { userId: stranger.userId, vehicleId: driver.vehicleId }
    await expect(ask(borrowed)).rejects.toMatchObject({ code: 'identity_not_verified' })
    const second = await aVerifiedDriver(deps)
    await expect(ask({ userId: second.userId, vehicleId: driver.vehicleId })).rejects.toMatchObject(
      { code: 'vehicle_not_found' },
    )
  })

  it('refuses a driver until the eighteenth birthday', async () => {
    const young = await aVerifiedDriver(deps)
    const born = (date: string) =>
      change('update users set birth_date = $2 where id = $1', young.userId, date)
    await born('2008-11-21')
    await expect(ask(young)).rejects.toMatchObject({ code: 'driver_underage' })
    await born('2008-11-20')
    await ask(young)
  })
})
