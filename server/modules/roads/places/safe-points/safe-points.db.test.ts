import { beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#server/platform/clock.ts'
import { queueDueAt } from '#server/platform/office-hours.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { postJson } from '#test/http-client.ts'
import { loadPlaces } from '../load-places.ts'
import { requireVettedPoint, safePointsByIds } from './browse-points.ts'
import { loadSafePoints, shippedSafePoints } from './load-safe-points.ts'

const BOGOTA = '11001'
const CALI = '76001'

let test: TestApp
let person: TestUser
let other: TestUser
let moderator: TestUser

beforeAll(async () => {
  test = await openTestApp()
  await loadPlaces(test.deps)
  await loadSafePoints(test.deps)
  person = await aUser(test.deps)
  other = await aUser(test.deps)
  moderator = await aUser(test.deps, { roles: ['support'], firstName: 'Marta', lastName: 'Ruiz' })
})

async function get(path: string, user?: TestUser) {
  const headers = user ? { authorization: `Bearer ${user.token}` } : {}
  const answer = await test.app.inject({ method: 'GET', url: `/api${path}`, headers })
  return { status: answer.statusCode, body: answer.json() }
}

async function post(path: string, body: object, user: TestUser, key?: string) {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  const answer = await postJson(test.app, path, body, { token: user.token, headers })
  return { status: answer.statusCode, body: answer.json() }
}

let named = 0
const aPoint = (change: object = {}) => {
  named += 1
  return {
    placeId: CALI,
    name: `Supermercado ${named}`,
    kind: 'other',
    address: 'Calle 5 # 10-20',
    hours: '7 a. m. a 9 p. m.',
    position: { lat: 3.42 + named / 100, lng: -76.53 },
    ...change,
  }
}

const propose = async (change: object = {}, user = person) =>
  (await post('/safe-points', aPoint(change), user)).body.point.id as string

const listed = async (placeId: string, user?: TestUser): Promise<string[]> =>
  (await get(`/safe-points?place=${placeId}`, user)).body.points.map((p: { id: string }) => p.id)

const queued = async (status: string) =>
  (await get(`/admin/safe-points?status=${status}`, moderator)).body

describe('loadSafePoints', () => {
  it('adds the shipped safe points once and keeps the decisions of moderators', async () => {
    const { db } = test.deps
    const rows = () => db.selectFrom('safe_points').selectAll().orderBy('id').execute()
    const before = await rows()
    expect(before).toHaveLength(shippedSafePoints().length)
    const hide = (status: string) =>
      db.updateTable('safe_points').set({ status }).where('id', '=', before[0]!.id).execute()
    await hide('hidden')
    await Promise.all([loadSafePoints(test.deps), loadSafePoints(test.deps)])
    expect((await rows())[0]!.status).toBe('hidden')
    await hide('vetted')
    expect(await rows()).toEqual(before)
  })
})

describe('browsing safe points', () => {
  it('counts safe points by place, the largest place first', async () => {
    const { body } = await get('/safe-points/places')
    expect(body.places[0]).toMatchObject({ id: BOGOTA, name: 'Bogotá' })
    expect(body.places[0].count).toBeGreaterThanOrEqual(5)
    const total = body.places.reduce(
      (sum: number, place: { count: number }) => sum + place.count,
      0,
    )
    expect(total).toBe(shippedSafePoints().length)
  })

  it('lists bus terminals first, with only the fields of the contract', async () => {
    const { body } = await get(`/safe-points?place=${BOGOTA}`)
    expect(body.place).toEqual({ id: BOGOTA, name: 'Bogotá', department: expect.any(String) })
    const kinds: string[] = body.points.map((point: { kind: string }) => point.kind)
    expect(kinds.indexOf('mall')).toBeGreaterThan(kinds.lastIndexOf('terminal'))
    expect(Object.keys(body.points[0]).sort()).toEqual([
      'address',
      'approximate',
      'hours',
      'id',
      'kind',
      'lat',
      'lng',
      'name',
      'placeId',
      'status',
    ])
    expect(body.points[0]).toMatchObject({ approximate: true, status: 'vetted' })
  })

  it('lists no points for a place without points, and refuses an unknown place', async () => {
    expect((await get('/safe-points?place=15808')).body.points).toEqual([])
    expect((await get('/safe-points?place=99999')).body.code).toBe('place_not_found')
  })
})

describe('proposing a safe point', () => {
  it('shows a proposed safe point only to its author and to moderators', async () => {
    const id = await propose()
    expect(await listed(CALI, person)).toContain(id)
    expect(await listed(CALI, other)).not.toContain(id)
    expect(await listed(CALI)).not.toContain(id)
    const item = (await queued('proposed')).items.find(
      (each: { point: { id: string } }) => each.point.id === id,
    )
    expect(item).toMatchObject({ proposedBy: 'Laura G.', place: { name: 'Cali' }, reports: [] })
  })

  it('returns the same point for a repeated key, and refuses other data with it', async () => {
    const body = aPoint()
    const key = 'clave-de-prueba-0001'
    const [first, again] = [
      await post('/safe-points', body, person, key),
      await post('/safe-points', body, person, key),
    ]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    const changed = await post('/safe-points', { ...body, name: 'Otro' }, person, key)
    expect(changed.body.code).toBe('idempotency_mismatch')
  })

  it('places a proposal without a position at the seat of its place, as approximate', async () => {
    const { body } = await post('/safe-points', aPoint({ position: undefined }), person)
    expect(body.point).toMatchObject({ approximate: true, lat: expect.any(Number) })
  })

  it.each([
    ['the same name', { name: 'TERMINAL de transportes de  Cali' }, 409, 'safe_point_exists'],
    ['another city', { position: { lat: 4.65, lng: -74.1 } }, 422, 'safe_point_far'],
    ['the sea', { position: { lat: 12, lng: -90 } }, 400, 'invalid_request'],
    ['no name', { name: ' ' }, 400, 'invalid_request'],
    ['an unknown place', { placeId: '99999' }, 404, 'place_not_found'],
    ['an invented kind', { kind: 'bar' }, 400, 'invalid_request'],
    ['a status', { status: 'vetted' }, 400, 'invalid_request'],
  ])('refuses a proposed safe point with %s', async (_case, change, status, code) => {
    const answer = await post('/safe-points', aPoint(change), person)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })
})

describe('vetting safe points', () => {
  it('shows a vetted point, as corrected, to everybody and records the decision', async () => {
    const id = await propose({ position: undefined })
    const position = { lat: 3.45, lng: -76.53 }
    const answer = await post(
      `/admin/safe-points/${id}/vet`,
      { name: 'Parque del Perro', hours: null, position },
      moderator,
    )
    expect(answer.body.point).toMatchObject({
      name: 'Parque del Perro',
      hours: null,
      approximate: false,
      status: 'vetted',
      ...position,
    })
    expect(await listed(CALI)).toContain(id)
    const trail = await test.deps.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', id)
      .execute()
    expect(trail).toEqual([{ action: 'safe_point.vetted', actor_id: moderator.userId }])
  })

  it('hides a point with a reason that only moderators see', async () => {
    const id = await propose()
    const reason = 'No es un lugar público.'
    expect((await post(`/admin/safe-points/${id}/hide`, { reason }, moderator)).status).toBe(200)
    expect(await listed(CALI, person)).not.toContain(id)
    const hidden = (await queued('hidden')).items
    expect(hidden.at(-1)).toMatchObject({ reason, point: { id } })
  })

  it('allows support and admins to vet points, but nobody to vet their own proposal', async () => {
    const id = await propose({}, moderator)
    const own = await post(`/admin/safe-points/${id}/vet`, {}, moderator)
    expect([own.status, own.body.code]).toEqual([403, 'forbidden'])
    for (const roles of [[], ['driver'], ['verifier'], ['finance']] as const) {
      const user = await aUser(test.deps, { roles })
      expect((await get('/admin/safe-points', user)).body.code).toBe('forbidden')
      expect((await post(`/admin/safe-points/${id}/vet`, {}, user)).body.code).toBe('forbidden')
    }
    const admin = await aUser(test.deps, { roles: ['admin'] })
    expect((await post(`/admin/safe-points/${id}/vet`, {}, admin)).status).toBe(200)
  })

  it('refuses a correction that moves a point to another city, and an unknown point', async () => {
    const id = await propose()
    const far = { position: { lat: 4.65, lng: -74.1 } }
    const answer = await post(`/admin/safe-points/${id}/vet`, far, moderator)
    expect(answer.body.code).toBe('safe_point_far')
    const nobody = '01890000-0000-7000-8000-00000000dead'
    expect((await post(`/admin/safe-points/${nobody}/vet`, {}, moderator)).body.code).toBe(
      'safe_point_not_found',
    )
  })
})

describe('reporting safe points', () => {
  it('returns a reported point to moderators, with one report per person', async () => {
    const id = await propose()
    await post(`/admin/safe-points/${id}/vet`, {}, moderator)
    const report = { reason: 'unsafe', details: 'De noche no hay luz.' }
    const twice = await Promise.all(
      [1, 2].map(() => post(`/safe-points/${id}/reports`, report, person)),
    )
    expect(twice.map(({ status }) => status)).toEqual([201, 201])
    await post(`/safe-points/${id}/reports`, { reason: 'gone' }, other)
    const find = async () =>
      (await queued('reported')).items.find(
        (each: { point: { id: string } }) => each.point.id === id,
      )
    expect((await find()).reports).toMatchObject([report, { reason: 'gone', details: null }])
    await post(`/admin/safe-points/${id}/vet`, {}, moderator)
    expect(await find()).toBeUndefined()
    await post(`/safe-points/${id}/reports`, report, person)
    expect((await find()).reports).toHaveLength(1)
  })

  it('lists a proposal before a later report of an older point', async () => {
    const older = await propose()
    await post(`/admin/safe-points/${older}/vet`, {}, moderator)
    const proposal = await propose()
    test.clock.advance(MINUTE_MS)
    await post(`/safe-points/${older}/reports`, { reason: 'gone' }, other)
    const { items } = await queued('waiting')
    const at = (id: string) =>
      items.findIndex((each: { point: { id: string } }) => each.point.id === id)
    expect(at(older)).toBeGreaterThan(at(proposal))
    const due = queueDueAt(test.clock.now()).toISOString()
    expect(items[at(older)].dueAt).toBe(due)
    expect(items[at(proposal)].dueAt < due).toBe(true)
  })

  it("refuses a report about somebody else's proposal as if the point did not exist", async () => {
    const id = await propose()
    const answer = await post(`/safe-points/${id}/reports`, { reason: 'gone' }, other)
    expect([answer.status, answer.body.code]).toEqual([404, 'safe_point_not_found'])
  })
})

describe('safe points for the stops of a trip', () => {
  it('accepts only vetted points of the place, and still names a hidden point', async () => {
    const id = await propose()
    const take = (placeId: string) => requireVettedPoint(test.deps.db, { safePointId: id, placeId })
    await expect(take(CALI)).rejects.toMatchObject({ code: 'safe_point_not_found' })
    await post(`/admin/safe-points/${id}/vet`, {}, moderator)
    expect((await take(CALI)).id).toBe(id)
    await expect(take(BOGOTA)).rejects.toMatchObject({ code: 'safe_point_not_found' })
    await post(`/admin/safe-points/${id}/hide`, { reason: 'Cerró en enero.' }, moderator)
    await expect(take(CALI)).rejects.toMatchObject({ code: 'safe_point_not_found' })
    expect((await safePointsByIds(test.deps.db, [id])).get(id)?.name).toMatch(/Supermercado/)
  })
})
