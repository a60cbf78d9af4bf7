import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, aVerifiedDriver, type TestDriver, type TestUser } from '#test/factories.ts'
import { postForm, postJson } from '#test/http-client.ts'
import { aPdf } from '#test/pdfs.ts'
import { jobsOf } from '#test/run-jobs.ts'
import { findLackingPapers, requireVerifiedDriver } from './require-verified-driver.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

const sql = async (statement: string, ...values: unknown[]) =>
  (await asOwner(test.deps.databaseUrl, statement, values)).rows
const dayIn = (days: number) => bogotaDate(addMs(test.clock.now(), days * DAY_MS))
const inDays = (days: number) => addMs(test.clock.now(), days * DAY_MS)

const publishes = ({ userId, vehicleId }: TestDriver, on = test.clock.now()) =>
  requireVerifiedDriver(test.deps.db, { userId, vehicleId, on, now: test.clock.now() })

/** A driver without an insurance; `before`: approved before insurance was asked. */
async function uninsured({ before }: { before: boolean }): Promise<TestDriver> {
  const driver = await aVerifiedDriver(test.deps)
  await sql("delete from documents where kind = 'insurance' and owner_id = $1", driver.userId)
  if (before) {
    await sql('update vehicles set insurance_asked = false where owner_id = $1', driver.userId)
  }
  return driver
}

const toldOf = ({ userId }: TestUser) =>
  sql("select cause from notifications where kind = 'insurance_asked' and user_id = $1", userId)

const lacksInsurance = { code: 'vehicle_not_verified', details: { kinds: ['insurance'] } }

describe('the insurance of a new driver', () => {
  it('refuses to publish without insurance for a new driver', async () => {
    await expect(publishes(await uninsured({ before: false }))).rejects.toMatchObject(
      lacksInsurance,
    )
    await publishes(await aVerifiedDriver(test.deps))
  })

  it('requires insurance that is valid on the date of the trip', async () => {
    const driver = await aVerifiedDriver(test.deps)
    await sql(
      "update documents set expires_on = $2 where kind = 'insurance' and owner_id = $1",
      driver.userId,
      dayIn(5),
    )
    await publishes(driver, inDays(5))
    await expect(publishes(driver, inDays(6))).rejects.toMatchObject({
      ...{ code: 'documents_not_valid_on_date', details: { kinds: ['insurance'] } },
    })
  })

  it('takes insurance with insurer, number and last day, also of another holder', async () => {
    const user = await aUser(test.deps)
    const car = { plate: 'QWE731', brand: 'Mazda', model: '3', color: 'Rojo', year: 2019, seats: 5 }
    const added = await postJson(test.app, '/vehicles', car, { token: user.token })
    const vehicleId = added.json().vehicle.id
    const lines = ['Póliza de responsabilidad civil 88123', 'Sura', 'Tomador: Otra Persona']
    const send = (fields: Record<string, string>, plate = 'QWE 731') =>
      postForm(test.app, '/documents', {
        token: user.token,
        fields: { kind: 'insurance', vehicleId, expiresOn: '2027-11-20', ...fields },
        file: { bytes: aPdf({ lines: [...lines, `Placa ${plate}`, 'Hasta 20/11/2027'] }) },
      })
    expect((await send({})).json().fields).toHaveProperty('insurer')
    const policy = { insurer: 'Sura', policyNumber: '88123' }
    expect((await send(policy)).json().document).toMatchObject({
      ...{ policy: { insurer: 'Sura', number: '88123' }, expiresOn: '2027-11-20', hints: [] },
    })
    expect((await send(policy, 'ZZZ999')).json().document.hints).toEqual(['plate_absent'])
    const { requirements } = (await test.call(user, 'GET', '/documents')).body
    expect(requirements).toContainEqual(
      expect.objectContaining({ kind: 'insurance', required: true, state: 'pending' }),
    )
  })
})

describe('the insurance of a driver who was approved before', () => {
  let driver: TestDriver

  beforeEach(async () => {
    driver = await uninsured({ before: true })
  })

  it('asks drivers approved before for insurance once a month, as optional', async () => {
    await publishes(driver)
    const { requirements } = (await test.call(driver, 'GET', '/documents')).body
    expect(requirements).toContainEqual(
      expect.objectContaining({ kind: 'insurance', required: false, state: 'missing' }),
    )
    const jobs = jobsOf(test.deps)
    await jobs.runRecurring('tell-insurance')
    await jobs.runRecurring('tell-insurance')
    expect(await toldOf(driver)).toHaveLength(1)
    expect(await toldOf(await aVerifiedDriver(test.deps))).toHaveLength(0)
  })

  it('does not require insurance for a further car of a driver approved before', async () => {
    const car = { plate: 'QWE732', brand: 'Mazda', model: '3', color: 'Rojo', year: 2019, seats: 5 }
    await test.call(driver, 'POST', '/vehicles', car)
    const rows = await sql(
      'select insurance_asked from vehicles where owner_id = $1',
      driver.userId,
    )
    expect(rows).toEqual([{ insurance_asked: false }, { insurance_asked: false }])
  })

  it('requires insurance from the day two people set, not for published trips', async () => {
    const [jorge, marta] = [
      await aUser(test.deps, { firstName: 'Jorge', roles: ['passenger', 'finance'] }),
      await aUser(test.deps, { firstName: 'Marta', roles: ['passenger', 'admin'] }),
    ]
    const validFrom = dayIn(10)
    const body = {
      kind: 'insurance',
      subjectId: 'insurance',
      validFrom,
      source: 'Lo decidió Cupo.',
    }
    const proposed = await test.call(jorge, 'POST', '/admin/prices/proposals', body)
    const { id } = proposed.body.waiting.find(({ kind }: { kind: string }) => kind === 'insurance')
    const sign = (who: TestUser) =>
      test.call(who, 'POST', `/admin/prices/proposals/${id}/decide`, { outcome: 'confirmed' })
    expect((await sign(jorge)).body.code).toBe('price_same_person')
    expect(proposed.body.insuranceFrom).toBeNull()
    const waiting = await test.call(marta, 'GET', '/admin/signatures')
    expect(waiting.body.items).toContainEqual(expect.objectContaining({ kind: 'insurance_from' }))
    expect((await sign(marta)).body.insuranceFrom).toBe(validFrom)
    await jobsOf(test.deps).runRecurring('tell-insurance')
    expect(await toldOf(driver)).toEqual([{ cause: `${driver.vehicleId}:${validFrom}` }])
    await publishes(driver, inDays(20))
    const now = test.clock.now()
    test.clock.set(inDays(10))
    await expect(publishes(driver)).rejects.toMatchObject(lacksInsurance)
    const drive = { vehicleId: driver.vehicleId, arrivesAt: test.clock.now() }
    expect(await findLackingPapers(test.deps.db, [drive])).toEqual([{ drive, lacking: [] }])
    test.clock.set(now)
  })
})
