// Hints about document photos, the record of views, and the retention of photos.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { PHOTO_DAYS } from '#contract/privacy-limits.ts'
import type { FraudSignal } from '#contract/verification-decisions.ts'
import { DAY_MS } from '#server/platform/clock.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { postForm, postJson } from '#test/http-client.ts'
import { aPageOfPrint } from '#test/images.ts'
import { REJECT, review } from '#test/review-steps.ts'
import { deleteOldPhotos } from './delete-photos.ts'
import { MANY_VIEWS } from './view-document.ts'

let test: TestApp
let verifier: TestUser
let page: Buffer

beforeAll(async () => {
  test = await openTestApp()
  verifier = await aUser(test.deps, { firstName: 'Vera', roles: ['verifier'] })
  page = await aPageOfPrint()
})

let pages = 0

/** A printed page that no other test uses. */
function aPage(): Promise<Buffer> {
  pages += 1
  return aPageOfPrint(`Número ${pages}`)
}

async function upload(user: TestUser, bytes: Buffer, fields: Record<string, string> = {}) {
  const token = await freshToken(test.deps, user)
  const form = { token, fields: { kind: 'identity_back', ...fields }, file: { bytes } }
  const answer = await postForm(test.app, '/documents', form)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().document
}

async function get(user: TestUser, url: string) {
  const headers = { authorization: `Bearer ${await freshToken(test.deps, user)}` }
  return await test.app.inject({ url: `/api${url}`, headers })
}

async function decide(id: string, verdict: 'approve' | 'reject'): Promise<void> {
  const said = verdict === 'reject' ? REJECT : { approve: [] }
  const answer = await review(test, verifier, { [id]: said })
  expect(answer.statusCode, answer.body).toBe(200)
}

/** Entry of a document in the verifier's queue. */
async function inQueue(id: string) {
  const { totalPages } = (await get(verifier, '/admin/verifications')).json()
  const { items } = (await get(verifier, `/admin/verifications?page=${totalPages}`)).json()
  return items.find(({ document }: { document: { id: string } }) => document.id === id)
}

const blur = (bytes: Buffer, sigma: number) => sharp(bytes).blur(sigma).jpeg().toBuffer()

describe('hints about document photos', () => {
  it('marks a photo as blurred only when small print is unreadable', async () => {
    const user = await aUser(test.deps)
    const hintsAt = async (bytes: Buffer) => (await upload(user, bytes)).hints
    expect(await hintsAt(page)).toEqual([])
    expect(await hintsAt(await blur(page, 1.5))).toEqual([])
    expect(await hintsAt(await blur(page, 3))).toEqual(['blurred'])
    const small = await sharp(page).resize(160).jpeg().toBuffer()
    expect(await hintsAt(small)).toEqual(['blurred'])
    const night = await sharp(page).linear(0.12).jpeg().toBuffer()
    expect(await hintsAt(night)).toContain('dark')
  })

  it('shows the owner hints about a far expiry date and a repeated photo', async () => {
    const user = await aUser(test.deps)
    const licence = { kind: 'licence', expiresOn: '2056-01-01' }
    const photo = await aPage()
    expect((await upload(user, photo, licence)).hints).toEqual(['expiry_far'])
    await upload(user, photo, { kind: 'identity_back' })
    const { documents } = (await get(user, '/documents')).json()
    const hints = Object.fromEntries(
      documents.map((each: { kind: string; hints: string[] }) => [each.kind, each.hints]),
    )
    expect(hints).toEqual({
      licence: ['expiry_far', 'photo_repeated'],
      identity_back: ['photo_repeated'],
    })
  })

  it('shows only the team hints about photos of others or rejected before', async () => {
    const [ana, luis] = [await aUser(test.deps), await aUser(test.deps)]
    const photo = await aPage()
    const first = await upload(ana, photo)
    await decide(first.id, 'reject')
    const again = await upload(ana, photo)
    const copy = await upload(luis, photo)
    expect([again.hints, copy.hints]).toEqual([[], []])
    expect((await inQueue(again.id)).document.hints).toEqual(['photo_refused', 'photo_of_another'])
    expect((await inQueue(copy.id)).document.hints).toEqual(['photo_of_another'])

    const car = { plate: 'RST905', brand: 'Kia', model: 'Rio', color: 'Azul', year: 2020, seats: 5 }
    let vehicleId = ''
    for (const user of [ana, luis]) {
      const token = await freshToken(test.deps, user)
      const { vehicle } = (await postJson(test.app, '/vehicles', car, { token })).json()
      vehicleId = vehicle.id
    }
    const card = await upload(luis, await aPage(), { kind: 'property_card', vehicleId })
    expect(card.hints).toEqual([])
    expect((await inQueue(card.id)).document.hints).toEqual(['plate_shared'])
    const birthDate = '1931-01-01'
    const front = await upload(luis, await aPage(), { kind: 'identity_front', birthDate })
    expect((await inQueue(front.id)).document.hints).toEqual(['birth_unlikely'])
  })

  it('approves a document with fraud signals only when the reviewer confirms each', async () => {
    const [ana, luis] = [await aUser(test.deps), await aUser(test.deps)]
    const photo = await aPage()
    const { id } = await upload(luis, photo)
    // The reviewer's screen is loaded here, before any signal exists.
    expect((await inQueue(id)).signals).toEqual([])
    const first = await upload(ana, photo)
    const approve = (signals: FraudSignal[]) =>
      review(test, verifier, { [id]: { approve: signals } })
    for (const signals of [[], ['plate_shared' as const]]) {
      const refused = await approve(signals)
      expect([refused.statusCode, refused.json()]).toMatchObject([
        409,
        { code: 'document_signals', details: { signals: ['photo_of_another'] } },
      ])
    }
    const { document, signals } = await inQueue(id)
    expect([document.status, signals]).toEqual(['pending', ['photo_of_another']])
    expect((await approve(signals)).statusCode).toBe(200)
    const trail = await asOwner(
      test.deps.databaseUrl,
      `select details->'despiteSignals' as signals from audit_entries
       where subject_id = $1 and action = 'document.approved'`,
      [id],
    )
    expect(trail.rows).toEqual([{ signals: ['photo_of_another'] }])
    expect((await inQueue(first.id)).signals).toEqual(['photo_of_another'])
  })

  it('reports a document number that others gave as a fraud signal', async () => {
    const number = { identification_type: 'CC', identification_number: '1032456789' }
    const [rosa, pablo] = [await aUser(test.deps), await aUser(test.deps)]
    for (const user of [rosa, pablo]) {
      const headers = { authorization: `Bearer ${await freshToken(test.deps, user)}` }
      const url = '/api/users/me'
      const answer = await test.app.inject({ method: 'PATCH', url, headers, payload: number })
      expect(answer.statusCode, answer.body).toBe(200)
    }
    const back = await upload(pablo, await aPage())
    const licence = await upload(pablo, await aPage(), { kind: 'licence', expiresOn: '2030-01-01' })
    expect((await inQueue(back.id)).signals).toEqual(['number_shared'])
    expect((await inQueue(licence.id)).signals).toEqual([])
  })
})

it('shows selfie, other side and previous version beside a document under review', async () => {
  const user = await aUser(test.deps)
  const side = (kind: string) => ({ kind, birthDate: '1990-01-01' })
  const old = await upload(user, await aPage(), side('identity_front'))
  await decide(old.id, 'reject')
  const back = await upload(user, await aPage())
  test.clock.advance(1000)
  const front = await upload(user, await aPage(), side('identity_front'))
  const { compareWith } = await inQueue(front.id)
  const shown = compareWith.map((each: { documentId: string; relation: string }) => [
    each.relation,
    each.documentId,
  ])
  expect(shown).toEqual([
    ['other_side', back.id],
    ['previous', old.id],
  ])
})

describe('viewing a document photo', () => {
  const look = (by: TestUser, id: string, reason?: string) =>
    get(by, `/admin/verifications/${id}/file${reason ? `?reason=${reason}` : ''}`)

  it('requires a reason to view a document, and lists each view for admins', async () => {
    const user = await aUser(test.deps, { firstName: 'Marta', lastName: 'Ruiz' })
    const { id } = await upload(user, await aPage())
    for (const reason of [undefined, 'curiosity']) {
      expect((await look(verifier, id, reason)).json().code).toBe('invalid_request')
    }
    const admin = await aUser(test.deps, { roles: ['admin'] })
    const views = async () => (await get(admin, '/admin/document-views')).json()
    const { total } = await views()
    expect((await look(verifier, id, 'review')).statusCode).toBe(200)
    test.clock.advance(1000)
    expect((await look(verifier, id, 'fraud')).statusCode).toBe(200)
    const after = await views()
    expect(after.total).toBe(total + 2)
    const seen = { documentId: id, kind: 'identity_back', owner: { name: 'Marta R.' } }
    expect(after.views.slice(0, 2)).toMatchObject([
      { ...seen, reason: 'fraud', viewer: { id: verifier.userId } },
      { ...seen, reason: 'review', at: expect.stringContaining('T') },
    ])
    expect((await get(verifier, '/admin/document-views')).json().code).toBe('forbidden')
  })

  it('raises an alarm when one person views many documents within an hour', async () => {
    const curious = await aUser(test.deps, { firstName: 'Ciro', roles: ['verifier'] })
    const { id } = await upload(await aUser(test.deps), await aPage())
    const alarms = async () => {
      const text = await test.deps.metrics.registry.metrics()
      const line = /name="documents_viewed_in_bulk"[^}]*} (\d+)/.exec(text)
      return Number(line?.[1] ?? 0)
    }
    await asOwner(
      test.deps.databaseUrl,
      `insert into audit_entries (id, at, actor_id, action, subject_kind, subject_id)
       select gen_random_uuid(), $2, $1, 'document.viewed', 'document', gen_random_uuid()
       from generate_series(1, $3)`,
      [curious.userId, test.clock.now(), MANY_VIEWS - 1],
    )
    await look(curious, id, 'review')
    expect(await alarms()).toBe(0)
    const { id: another } = await upload(await aUser(test.deps), await aPage())
    await look(curious, another, 'review')
    await look(curious, another, 'review')
    expect(await alarms()).toBe(1)
    const admin = await aUser(test.deps, { roles: ['admin'] })
    const { many } = (await get(admin, '/admin/document-views')).json()
    expect(many).toEqual([
      { viewer: { id: curious.userId, name: 'Ciro G.' }, documents: MANY_VIEWS + 1 },
    ])
  })
})

describe('retention of document photos', () => {
  const files = () => readdirSync(path.join(test.deps.config.dataDir, 'documents')).length
  const photoOf = async (user: TestUser, id: string) =>
    (await get(user, `/documents/${id}/file`)).statusCode

  it('deletes approved photos after 180 days, rejected after 30, pending ones never', async () => {
    const user = await aUser(test.deps)
    const approved = await upload(user, await aPage())
    await decide(approved.id, 'approve')
    const licence = { kind: 'licence', expiresOn: '2029-01-01' }
    const rejected = await upload(user, await aPage(), licence)
    await decide(rejected.id, 'reject')
    const waiting = await upload(user, await aPage(), licence)
    const shown = async () =>
      await Promise.all([approved, rejected, waiting].map(({ id }) => photoOf(user, id)))

    test.clock.advance(PHOTO_DAYS.notApproved * DAY_MS)
    await deleteOldPhotos(test.deps)
    expect(await shown()).toEqual([200, 200, 200])
    test.clock.advance(1000)
    const before = files()
    const deleted = await deleteOldPhotos(test.deps)
    expect(await shown()).toEqual([200, 404, 200])
    expect(files()).toBe(before - deleted)
    test.clock.advance((PHOTO_DAYS.approved - PHOTO_DAYS.notApproved) * DAY_MS)
    await deleteOldPhotos(test.deps)
    expect(await shown()).toEqual([404, 404, 200])
    const { documents } = (await get(user, '/documents')).json()
    const kept = documents.find(({ id }: { id: string }) => id === approved.id)
    expect(kept).toMatchObject({ status: 'approved', hasPhoto: false })
    expect(await deleteOldPhotos(test.deps)).toBe(0)
  })

  const consent = async (user: TestUser, given: boolean) => {
    const headers = { authorization: `Bearer ${await freshToken(test.deps, user)}` }
    const url = '/api/documents/selfie-consent'
    const answer = await test.app.inject({ method: 'PUT', url, headers, payload: { given } })
    expect(answer.json()).toEqual({ given })
  }

  /** Two screens where the consent for selfies can be withdrawn. */
  const waysToWithdraw = {
    'on the screen of documents': (user: TestUser) => consent(user, false),
    'on the screen of consents': async (user: TestUser) => {
      const token = await freshToken(test.deps, user)
      const body = { purpose: 'selfie', given: false }
      const answer = await postJson(test.app, '/me/consents', body, { token })
      expect(answer.statusCode, answer.body).toBe(200)
    },
  }

  it.each(Object.entries(waysToWithdraw))(
    'deletes a selfie when its consent is withdrawn %s, and refuses one without consent',
    async (_, withdraw) => {
      const user = await aUser(test.deps)
      const token = await freshToken(test.deps, user)
      const form = { token, fields: { kind: 'selfie' }, file: { bytes: await aPage() } }
      const before = files()
      const refused = await postForm(test.app, '/documents', form)
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'selfie_consent_needed'])
      expect(files()).toBe(before)

      await consent(user, true)
      const { id } = await upload(user, form.file.bytes, { kind: 'selfie' })
      const card = await upload(user, await aPage())
      expect((await get(user, '/documents')).json().selfieConsent).toBe(true)
      test.clock.advance(1000)
      await withdraw(user)
      expect(await photoOf(user, id)).toBe(404)
      expect(await photoOf(user, card.id)).toBe(200)
      expect(await inQueue(id)).toBe(undefined)
      const dossier = (await get(user, '/documents')).json()
      expect(dossier.selfieConsent).toBe(false)
      const selfie = dossier.requirements.find(({ kind }: { kind: string }) => kind === 'selfie')
      expect(selfie).toMatchObject({ state: 'missing', required: false })
    },
  )
})
