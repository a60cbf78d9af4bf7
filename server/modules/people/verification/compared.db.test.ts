import { beforeAll, describe, expect, it } from 'vitest'
import { updateProfile } from '#server/modules/people/users/update-profile.ts'
import { jobHandlers } from '#server/modules.ts'
import { jobRunner } from '#server/platform/jobs/worker.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { postForm, postJson } from '#test/http-client.ts'
import { aPageOfPrint } from '#test/images.ts'
import { APPROVE, decide, lookAt, REJECT, review, versionsOf } from '#test/review-steps.ts'

let test: TestApp
let photo: Buffer
let vera: TestUser

beforeAll(async () => {
  test = await openTestApp()
  photo = await aPageOfPrint()
  vera = await aUser(test.deps, { firstName: 'Vera', roles: ['verifier'] })
})

const UNDO_MS = 30_000
const sql = async (statement: string, ...values: unknown[]) =>
  (await asOwner(test.deps.databaseUrl, statement, values)).rows

const aPerson = () => aUser(test.deps, { firstName: 'Marta', lastName: 'Ruiz', verified: false })

async function upload(user: TestUser, fields: Record<string, string>): Promise<string> {
  const token = await freshToken(test.deps, user)
  const answer = await postForm(test.app, '/documents', { token, fields, file: { bytes: photo } })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().document.id
}

const front = (user: TestUser) => upload(user, { kind: 'identity_front', birthDate: '1990-05-17' })
const back = (user: TestUser) => upload(user, { kind: 'identity_back' })
const licence = (user: TestUser) => upload(user, { kind: 'licence', expiresOn: '2030-01-01' })

const rename = (user: TestUser, first_name = 'Lucía') =>
  updateProfile(test.deps, user, { first_name })

const statusOf = async (id: string) =>
  (await sql('select status from documents where id = $1', id))[0]?.status

const isVerified = async ({ userId }: TestUser) =>
  (await sql('select identity_verified_at from users where id = $1', userId))[0]
    ?.identity_verified_at !== null

const kindsTold = async ({ userId }: TestUser) =>
  (await sql('select kind from notifications where user_id = $1', userId)).map(({ kind }) => kind)

async function get(user: TestUser, url: string) {
  const headers = { authorization: `Bearer ${await freshToken(test.deps, user)}` }
  return (await test.app.inject({ url: `/api${url}`, headers })).json()
}

/** Lets the 30 seconds pass, and runs the queue. */
async function passes(): Promise<void> {
  test.clock.advance(UNDO_MS)
  const runDue = jobRunner(test.deps, jobHandlers)
  for (let round = 0; round < 50 && (await runDue()) > 0; round += 1);
}

describe('a decision about a person who changes meanwhile', () => {
  it('does not verify a name that the reviewer did not compare, and tells them', async () => {
    const user = await aPerson()
    const ids = [await front(user), await back(user), await licence(user)]
    const said = Object.fromEntries(ids.map((id) => [id, APPROVE]))
    const { decision } = (await decide(test, vera, said)).json()
    await rename(user)
    await passes()
    expect(await isVerified(user)).toBe(false)
    expect(await Promise.all(ids.map(statusOf))).toEqual(['pending', 'pending', 'pending'])
    expect(await kindsTold(user)).toEqual([])
    const lapsed = await sql(
      `select details->>'code' as code from audit_entries
       where action = 'document.verdict_lapsed' and details->>'decisionId' = $1`,
      decision.id,
    )
    expect(lapsed.map(({ code }) => code)).toEqual(ids.map(() => 'document_changed'))
    const told = await sql(
      `select title, path from notifications where user_id = $1 and cause = $2`,
      ...[vera.userId, `${user.userId}:${decision.id}`],
    )
    expect(told).toEqual([
      {
        title: 'Tu decisión sobre Lucía R. no se aplicó completa',
        path: `/admin/verification?persona=${user.userId}`,
      },
    ])
    const queue = await get(vera, '/admin/verifications/people')
    expect(queue.lapsed).toEqual([{ id: user.userId, name: 'Lucía Ruiz' }])
    expect(queue.items).toContainEqual(
      expect.objectContaining({ person: { id: user.userId, name: 'Lucía Ruiz' }, documents: 3 }),
    )
    const { items } = await get(vera, `/admin/verifications/people/${user.userId}`)
    expect(items[0].owner).toMatchObject({ name: 'Lucía Ruiz', nameChanges: 1 })
    expect((await decide(test, vera, said)).statusCode).toBe(200)
    await passes()
    expect(await isVerified(user)).toBe(true)
    test.clock.advance(10 * 60_000)
    expect((await get(vera, '/admin/verifications/people')).lapsed).toEqual([])
  })

  it('lets a rejection lapse as well', async () => {
    const user = await aPerson()
    const id = await front(user)
    await decide(test, vera, { [id]: REJECT })
    await rename(user)
    await passes()
    expect([await statusOf(id), await kindsTold(user)]).toEqual(['pending', []])
  })

  it('refuses a press about data that changed since the case was opened', async () => {
    const user = await aPerson()
    const id = await licence(user)
    await lookAt(test, vera, id)
    const version = (await versionsOf(test, vera, user.userId)).get(id)
    await rename(user)
    const verdicts = [{ verdict: 'rejected', documentId: id, version, reason: REJECT.reject }]
    const url = `/admin/verifications/people/${user.userId}/decision`
    const token = await freshToken(test.deps, vera)
    expect((await postJson(test.app, url, { verdicts }, { token })).json().code).toBe(
      'document_changed',
    )
  })

  it('lets the licence lapse when the number changes, also an approved one', async () => {
    const user = await aPerson()
    const id = await licence(user)
    const number = (identification_number: string) =>
      updateProfile(test.deps, user, { identification_type: 'CC', identification_number })
    await number('1098765001')
    await decide(test, vera, { [id]: APPROVE })
    await number('1098765002')
    await passes()
    expect(await statusOf(id)).toBe('pending')
    await review(test, vera, { [id]: APPROVE })
    await number('1098765003')
    await passes()
    expect(await statusOf(id)).toBe('pending')
  })

  it('lets only those documents lapse beside which another photo stands', async () => {
    const user = await aPerson()
    const [id, paper] = [await front(user), await licence(user)]
    await decide(test, vera, { [id]: APPROVE, [paper]: APPROVE })
    await sql(
      `insert into documents (id, owner_id, kind, status, storage_key, content_type, sha256,
         created_at)
       values (gen_random_uuid(), $1, 'selfie', 'pending', 'k', 'image/webp', sha256('x'), now())`,
      user.userId,
    )
    await passes()
    expect([await statusOf(id), await statusOf(paper)]).toEqual(['pending', 'approved'])
  })
})

describe('one side of an identity document that was approved for another name', () => {
  it('requires another review before both sides verify the new name', async () => {
    const user = await aPerson()
    const first = await front(user)
    await review(test, vera, { [first]: APPROVE })
    await rename(user)
    const second = await back(user)
    // The job that reopens the first side has not run yet.
    await review(test, vera, { [second]: APPROVE })
    expect(await isVerified(user)).toBe(false)
    await passes()
    expect([await statusOf(first), await statusOf(second)]).toEqual(['pending', 'approved'])
    await review(test, vera, { [first]: APPROVE })
    expect(await isVerified(user)).toBe(true)
  })

  it('supersedes an approved side if a newer one waits', async () => {
    const user = await aPerson()
    const first = await front(user)
    await review(test, vera, { [first]: APPROVE })
    const newer = await front(user)
    await rename(user)
    await passes()
    expect([await statusOf(first), await statusOf(newer)]).toEqual(['superseded', 'pending'])
  })
})
