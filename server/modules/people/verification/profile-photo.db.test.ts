import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import {
  aUser,
  aVerifiedDriver,
  freshToken,
  type TestDriver,
  type TestUser,
} from '#test/factories.ts'
import { postForm, postJson } from '#test/http-client.ts'
import { aPageOfPrint } from '#test/images.ts'
import { lookAt, versionsOf } from '#test/review-steps.ts'
import { aRoadNetwork, aTrip } from '#test/trip-factories.ts'
import { tellPhotoRule } from './tell-documents.ts'

let test: TestApp
let vera: TestUser
let start: Date

beforeAll(async () => {
  test = await openTestApp()
  await aRoadNetwork(test.deps)
  vera = await aUser(test.deps, { firstName: 'Vera', roles: ['verifier'] })
  start = test.clock.now()
})

const sql = async (statement: string, ...values: unknown[]) =>
  (await asOwner(test.deps.databaseUrl, statement, values)).rows

async function send(user: TestUser, method: 'GET' | 'POST' | 'DELETE', url: string, body?: object) {
  const headers = { authorization: `Bearer ${await freshToken(test.deps, user)}` }
  const payload = body && { payload: body }
  return await test.app.inject({ method, url: `/api${url}`, headers, ...payload })
}

async function setPhoto(user: TestUser, colour = 'red', fields: Record<string, string> = {}) {
  const token = await freshToken(test.deps, user)
  const form = { token, fields: { consent: 'aceptado', ...fields } }
  const plain = { width: 60, height: 60, channels: 3, background: colour } as const
  const file = { bytes: await sharp({ create: plain }).png().toBuffer() }
  return await postForm(test.app, '/users/me/photo', { ...form, file })
}

/** Publishes one more trip; returns its id, or the code of the refusal. */
let day = 2
async function publish(driver: TestDriver): Promise<string> {
  day += 2
  const departsAt = addMs(test.clock.now(), day * DAY_MS)
  return await aTrip(test.deps, { driver, departsAt }).then(
    ({ tripId }) => tripId,
    (error) => error.code,
  )
}

const tripId = expect.stringMatching(/^[0-9a-f-]{36}$/)
const stateOf = async (user: TestUser) => (await send(user, 'GET', '/documents')).json().photo

const told = async ({ userId }: TestUser, kind: string) =>
  (await sql('select body from notifications where user_id = $1 and kind = $2', userId, kind)).map(
    ({ body }) => body,
  )

describe('publishing without a profile photo', () => {
  it('refuses to publish without a profile photo, and publishes after one is set', async () => {
    const driver = await aVerifiedDriver(test.deps, { photo: false })
    expect(await publish(driver)).toBe('profile_photo_needed')
    const stops = ['11001', '25307'].map((placeId) => ({ placeId }))
    const departsAt = addMs(start, 40 * DAY_MS).toISOString()
    const token = await freshToken(test.deps, driver)
    const asked = { vehicleId: driver.vehicleId, seats: 1, stops, departsAt }
    const { refusals } = (await postJson(test.app, '/trips/check', asked, { token })).json()
    expect(refusals).toMatchObject([{ code: 'profile_photo_needed' }])
    expect(refusals[0].message).toBe('Pon tu foto de perfil para publicar: así te reconocen.')
    expect((await setPhoto(driver)).statusCode).toBe(200)
    expect(await publish(driver)).toEqual(tripId)
  })

  it('needs the consent with the photo', async () => {
    const user = await aUser(test.deps)
    expect((await setPhoto(user, 'red', { consent: 'no' })).statusCode).toBe(400)
    expect((await stateOf(user)).state).toBe('missing')
    await setPhoto(user)
    const [consent] = await sql(
      `select version, given from consents where user_id = $1 and purpose = 'profile_photo'`,
      user.userId,
    )
    expect(consent).toEqual({ version: '2026-12-20', given: true })
  })

  it.each(['/users/me/photo', '/me/consents'])(
    'is refused after the photo was removed by %s; published trips stay',
    async (path) => {
      const driver = await aVerifiedDriver(test.deps)
      const trip = await publish(driver)
      const { url } = await stateOf(driver)
      if (path === '/me/consents') {
        await send(driver, 'POST', path, { purpose: 'profile_photo', given: false })
      } else await send(driver, 'DELETE', path)
      expect((await test.app.inject(url)).statusCode).toBe(404)
      expect(await publish(driver)).toBe('profile_photo_needed')
      expect(await sql('select status from trips where id = $1', trip)).toEqual([
        { status: 'published' },
      ])
      const { consents } = (await send(driver, 'GET', '/me/privacy')).json().privacy
      const own = consents.find(({ purpose }: { purpose: string }) => purpose === 'profile_photo')
      expect(own).toMatchObject({ given: false, canChange: false })
    },
  )
})

describe('a driver who was approved before photos were required', () => {
  const approvedBefore = async () => {
    test.clock.set(addMs(start, -10 * DAY_MS))
    const driver = await aVerifiedDriver(test.deps, { photo: false })
    test.clock.set(start)
    return driver
  }

  it('tells a driver without photo the last day once, and lets them publish until it', async () => {
    const driver = await approvedBefore()
    const withPhoto = await aVerifiedDriver(test.deps)
    await tellPhotoRule(test.deps)
    await tellPhotoRule(test.deps)
    const bodies = await told(driver, 'profile_photo_rule')
    expect(bodies).toEqual([expect.stringContaining('hasta el 20 de diciembre de 2026')])
    expect(await told(withPhoto, 'profile_photo_rule')).toEqual([])
    const outbox = `select count(*)::int as mails from jobs where name like '%mail%'`
    expect((await sql(outbox))[0].mails).toBeGreaterThan(0)
    expect(await stateOf(driver)).toMatchObject({ state: 'missing', dueOn: '2026-12-20' })
    const trip = await publish(driver)
    expect(trip).toEqual(tripId)
    test.clock.set(new Date('2026-12-20T23:00:00-05:00'))
    expect(await publish(driver)).toEqual(tripId)
    test.clock.set(new Date('2026-12-21T00:00:00-05:00'))
    expect(await publish(driver)).toBe('profile_photo_needed')
    expect((await stateOf(driver)).dueOn).toBeNull()
    expect(await sql('select status from trips where id = $1', trip)).toMatchObject([
      { status: 'published' },
    ])
    test.clock.set(start)
  })

  it('has 30 days from the notice when it is told late', async () => {
    const driver = await approvedBefore()
    test.clock.set(new Date('2026-12-15T12:00:00-05:00'))
    await tellPhotoRule(test.deps)
    expect((await stateOf(driver)).dueOn).toBe('2027-01-14')
    test.clock.set(start)
  })
})

describe('the profile photo at the desk', () => {
  const waiting = async () => (await send(vera, 'GET', '/admin/verifications/people')).json().items
  const lineOf = async ({ userId }: TestUser) =>
    (await waiting()).find(({ person }: { person: { id: string } }) => person.id === userId)
  const caseOf = async ({ userId }: TestUser) =>
    (await send(vera, 'GET', `/admin/verifications/people/${userId}`)).json()
  const decide = async ({ userId }: TestUser, photo: object) =>
    await send(vera, 'POST', `/admin/verifications/people/${userId}/decision`, {
      verdicts: [],
      photo,
    })
  const reason = 'La cara no parece la de tu documento.'

  async function afterHalfAMinute() {
    test.clock.advance(30_000)
    await test.runJobs()
  }

  it('shows the profile photo beside selfie and document, and accepts them together', async () => {
    const user = await aUser(test.deps)
    await setPhoto(user)
    const token = await freshToken(test.deps, user)
    const fields = { kind: 'identity_front', birthDate: '1990-05-17' }
    const file = { bytes: await aPageOfPrint('2') }
    const { document } = (await postForm(test.app, '/documents', { token, fields, file })).json()
    const { items, photo } = await caseOf(user)
    expect(items).toHaveLength(1)
    expect(photo).toMatchObject({
      url: expect.stringContaining(`v=${photo.version}`),
      compareWith: [{ kind: 'identity_front', documentId: document.id }],
    })
    await lookAt(test, vera, document.id)
    const version = (await versionsOf(test, vera, user.userId)).get(document.id)
    const verdicts = [{ verdict: 'rejected', documentId: document.id, version, reason }]
    const path = `/admin/verifications/people/${user.userId}/decision`
    const said = { verdict: 'accepted', version: photo.version, compared: photo.compared }
    const answer = await send(vera, 'POST', path, { verdicts, photo: said })
    expect(answer.json().decision).toMatchObject({ approved: 1, rejected: 1 })
    expect((await caseOf(user)).photo).toBeNull()
    expect((await stateOf(user)).state).toBe('set')
    await afterHalfAMinute()
    expect((await stateOf(user)).state).toBe('accepted')
  })

  it('queues a changed profile photo of an approved driver; trips stay', async () => {
    const driver = await aVerifiedDriver(test.deps)
    expect(await lineOf(driver)).toBeUndefined()
    const trip = await publish(driver)
    await setPhoto(driver)
    expect(await lineOf(driver)).toMatchObject({ documents: 0, photo: true })
    expect(await publish(driver)).toEqual(tripId)
    const { photo } = await caseOf(driver)
    const answer = await decide(driver, {
      verdict: 'refused',
      version: photo.version,
      compared: photo.compared,
      reason,
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await lineOf(driver)).toBeUndefined()
    expect((await test.app.inject(photo.url)).statusCode).toBe(200)
    await afterHalfAMinute()
    expect((await test.app.inject(photo.url)).statusCode).toBe(404)
    expect(await told(driver, 'profile_photo_refused')).toEqual([
      expect.stringContaining(`Motivo: ${reason}`),
    ])
    expect(await stateOf(driver)).toEqual({ url: null, state: 'refused', reason, dueOn: null })
    expect(await publish(driver)).toBe('profile_photo_needed')
    expect(await sql('select status from trips where id = $1', trip)).toEqual([
      { status: 'published' },
    ])
    await setPhoto(driver, 'blue')
    expect((await stateOf(driver)).state).toBe('set')
    expect(await publish(driver)).toEqual(tripId)
  })

  it('leaves a photo replaced in the 30 seconds alone, and queues the new one', async () => {
    const driver = await aVerifiedDriver(test.deps)
    await setPhoto(driver, 'green')
    const { photo } = await caseOf(driver)
    await decide(driver, {
      verdict: 'refused',
      version: photo.version,
      compared: photo.compared,
      reason,
    })
    await setPhoto(driver, 'white')
    await afterHalfAMinute()
    expect((await stateOf(driver)).state).toBe('set')
    expect(await told(driver, 'profile_photo_refused')).toEqual([])
    expect(await lineOf(driver)).toMatchObject({ photo: true })
    const stale = await decide(driver, {
      verdict: 'accepted',
      version: photo.version,
      compared: photo.compared,
    })
    expect(stale.json().code).toBe('photo_changed')
  })

  it('refuses a decision about nothing, and one of the person themselves', async () => {
    const driver = await aVerifiedDriver(test.deps, { roles: ['passenger', 'verifier'] })
    const path = `/admin/verifications/people/${driver.userId}/decision`
    expect((await send(vera, 'POST', path, { verdicts: [] })).json().code).toBe('invalid_request')
    await setPhoto(driver)
    const { photo } = await caseOf(driver)
    const said = {
      verdicts: [],
      photo: { verdict: 'accepted', version: photo.version, compared: photo.compared },
    }
    expect((await send(driver, 'POST', path, said)).json().code).toBe('forbidden')
    const own = (await send(driver, 'GET', '/admin/verifications/people')).json().items
    const ids = own.map(({ person }: { person: { id: string } }) => person.id)
    expect(ids).not.toContain(driver.userId)
  })
})
