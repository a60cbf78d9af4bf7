import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { postForm } from '#test/http-client.ts'
import { aPhoto } from '#test/images.ts'
import { decideCase } from './decide-case.ts'

let test: BookingsApp
let first: TestUser
let second: TestUser
let person: TestUser
let reporter: TestUser
let caseId: string

beforeAll(async () => {
  test = await openBookingsApp()
  first = await aUser(test.deps, { roles: ['passenger', 'support'] })
  second = await aUser(test.deps, { roles: ['passenger', 'admin'] })
})

const note = 'Cuéntanos cómo fue el viaje del viernes.'

beforeEach(async () => {
  test.clock.set(TEST_NOW)
  person = await aUser(test.deps)
  reporter = await aUser(test.deps)
  const subject = { kind: 'user', id: person.userId }
  const asked = { subject, reason: 'dangerous_driving', text: 'Miraba el celular al manejar.' }
  caseId = (await test.call(reporter, 'POST', '/reports', asked)).body.report.id
})

const hear = () => test.call(first, 'POST', `/admin/conduct/${caseId}/hear`, { note, pause: false })
const answer = () =>
  test.call(person, 'POST', `/conduct/hearings/${caseId}`, { text: 'Iba con el GPS quieto.' })
const decide = (who: TestUser, outcome: string, days?: number) =>
  test.call(who, 'POST', `/admin/conduct/${caseId}/decide`, {
    ...{ outcome, note },
    ...(days && { days }),
  })

const measures = [
  ['suspension', 7],
  ['suspension', 90],
  ['expulsion', undefined],
] as const

describe.each(measures)('a %s of %s days', (outcome, days) => {
  it('refuses a sanction until the person was asked and answered, or time is over', async () => {
    expect((await decide(first, outcome, days)).body.code).toBe('hearing_needed')
    await hear()
    test.clock.advance(48 * HOUR_MS - 1)
    expect((await decide(first, outcome, days)).body.code).toBe('hearing_open')
    const { items } = (await test.call(second, 'GET', '/admin/signatures')).body
    expect(items.map(({ id }: { id: string }) => id)).not.toContain(caseId)
    test.clock.advance(1)
    expect((await decide(first, outcome, days)).status).toBe(200)
  })

  it('allows a sanction as soon as the person answered', async () => {
    await hear()
    await answer()
    expect((await decide(first, outcome, days)).status).toBe(200)
  })
})

it.each(['nothing', 'warning'])('decides %s without a hearing', async (outcome) => {
  expect((await decide(first, outcome)).body).toEqual({ outcome })
})

describe('a suspension', () => {
  const suspend = (who: TestUser, days: number) =>
    decideCase(test.deps, who, { caseId, outcome: 'suspension', days, note })

  it('takes one person for 30 days and two for 31, and pauses meanwhile', async () => {
    await hear()
    await answer()
    expect(await suspend(first, 31)).toBe(null)
    expect(await suspend(first, 31)).toBe(null)
    expect((await test.call(person, 'GET', '/conduct')).body.standing).toBe('paused')
    const { items } = (await test.call(second, 'GET', '/admin/signatures')).body
    expect(items).toContainEqual(expect.objectContaining({ kind: 'suspension', id: caseId }))
    expect(await suspend(first, 30)).toBe('suspension')
    const { standing, until } = (await test.call(person, 'GET', '/conduct')).body
    const after30 = new Date(test.clock.now().getTime() + 30 * 24 * HOUR_MS).toISOString()
    expect({ standing, until }).toEqual({ standing: 'suspended', until: after30 })
  })

  it('of another length replaces a proposal, and needs another person again', async () => {
    await hear()
    await answer()
    expect(await suspend(first, 90)).toBe(null)
    expect(await suspend(second, 60)).toBe(null)
    const expel = { caseId, outcome: 'expulsion', note } as const
    expect(await decideCase(test.deps, first, expel)).toBe(null)
    expect(await suspend(second, 90)).toBe(null)
    expect(await suspend(first, 90)).toBe('suspension')
  })

  it('is refused as a second signature from a screen that shows no first one', async () => {
    await hear()
    await answer()
    const measure = { caseId, outcome: 'suspension', days: 90, note } as const
    const sign = (who: TestUser, seenFirstAt: string | null) =>
      decideCase(test.deps, who, { ...measure, seenFirstAt })
    const signedAt = test.clock.now().toISOString()
    expect(await sign(first, null)).toBe(null)
    expect(await sign(first, null)).toBe(null)
    await expect(sign(second, null)).rejects.toMatchObject({ code: 'case_changed' })
    expect((await test.call(person, 'GET', '/conduct')).body.standing).toBe('paused')
    expect(await sign(second, signedAt)).toBe('suspension')
  })

  it('that one person signs twice is refused by the database', async () => {
    await hear()
    await answer()
    await suspend(first, 90)
    const close = `update conduct_cases set outcome = 'suspension', note = 'No.',
      decided_by = proposed_by, decided_at = now() where id = $1`
    const signed = asOwner(test.deps.databaseUrl, close, [caseId])
    await expect(signed).rejects.toThrow('conduct_cases_proposal')
  })
})

it.each(['nothing', 'warning'])(
  'refuses to decide %s from a screen without an answer that came meanwhile',
  async (outcome) => {
    await hear()
    const listed = async () => {
      const { items } = (await test.call(first, 'GET', '/admin/conduct')).body
      return items.find(({ id }: { id: string }) => id === caseId)
    }
    const { saidAt: seenSaidAt } = await listed()
    test.clock.advance(HOUR_MS)
    await answer()
    const path = `/admin/conduct/${caseId}/decide`
    const stale = await test.call(first, 'POST', path, { outcome, note, seenSaidAt })
    expect([seenSaidAt, stale.body.code]).toEqual([null, 'case_changed'])
    const seen = { outcome, note, seenSaidAt: (await listed()).saidAt }
    expect((await test.call(first, 'POST', path, seen)).body).toEqual({ outcome })
  },
)

describe('the photos of a version', () => {
  const add = async (who: TestUser) =>
    postForm(test.app, '/hearing-photos', {
      token: who.token,
      fields: { caseId },
      file: { bytes: await aPhoto() },
    })
  const photoIds = async (who: TestUser) => {
    const { items } = (await test.call(who, 'GET', '/admin/conduct')).body
    return items.find(({ id }: { id: string }) => id === caseId).hearing.photoIds as string[]
  }

  it('reach the team and not the reporter, at most three and until the decision', async () => {
    expect((await add(person)).json().code).toBe('hearing_not_found')
    await hear()
    await answer()
    expect((await add(reporter)).json().code).toBe('hearing_not_found')
    for (const photos of [1, 2, 3]) expect((await add(person)).json()).toEqual({ photos })
    expect((await add(person)).json().code).toBe('hearing_photo_limit')
    expect((await test.call(person, 'GET', '/conduct')).body.hearings[0].photos).toBe(3)
    const [photoId] = await photoIds(first)
    const path = `/admin/conduct/${caseId}/hearing-photos/${photoId}`
    expect((await test.call(reporter, 'GET', path)).status).toBe(403)
    const { headers, statusCode } = await test.app.inject({
      url: `/api${path}`,
      headers: { authorization: `Bearer ${first.token}` },
    })
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp'])
    const seen = await asOwner(
      test.deps.databaseUrl,
      `select actor_id from audit_entries where action = 'hearing_photo.viewed'
       and subject_id = $1`,
      [caseId],
    )
    expect(seen.rows).toEqual([{ actor_id: first.userId }])
    await decide(first, 'nothing')
    expect((await add(person)).json().code).toBe('hearing_over')
  })
})
