import { beforeAll, describe, expect, it } from 'vitest'
import { DOCUMENTS_PER_DAY, VEHICLES_MAX } from '#contract/limits.ts'
import { FraudSignal } from '#contract/verification-decisions.ts'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser, aVerifiedDriver, freshToken, type TestUser } from '#test/factories.ts'
import { aRoadNetwork, aTrip } from '#test/trip-factories.ts'
import { reviewDocument } from './review-document.ts'
import { uploadDocument } from './upload-document.ts'
import { insertDocument, supersede } from './verification.queries.ts'

let test: TestApp
let mail: MailSandbox
let verifier: TestUser

beforeAll(async () => {
  mail = await openMailSandbox()
  test = await openTestApp({ urls: { smtp: mail.url }, extensions: [mail.plugin] })
  await aRoadNetwork(test.deps)
  verifier = await aUser(test.deps, { roles: ['verifier'] })
  return () => mail.close()
})

async function call(user: TestUser, method: 'GET' | 'PATCH' | 'POST', url: string, body?: object) {
  const answer = await test.app.inject({
    method,
    url: `/api${url}`,
    headers: { authorization: `Bearer ${await freshToken(test.deps, user)}` },
    ...(body ? { payload: body } : {}),
  })
  return { status: answer.statusCode, body: answer.json() }
}

const patch = (user: TestUser, body: object) => call(user, 'PATCH', '/users/me', body)

let numbers = 79_000_000
function aNumber(): string {
  numbers += 1
  return String(numbers)
}

/** Uploads both sides of the identity document, which then wait for review. */
async function uploadSides(user: TestUser): Promise<string[]> {
  return await inTransaction(test.deps.db, async (tx) => {
    const ids: string[] = []
    for (const kind of ['identity_front', 'identity_back'] as const) {
      const id = newId()
      const slot = { ownerId: user.userId, kind, vehicleId: null }
      await supersede(tx, { ...slot, status: 'pending', except: id })
      await insertDocument(tx, {
        id,
        ...slot,
        status: 'pending',
        expiresOn: null,
        birthDate: kind === 'identity_front' ? '1990-05-17' : null,
        storageKey: `k-${id}`,
        createdAt: test.clock.now(),
        reason: null,
        sharpness: null,
        brightness: null,
        paper: null,
        policy: null,
        sha256: Buffer.alloc(32),
      })
      ids.push(id)
    }
    return ids
  })
}

/** Confirms all fraud signals, because all photos of this test file have the same digest. */
const approve = (documentId: string) =>
  reviewDocument(test.deps, verifier, {
    ...{ verdict: 'approved', documentId, despiteSignals: FraudSignal.options },
  })

describe('the number of a person approved by documents', () => {
  it('changes a verified document number only by restarting the verification', async () => {
    const { driver } = await aTrip(test.deps)
    const number = { identification_number: aNumber() }
    const refused = await patch(driver, number)
    expect([refused.status, refused.body.code]).toEqual([409, 'identity_change_restarts'])
    expect((await patch(driver, { identification_type: 'PAS' })).body.code).toBe(
      'identity_change_restarts',
    )
    const done = await patch(driver, { ...number, restart_verification: true })
    expect(done.body.user.profile).toMatchObject({ ...number, verification: false })

    const dossier = (await call(driver, 'GET', '/documents')).body
    expect(dossier).toMatchObject({ identityVerified: false, canPublish: false })
    const states = dossier.requirements.map(({ state }: { state: string }) => state)
    expect(states.slice(0, 3)).toEqual(['missing', 'missing', 'approved'])
    await expect(aTrip(test.deps, { driver })).rejects.toMatchObject({
      code: 'identity_not_verified',
    })
    await test.runJobs()
    const mails = mail.control.messages(driver.email)
    const message = mails.find(
      (each) => each.subject === 'Cambió el documento de tu cuenta de Cupo',
    )
    expect(message?.text).toContain('no puedes publicar')
    // The same as of each trip without a valid document (review-trips.ts).
    for (const told of [message?.text, refused.body.error]) {
      expect(told?.replaceAll(/\s+/g, ' ')).toMatch(
        /viajes publicados.*no se venden.*12 horas antes/,
      )
    }

    // The licence was approved for the number before: it waits for another look.
    const [licence] = await asOwner(
      test.deps.databaseUrl,
      `select id from documents where owner_id = $1 and kind = 'licence' and status = 'pending'`,
      [driver.userId],
    ).then(({ rows }) => rows)
    for (const id of [...(await uploadSides(driver)), licence.id]) await approve(id)
    await aTrip(test.deps, { driver, departsAt: new Date('2026-12-15T13:00:00Z') })
  })

  it('does not verify a new document number by photos sent for the previous number', async () => {
    const user = await aUser(test.deps)
    await patch(user, { identification_number: aNumber() })
    const [front = '', back = ''] = await uploadSides(user)
    await approve(front)
    await patch(user, { identification_number: aNumber() })
    await expect(approve(back)).rejects.toMatchObject({ code: 'document_already_reviewed' })
    const queue = await call(verifier, 'GET', '/admin/verifications')
    const ids = queue.body.items.map((item: { owner: { id: string } }) => item.owner.id)
    expect(ids).not.toContain(user.userId)
    const [again = '', other = ''] = await uploadSides(user)
    await approve(again)
    expect((await call(user, 'GET', '/auth/me')).body.user.profile.verification).toBe(false)
    await approve(other)
    expect((await call(user, 'GET', '/auth/me')).body.user.profile.verification).toBe(true)
  })

  it('keeps the verification when the same document number is given again', async () => {
    const user = await aVerifiedDriver(test.deps)
    const number = aNumber()
    await patch(user, { identification_number: number, restart_verification: true })
    for (const id of await uploadSides(user)) await approve(id)
    const same = {
      identification_type: 'CC',
      identification_number: `${number.slice(0, 3)}-${number.slice(3)}`,
    }
    expect((await patch(user, same)).body.user.profile.verification).toBe(true)
  })
})

describe('a document number that two people gave', () => {
  it('gives a contested document number to the person whose documents prove it first', async () => {
    const number = { identification_number: aNumber() }
    const [stranger, owner] = [
      await aUser(test.deps, { firstName: 'Rosa', lastName: 'Prieto' }),
      await aUser(test.deps, { firstName: 'Julia', lastName: 'Mora' }),
    ]
    expect((await patch(stranger, number)).status).toBe(200)
    expect((await patch(owner, number)).status).toBe(200)
    const listed = await call(verifier, 'GET', '/admin/verifications/same-numbers')
    expect(listed.body.cases[0].people.map(({ name }: { name: string }) => name)).toEqual([
      'Rosa P.',
      'Julia M.',
    ])
    expect(JSON.stringify(listed.body)).not.toContain(number.identification_number)
    expect((await call(owner, 'GET', '/admin/verifications/same-numbers')).status).toBe(403)

    const theirs = await uploadSides(stranger)
    const own = await uploadSides(owner)
    const queue = await call(verifier, 'GET', '/admin/verifications')
    const item = queue.body.items.find(
      ({ document }: { document: { id: string } }) => document.id === own[0],
    )
    expect(item.owner.sameNumber).toMatchObject([{ name: 'Rosa P.', verified: false }])
    for (const id of own) await approve(id)
    await approve(theirs[0] ?? '')
    await expect(approve(theirs[1] ?? '')).rejects.toMatchObject({ code: 'identification_taken' })
    const me = (await call(stranger, 'GET', '/auth/me')).body.user
    expect(me.profile.verification).toBe(false)
  })
})

describe('limits per person', () => {
  it('limits the number of cars per person', async () => {
    const user = await aUser(test.deps)
    const add = (plate: string) =>
      call(user, 'POST', '/vehicles', {
        ...{ plate, brand: 'Kia', model: 'Rio', color: 'Rojo', year: 2020, seats: 5 },
      })
    for (let i = 0; i < VEHICLES_MAX; i += 1) expect((await add(`QUA10${i}`)).status).toBe(201)
    const more = await add('QUA109')
    expect([more.status, more.body.code]).toEqual([409, 'vehicle_limit'])
  })

  it('limits document uploads per day before any work on the image', async () => {
    const user = await aUser(test.deps)
    await asOwner(
      test.deps.databaseUrl,
      `insert into documents (
         id, owner_id, kind, status, storage_key, content_type, sha256, created_at)
       select gen_random_uuid(), $1, 'selfie', 'superseded', 'k', 'image/webp', '', $2
       from generate_series(1, $3)`,
      [user.userId, test.clock.now(), DOCUMENTS_PER_DAY],
    )
    const photo = {
      kind: 'identity_back' as const,
      vehicleId: undefined,
      expiresOn: undefined,
      birthDate: undefined,
      bytes: Buffer.from('not even an image'),
    }
    const upload = () => uploadDocument(test.deps, user, photo)
    await expect(upload()).rejects.toMatchObject({ code: 'document_quota' })
    test.clock.advance(24 * 3600 * 1000)
    await expect(upload()).rejects.toMatchObject({ code: 'file_type_unsupported' })
  })
})

describe('a driver with an unproved address', () => {
  it('refuses trips and alerts of a driver with an unproved address', async () => {
    const driver = await aVerifiedDriver(test.deps, { emailConfirmed: false })
    await expect(aTrip(test.deps, { driver })).rejects.toMatchObject({ code: 'email_unconfirmed' })
    const day = test.clock.now().toISOString().slice(0, 10)
    const alert = { from: '11001', to: '76001', since: day, until: day }
    const refused = await call(driver, 'POST', '/alerts', alert)
    expect([refused.status, refused.body.code]).toEqual([403, 'email_unconfirmed'])
  })
})

describe('a driver without phone number', () => {
  it('refuses to publish a trip of a driver without phone number', async () => {
    const driver = await aVerifiedDriver(test.deps, { phone: null })
    await expect(aTrip(test.deps, { driver })).rejects.toMatchObject({
      code: 'profile_incomplete',
      details: { missing: ['phone'] },
    })
  })
})
