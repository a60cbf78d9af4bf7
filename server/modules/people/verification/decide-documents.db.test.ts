import { beforeAll, describe, expect, it } from 'vitest'
import { FraudSignal } from '#contract/verification-decisions.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { postForm, postJson } from '#test/http-client.ts'
import { aPageOfPrint } from '#test/images.ts'
import { APPROVE, decide, lookAt, REJECT, type Said, versionsOf } from '#test/review-steps.ts'
import { applyDecision } from './apply-decision.ts'

let test: TestApp
let photo: Buffer
let vera: TestUser
let nora: TestUser

beforeAll(async () => {
  test = await openTestApp()
  photo = await aPageOfPrint()
  vera = await aUser(test.deps, { firstName: 'Vera', roles: ['verifier'] })
  nora = await aUser(test.deps, { firstName: 'Nora', roles: ['verifier'] })
})

const SECOND = 1000

async function upload(user: TestUser, fields: Record<string, string>): Promise<string> {
  const token = await freshToken(test.deps, user)
  const answer = await postForm(test.app, '/documents', { token, fields, file: { bytes: photo } })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().document.id
}

async function get(user: TestUser, url: string) {
  const headers = { authorization: `Bearer ${await freshToken(test.deps, user)}` }
  return (await test.app.inject({ url: `/api${url}`, headers })).json()
}

const sql = async (statement: string, ...values: unknown[]) =>
  (await asOwner(test.deps.databaseUrl, statement, values)).rows

const told = async ({ userId }: TestUser) =>
  (await sql('select kind from notifications where user_id = $1', userId)).map(({ kind }) => kind)

const statusOf = async (id: string) =>
  (await sql('select status from documents where id = $1', id))[0]?.status

async function undo(by: TestUser, decisionId: string) {
  const token = await freshToken(test.deps, by)
  const url = `/admin/verifications/decisions/${decisionId}/undo`
  return await postJson(test.app, url, { reason: 'mistake' }, { token })
}

const waitsFor = async (by: TestUser, { userId }: TestUser) =>
  (await get(by, '/admin/verifications/people')).items.some(
    ({ person }: { person: { id: string } }) => person.id === userId,
  )

/** A person who sent every document of a car that needs no technical inspection. */
async function anApplicant(): Promise<{ user: TestUser; ids: string[] }> {
  const user = await aUser(test.deps, { firstName: 'Marta', lastName: 'Ruiz' })
  const car = { plate: 'KLM482', brand: 'Kia', model: 'Rio', color: 'Rojo', year: 2024, seats: 5 }
  const token = await freshToken(test.deps, user)
  const vehicleId = (await postJson(test.app, '/vehicles', car, { token })).json().vehicle.id
  const photos = ['vehicle_photo', 'vehicle_back', 'vehicle_side', 'vehicle_inside']
  const ids: string[] = []
  const wanted: Record<string, string>[] = [
    { kind: 'identity_front', birthDate: '1990-05-17' },
    { kind: 'identity_back' },
    { kind: 'licence', expiresOn: '2030-01-01' },
    { kind: 'soat', vehicleId, expiresOn: '2027-10-01' },
    { kind: 'insurance', vehicleId, expiresOn: '2027-10-01', insurer: 'Sur', policyNumber: '881' },
    ...['property_card', ...photos].map((kind) => ({ kind, vehicleId })),
  ]
  for (const fields of wanted) {
    ids.push(await upload(user, fields))
  }
  return { user, ids }
}

const allOf = (ids: string[], said: Said) => Object.fromEntries(ids.map((id) => [id, said]))

describe('a decision about all documents of a person', () => {
  it('makes a driver after 30 seconds, not before, and tells the person once', async () => {
    const { user, ids } = await anApplicant()
    const { items } = await get(vera, `/admin/verifications/people/${user.userId}`)
    expect(items.map(({ document }: { document: { kind: string } }) => document.kind)).toEqual([
      ...['identity_front', 'identity_back', 'licence', 'property_card', 'soat', 'insurance'],
      ...['vehicle_photo', 'vehicle_back', 'vehicle_side', 'vehicle_inside'],
    ])
    const answer = await decide(test, vera, allOf(ids, APPROVE))
    expect(answer.json().decision).toMatchObject({
      person: { id: user.userId, name: 'Marta Ruiz' },
      ...{ approved: 10, rejected: 0, secondsLeft: 30 },
    })
    test.clock.advance(29 * SECOND)
    await test.runJobs()
    expect((await get(user, '/documents')).canPublish).toBe(false)
    expect([await statusOf(ids[0] ?? ''), await told(user)]).toEqual(['pending', []])
    test.clock.advance(SECOND)
    await test.runJobs()
    expect((await get(user, '/documents')).canPublish).toBe(true)
    expect(await told(user)).toEqual(['may_publish'])
    await applyDecision(test.deps, answer.json().decision.id)
    expect(await told(user)).toEqual(['may_publish'])
  })

  it('tells a suspended person what was approved, not that they can publish', async () => {
    const { user, ids } = await anApplicant()
    await sql(
      'insert into user_standing (user_id, expelled, suspended_until) values ($1, false, $2)',
      ...[user.userId, new Date(test.clock.now().getTime() + 86_400 * SECOND)],
    )
    await decide(test, vera, allOf(ids, APPROVE))
    test.clock.advance(30 * SECOND)
    await test.runJobs()
    expect((await get(user, '/documents')).canPublish).toBe(false)
    expect(await told(user)).toEqual(['document_approved'])
    test.clock.advance(86_400 * SECOND)
    expect((await get(user, '/documents')).canPublish).toBe(true)
  })

  it('applies a review decision once when its first worker dies', async () => {
    const user = await aUser(test.deps)
    const id = await upload(user, { kind: 'identity_back' })
    await decide(test, vera, { [id]: REJECT })
    test.clock.advance(30 * SECOND)
    await sql(
      `update jobs set attempts = 1, locked_until = $1 where name = 'verification.apply-decision'`,
      new Date(test.clock.now().getTime() + 60 * SECOND),
    )
    await test.runJobs()
    expect(await statusOf(id)).toBe('pending')
    test.clock.advance(61 * SECOND)
    await test.runJobs()
    expect([await statusOf(id), await told(user)]).toEqual(['rejected', ['document_rejected']])
  })

  it('refuses a second reviewer, and hides the person while it can be undone', async () => {
    const user = await aUser(test.deps)
    const id = await upload(user, { kind: 'identity_back' })
    expect(await waitsFor(nora, user)).toBe(true)
    const answers = await Promise.all([
      decide(test, vera, { [id]: APPROVE }),
      decide(test, nora, { [id]: REJECT }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json()).toMatchObject({
      code: 'review_open',
      error:
        'Ya hay una decisión sobre los documentos de esta persona. Se aplica en unos segundos.',
    })
    expect([await waitsFor(vera, user), await waitsFor(nora, user)]).toEqual([false, false])
    expect(await get(nora, `/admin/verifications/people/${user.userId}`)).toEqual({
      items: [],
      photo: null,
    })
    test.clock.advance(30 * SECOND)
    await test.runJobs()
    expect((await decide(test, nora, { [id]: REJECT })).json().code).toBe(
      'document_already_reviewed',
    )
  })

  it('lists people with the longest wait first, with the number of their documents', async () => {
    const [ana, luis] = [await aUser(test.deps), await aUser(test.deps)]
    await upload(ana, { kind: 'identity_back' })
    test.clock.advance(SECOND)
    await upload(luis, { kind: 'identity_back' })
    test.clock.advance(SECOND)
    await upload(ana, { kind: 'licence', expiresOn: '2030-01-01' })
    const { items } = await get(vera, '/admin/verifications/people')
    const own = items.filter(({ person }: { person: { id: string } }) =>
      [ana.userId, luis.userId].includes(person.id),
    )
    expect(own).toMatchObject([
      { person: { id: ana.userId }, documents: 2 },
      { person: { id: luis.userId }, documents: 1 },
    ])
    const { items: documents } = await get(vera, `/admin/verifications/people/${ana.userId}`)
    expect(documents.map(({ document }: { document: { kind: string } }) => document.kind)).toEqual([
      'identity_back',
      'licence',
    ])
  })
})

describe('undo of a decision', () => {
  it('returns the documents to the queue when a decision is undone, and tells nobody', async () => {
    const user = await aUser(test.deps)
    const id = await upload(user, { kind: 'identity_back' })
    const { decision } = (await decide(test, vera, { [id]: REJECT })).json()
    const { undoable } = await get(vera, '/admin/verifications/people')
    expect(undoable.map((each: { id: string }) => each.id)).toContain(decision.id)
    expect((await get(nora, '/admin/verifications/people')).undoable).toEqual([])
    expect((await undo(nora, decision.id)).json().code).toBe('review_applied')
    test.clock.advance(29 * SECOND)
    expect((await undo(vera, decision.id)).statusCode).toBe(200)
    test.clock.advance(60 * SECOND)
    await test.runJobs()
    expect([await statusOf(id), await told(user)]).toEqual(['pending', []])
    expect(await waitsFor(nora, user)).toBe(true)
    const trail = await sql(
      `select action, reason from staff_actions where subject_id = $1 order by at`,
      user.userId,
    )
    expect(trail).toEqual([
      { action: 'documents.decided', reason: REJECT.reject },
      { action: 'documents.undone', reason: 'mistake' },
    ])
  })

  it('refuses to undo a decision that was applied or undone', async () => {
    const user = await aUser(test.deps)
    const id = await upload(user, { kind: 'identity_back' })
    const first = (await decide(test, vera, { [id]: APPROVE })).json().decision.id
    const both = await Promise.all([undo(vera, first), undo(vera, first)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const second = (await decide(test, vera, { [id]: APPROVE })).json().decision.id
    test.clock.advance(30 * SECOND)
    const [undone] = await Promise.all([undo(vera, second), test.runJobs()])
    await test.runJobs()
    expect(await statusOf(id)).toBe(undone.statusCode === 200 ? 'pending' : 'approved')
    expect((await undo(vera, second)).json()).toMatchObject({
      code: 'review_applied',
      error: 'Esta decisión ya no se puede deshacer: pasaron los 30 segundos.',
    })
  })
})

describe('what a decision requires', () => {
  it('refuses to approve a document whose photo the reviewer did not open', async () => {
    const user = await aUser(test.deps)
    const ids = [
      await upload(user, { kind: 'identity_back' }),
      await upload(user, { kind: 'licence', expiresOn: '2030-01-01' }),
    ]
    await lookAt(test, vera, ids[0] ?? '')
    await lookAt(test, nora, ids[1] ?? '')
    const versions = await versionsOf(test, vera, user.userId)
    const verdicts = ids.map((documentId) => {
      const seen = { documentId, version: versions.get(documentId) }
      return { verdict: 'approved', ...seen, despiteSignals: FraudSignal.options }
    })
    const token = await freshToken(test.deps, vera)
    const url = `/admin/verifications/people/${user.userId}/decision`
    const post = (body: object) => postJson(test.app, url, body, { token })
    expect((await post({ verdicts })).json().code).toBe('photos_not_seen')
    await lookAt(test, vera, ids[1] ?? '')
    expect((await post({ verdicts })).statusCode).toBe(200)
  })

  it('refuses documents of another person, and an empty decision', async () => {
    const [ana, luis] = [await aUser(test.deps), await aUser(test.deps)]
    const documentId = await upload(ana, { kind: 'identity_back' })
    const token = await freshToken(test.deps, vera)
    const url = `/admin/verifications/people/${luis.userId}/decision`
    const verdicts = [{ verdict: 'rejected', documentId, version: 'a', reason: 'No se lee.' }]
    expect((await postJson(test.app, url, { verdicts }, { token })).json().code).toBe(
      'document_not_found',
    )
    expect((await postJson(test.app, url, { verdicts: [] }, { token })).statusCode).toBe(400)
  })

  it('leaves out a document that was replaced meanwhile, and applies the rest', async () => {
    const user = await aUser(test.deps)
    const back = await upload(user, { kind: 'identity_back' })
    const licence = await upload(user, { kind: 'licence', expiresOn: '2030-01-01' })
    const { decision } = (await decide(test, vera, allOf([back, licence], APPROVE))).json()
    const newer = await upload(user, { kind: 'licence', expiresOn: '2031-01-01' })
    test.clock.advance(30 * SECOND)
    await test.runJobs()
    expect([await statusOf(back), await statusOf(licence), await statusOf(newer)]).toEqual([
      ...['approved', 'superseded', 'pending'],
    ])
    expect(await told(user)).toEqual(['document_approved'])
    const lapsed = await sql(
      `select details from audit_entries where action = 'document.verdict_lapsed'`,
    )
    expect(lapsed).toEqual([
      { details: { decisionId: decision.id, code: 'document_already_reviewed' } },
    ])
  })
})
