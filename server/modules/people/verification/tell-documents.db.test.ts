import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#server/platform/clock.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser, aVerifiedDriver, freshToken, type TestUser } from '#test/factories.ts'
import { postForm } from '#test/http-client.ts'
import { APPROVE, REJECT, review, type Said } from '#test/review-steps.ts'
import { tellExpiring } from './tell-documents.ts'

let test: TestApp
let photo: Buffer
let verifier: TestUser

beforeAll(async () => {
  test = await openTestApp()
  verifier = await aUser(test.deps, { roles: ['verifier'] })
  const plain = { width: 300, height: 200, channels: 3, background: '#d90' } as const
  photo = await sharp({ create: plain }).png().toBuffer()
})

async function upload(user: TestUser, fields: Record<string, string>): Promise<string> {
  const token = await freshToken(test.deps, user)
  const answer = await postForm(test.app, '/documents', { token, fields, file: { bytes: photo } })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().document.id
}

async function decide(said: Readonly<Record<string, Said>>): Promise<void> {
  const answer = await review(test, verifier, said)
  expect(answer.statusCode, answer.body).toBe(200)
}

/** Kind and text of the notifications of a person, oldest first. */
async function toldTo(user: TestUser): Promise<{ kind: string; title: string; body: string }[]> {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    'select kind, title, body from notifications where user_id = $1 order by created_at, id',
    [user.userId],
  )
  return rows
}

describe('notifications about documents', () => {
  it('notifies the owner when a document is rejected, with the reason, or approved', async () => {
    const user = await aUser(test.deps)
    await decide({ [await upload(user, { kind: 'identity_back' })]: REJECT })
    test.clock.advance(1000)
    await decide({ [await upload(user, { kind: 'identity_back' })]: APPROVE })
    expect(await toldTo(user)).toMatchObject([
      { kind: 'document_rejected', body: 'Motivo: La foto está borrosa.' },
      { kind: 'document_approved' },
    ])
  })

  it('tells the owner once about several documents of one decision', async () => {
    const user = await aUser(test.deps)
    const back = await upload(user, { kind: 'identity_back' })
    const licence = await upload(user, { kind: 'licence', expiresOn: '2029-01-01' })
    await decide({ [back]: APPROVE, [licence]: { reject: 'No se ve la fecha.' } })
    expect(await toldTo(user)).toMatchObject([
      {
        kind: 'document_rejected',
        title: 'No pudimos aprobar tu licencia de conducción',
        body: expect.stringContaining('Motivo: No se ve la fecha.'),
      },
    ])
  })

  it('notifies a person who becomes a driver, but not a driver who renews a document', async () => {
    const driver = await aVerifiedDriver(test.deps)
    const renew = async () => {
      const fields = { kind: 'licence', expiresOn: '2029-01-01' }
      await decide({ [await upload(driver, fields)]: APPROVE })
    }
    const kinds = async () => (await toldTo(driver)).map(({ kind }) => kind).sort()
    await renew()
    expect(await kinds()).toEqual(['document_approved'])
    await asOwner(
      test.deps.databaseUrl,
      `update users set roles = array_remove(roles, 'driver') where id = $1`,
      [driver.userId],
    )
    await renew()
    expect(await kinds()).toEqual(['document_approved', 'may_publish'])
  })

  it('notifies the owner once 30, 7 and 1 days before a document expires', async () => {
    const driver = await aVerifiedDriver(test.deps)
    const expiring = async () =>
      (await toldTo(driver)).filter(({ kind }) => kind === 'document_expiring')
    // Documents from the test factory are valid for 365 days: licence, SOAT, insurance, RTM.
    test.clock.advance(334 * DAY_MS)
    await tellExpiring(test.deps)
    expect(await expiring()).toEqual([])
    test.clock.advance(DAY_MS)
    await tellExpiring(test.deps)
    await tellExpiring(test.deps)
    expect((await expiring()).map(({ title }) => title).sort()).toEqual([
      expect.stringMatching(/^Tu SOAT vence el \d+ de \S+$/),
      expect.stringMatching(/^Tu licencia de conducción vence el /),
      expect.stringMatching(/^Tu revisión técnico-mecánica vence el /),
      expect.stringMatching(/^Tu seguro del carro vence el /),
    ])
    await upload(driver, { kind: 'licence', expiresOn: '2029-01-01' })
    test.clock.advance(23 * DAY_MS)
    await tellExpiring(test.deps)
    const about = async (what: string) =>
      (await expiring()).filter(({ title }) => title.startsWith(`Tu ${what} `)).length
    expect([await about('SOAT'), await about('revisión')]).toEqual([2, 2])
    expect(await about('licencia')).toBe(1)
    test.clock.advance(6 * DAY_MS)
    await tellExpiring(test.deps)
    expect(await about('SOAT')).toBe(3)
    test.clock.advance(2 * DAY_MS)
    expect(await tellExpiring(test.deps)).toBe(0)
  })
})
