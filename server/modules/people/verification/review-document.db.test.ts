import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser, aVerifiedDriver, type TestUser } from '#test/factories.ts'
import { postForm, postJson } from '#test/http-client.ts'
import { APPROVE, decide as decideLater, REJECT, review } from '#test/review-steps.ts'
import { requireVerifiedDriver } from './require-verified-driver.ts'
import { reviewDocument } from './review-document.ts'

let test: TestApp
let app: FastifyInstance
let photo: Buffer
let verifier: TestUser

beforeAll(async () => {
  test = await openTestApp()
  app = test.app
  verifier = await aUser(test.deps, { roles: ['verifier'] })
  const plain = { width: 300, height: 200, channels: 3, background: '#d90' } as const
  photo = await sharp({ create: plain }).png().toBuffer()
})

const NEXT_YEAR = '2027-11-20'

async function uploaded(user: TestUser, fields: Record<string, string>): Promise<string> {
  const form = { token: user.token, fields, file: { bytes: photo } }
  const answer = await postForm(app, '/documents', form)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().document.id
}

const get = (user: TestUser, url: string) =>
  app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${user.token}` } })

const post = (user: TestUser, url: string, payload: object) =>
  postJson(app, url, payload, { token: user.token })

const decide = (documentId: string, verdict: 'approve' | 'reject', by = verifier) =>
  review(test, by, { [documentId]: verdict === 'reject' ? REJECT : APPROVE })

const approveNow = (documentId: string, by: TestUser) =>
  reviewDocument(test.deps, by, {
    ...{ verdict: 'approved', documentId, despiteSignals: APPROVE.approve },
  })

async function aVehicle(user: TestUser, plate = 'KLM482'): Promise<string> {
  const car = { plate, brand: 'Mazda', model: '3', color: 'Rojo', year: 2019, seats: 5 }
  return (await post(user, '/vehicles', car)).json().vehicle.id
}

const sql = async (statement: string, ...values: unknown[]) =>
  (await asOwner(test.deps.databaseUrl, statement, values)).rows

describe('review of documents', () => {
  it('makes a person a driver who can publish once every document is approved', async () => {
    const user = await aUser(test.deps)
    const vehicleId = await aVehicle(user)
    const { requirements } = (await get(user, '/documents')).json()
    expect(requirements.map(({ kind }: { kind: string }) => kind)).toEqual([
      ...['identity_front', 'identity_back', 'licence', 'selfie'],
      ...['property_card', 'soat', 'insurance', 'rtm'],
      ...['vehicle_photo', 'vehicle_back', 'vehicle_side', 'vehicle_inside'],
    ])
    const steps: Record<string, string>[] = [
      { kind: 'identity_front', birthDate: '1995-02-28' },
      { kind: 'identity_back' },
      { kind: 'licence', expiresOn: NEXT_YEAR },
      { kind: 'property_card', vehicleId },
      { kind: 'soat', vehicleId, expiresOn: '2026-11-20' },
      { kind: 'insurance', vehicleId, expiresOn: NEXT_YEAR, insurer: 'Sur', policyNumber: '881' },
      { kind: 'rtm', vehicleId, expiresOn: NEXT_YEAR },
      { kind: 'vehicle_photo', vehicleId },
      { kind: 'vehicle_back', vehicleId },
      { kind: 'vehicle_side', vehicleId },
      { kind: 'vehicle_inside', vehicleId },
    ]
    for (const step of steps) {
      expect((await get(user, '/documents')).json().canPublish).toBe(false)
      const id = await uploaded(user, step)
      expect((await decide(id, 'approve')).statusCode).toBe(200)
    }
    const dossier = (await get(user, '/documents')).json()
    expect(dossier).toMatchObject({ canPublish: true, identityVerified: true })
    expect(dossier.requirements.map(({ state }: { state: string }) => state)).toEqual([
      ...['approved', 'approved', 'approved', 'missing'],
      ...['approved', 'approved', 'approved', 'approved'],
      ...['approved', 'approved', 'approved', 'approved'],
    ])
    expect((await get(user, '/vehicles')).json().vehicles[0].verified).toBe(true)
    const { profile, roles } = (await get(user, '/auth/me')).json().user
    expect(profile).toMatchObject({ status: 'Conductor', verification: true })
    expect(roles).toEqual(['passenger', 'driver'])

    const now = test.clock.now()
    const who = { userId: user.userId, vehicleId, now }
    await requireVerifiedDriver(test.deps.db, { ...who, on: now })
    const tomorrow = new Date(now.getTime() + DAY_MS)
    await expect(
      requireVerifiedDriver(test.deps.db, { ...who, on: tomorrow }),
    ).rejects.toMatchObject({ code: 'documents_not_valid_on_date' })
  })

  it('verifies the identity when both sides are approved in parallel', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await aUser(test.deps)
      const front = await uploaded(user, { kind: 'identity_front', birthDate: '1995-02-28' })
      const back = await uploaded(user, { kind: 'identity_back' })
      const second = await aUser(test.deps, { roles: ['admin'] })
      await Promise.all([approveNow(front, verifier), approveNow(back, second)])
      const { user: seen } = (await get(user, '/auth/me')).json()
      expect(seen.profile.verification).toBe(true)
      expect(seen.profile.status).toBe('Pasajero')
    }
  })

  it('decides a document once when ten verifiers decide in parallel', async () => {
    const id = await uploaded(await aUser(test.deps), { kind: 'identity_back' })
    const verifiers = await Promise.all(
      Array.from({ length: 10 }, () => aUser(test.deps, { roles: ['verifier'] })),
    )
    const answers = await Promise.all(
      verifiers.map((by, i) => decideLater(test, by, { [id]: i % 2 ? APPROVE : REJECT })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const losers = answers.filter(({ statusCode }) => statusCode !== 200)
    expect(new Set(losers.map((each) => each.json().code))).toEqual(new Set(['review_open']))
    const audit = await sql(
      `select from audit_entries where action = 'documents.decided' and details::text like $1`,
      `%${id}%`,
    )
    expect(audit).toHaveLength(1)
  })

  it('shows the owner the reason of a rejection and accepts a new upload', async () => {
    const user = await aUser(test.deps)
    const id = await uploaded(user, { kind: 'licence', expiresOn: NEXT_YEAR })
    expect((await review(test, verifier, { [id]: { reject: '' } })).statusCode).toBe(400)
    await decide(id, 'reject')
    const licence = async () =>
      (await get(user, '/documents'))
        .json()
        .requirements.find(({ kind }: { kind: string }) => kind === 'licence')
    expect(await licence()).toMatchObject({ state: 'rejected', reason: 'La foto está borrosa.' })
    const again = await uploaded(user, { kind: 'licence', expiresOn: NEXT_YEAR })
    expect(await licence()).toMatchObject({ state: 'pending', reason: null })
    await decide(again, 'reject')
    expect((await get(user, '/agenda')).json().rejectedDocuments).toBe(1)
    await uploaded(user, { kind: 'licence', expiresOn: NEXT_YEAR })
    expect((await get(user, '/agenda')).json().rejectedDocuments).toBe(0)
  })

  it('refuses to approve a document that expired while it waited', async () => {
    const user = await aUser(test.deps)
    const id = await uploaded(user, { kind: 'licence', expiresOn: bogotaDate(test.clock.now()) })
    await sql(`update documents set expires_on = '2026-11-19' where id = $1`, id)
    expect((await decide(id, 'approve')).json().code).toBe('document_expired')
  })

  it('lets only verifiers review documents, and never their own', async () => {
    const user = await aUser(test.deps)
    const id = await uploaded(user, { kind: 'identity_back' })
    const driver = await aVerifiedDriver(test.deps)
    for (const other of [user, driver, await aUser(test.deps, { roles: ['finance'] })]) {
      expect((await get(other, '/admin/verifications')).statusCode).toBe(403)
      expect((await get(other, `/admin/verifications/${id}/file?reason=review`)).statusCode).toBe(
        403,
      )
      expect((await decide(id, 'approve', other)).statusCode).toBe(403)
    }
    expect((await get(driver, `/documents/${id}/file`)).json().code).toBe('document_not_found')
    expect((await get(verifier, `/documents/${id}/file`)).json().code).toBe('document_not_found')

    const own = await uploaded(verifier, { kind: 'identity_back' })
    expect((await decide(own, 'approve')).json().code).toBe('forbidden')
    const file = `/admin/verifications/${own}/file?reason=review`
    expect((await get(verifier, file)).statusCode).toBe(403)
    const absent = '00000000-0000-7000-8000-000000000001'
    expect((await decide(absent, 'approve')).json().code).toBe('not_found')
  })

  it('refuses the next request of a verifier who lost the role', async () => {
    const former = await aUser(test.deps, { roles: ['verifier'] })
    expect((await get(former, '/admin/verifications')).statusCode).toBe(200)
    await sql(`update users set roles = '{passenger}' where id = $1`, former.userId)
    expect((await get(former, '/admin/verifications')).statusCode).toBe(403)
  })

  it('lists documents to review oldest first, with only the end of the national id', async () => {
    const user = await aUser(test.deps, { firstName: 'Marta', lastName: 'Ruiz' })
    const vehicleId = await aVehicle(user, 'QRS731')
    test.clock.advance(1000)
    await uploaded(user, { kind: 'identity_front', birthDate: '1988-08-08' })
    test.clock.advance(1000)
    await uploaded(user, { kind: 'property_card', vehicleId })
    const queue = (await get(verifier, '/admin/verifications?status=pending')).json()
    const last = queue.items.slice(-2)
    expect(last[0].owner).toEqual({
      id: user.userId,
      name: 'Marta Ruiz',
      identificationType: null,
      identificationTail: null,
      birthDate: '1988-08-08',
      numberChanges: 0,
      nameChanges: 0,
      sameNumber: [],
    })
    expect(last[1]).toMatchObject({ vehicle: { plate: 'QRS731' }, document: { status: 'pending' } })
    expect(queue.total).toBe(queue.items.length)
    expect((await get(verifier, '/admin/verifications?page=0')).statusCode).toBe(400)
  })
})

describe('review time', () => {
  it('shows everybody the median time of the latest reviews', async () => {
    const user = await aUser(test.deps)
    for (let sent = 0; sent < 5; sent += 1) {
      await decide(await uploaded(user, { kind: 'identity_back' }), 'reject')
    }
    await sql(`update documents set created_at = reviewed_at - interval '90 minutes'
      where reviewed_at is not null`)
    const answer = await app.inject('/api/documents/review-time')
    expect([answer.statusCode, answer.json()]).toEqual([200, { medianMinutes: 90 }])
  })
})
