import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadPlaces } from '#server/modules/roads/places/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { recordStaffAction } from './record-staff-action.ts'

let test: TestApp
let admin: TestUser
let helper: TestUser

beforeAll(async () => {
  test = await openTestApp()
  await loadPlaces(test.deps)
  admin = await aUser(test.deps, { roles: ['passenger', 'admin'] })
  helper = await aUser(test.deps, { firstName: '=Ana', roles: ['passenger', 'support'] })
})

const get = (path: string, { token } = admin) =>
  test.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${token}` } })

const take = ({ token }: TestUser) =>
  test.app.inject({
    method: 'POST',
    url: '/api/admin/staff-actions/file',
    headers: { authorization: `Bearer ${token}` },
    payload: { subject: 'file', reason: 'Lo pide la Superintendencia.' },
  })

/** Records `count` actions about one subject, a minute apart. */
async function record(
  subject: string,
  count: number,
  reason: string | null = 'Porque sí',
): Promise<void> {
  const start = test.clock.now()
  for (let step = 0; step < count; step += 1) {
    await inTransaction(test.deps.db, (tx) =>
      recordStaffAction(tx, helper, {
        at: addMs(start, step),
        action: 'delivery.retried',
        subject: { kind: 'delivery', id: subject },
        reason,
      }),
    )
  }
}

describe('trail of the team', () => {
  it('records actor, action, subject, reason and request id of a staff action', async () => {
    const { safePointId } = await aProposedPoint()
    const answer = await test.app.inject({
      method: 'POST',
      url: `/api/admin/safe-points/${safePointId}/hide`,
      headers: { authorization: `Bearer ${helper.token}` },
      payload: { reason: 'Cerró en enero.' },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    const { items } = (await get(`/admin/staff-actions?subject=${safePointId}`)).json()
    expect(items).toEqual([
      {
        id: expect.any(String),
        at: test.clock.now().toISOString(),
        by: { id: helper.userId, name: '=Ana Gómez', email: helper.email },
        action: 'safe_point.hidden',
        subject: { kind: 'safe_point', id: safePointId },
        reason: 'Cerró en enero.',
        requestId: answer.headers['x-request-id'],
      },
    ])
  })

  it('lists the trail of staff actions in pages without gaps, newest first', async () => {
    await record('many', 51)
    const first = (await get('/admin/staff-actions?subject=many')).json()
    expect(first.items).toHaveLength(50)
    const rest = (await get(`/admin/staff-actions?subject=many&after=${first.next}`)).json()
    expect(rest.items).toHaveLength(1)
    expect(rest.next).toBeNull()
    const times = [...first.items, ...rest.items].map(({ at }) => at)
    expect(times).toEqual([...times].sort().reverse())
    expect(new Set([...first.items, ...rest.items].map(({ id }) => id)).size).toBe(51)
  })

  it('filters the trail of staff actions by actor, action and day', async () => {
    await record('filtered', 1)
    const found = async (query: string) =>
      (await get(`/admin/staff-actions?subject=filtered&${query}`)).json().items.length
    const day = (days: number) =>
      addMs(test.clock.now(), days * DAY_MS)
        .toISOString()
        .slice(0, 10)
    expect(await found(`by=${helper.userId}&action=delivery.retried`)).toBe(1)
    expect(await found(`by=${admin.userId}`)).toBe(0)
    expect(await found('action=dispute.resolved')).toBe(0)
    expect(await found(`since=${day(-2)}&until=${day(2)}`)).toBe(1)
    expect(await found(`since=${day(2)}`)).toBe(0)
    expect(await found(`until=${day(-2)}`)).toBe(0)
  })

  it('exports staff actions as CSV in which no cell is a formula', async () => {
    await record('file', 2, '=HYPERLINK("http://x.test","x")')
    const answer = await take(admin)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [head, ...lines] = answer.body.trim().split('\r\n')
    expect(head).toContain('Fecha;Quién')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain(`;'=Ana Gómez · CUPO-`)
    expect(lines[0]).toContain(`"'=HYPERLINK(""http://x.test"",""x"")"`)
  })

  it('refuses the trail of staff actions to team members who are not admins', async () => {
    expect((await get('/admin/staff-actions', helper)).json().code).toBe('forbidden')
    expect((await take(helper)).json().code).toBe('forbidden')
  })
})

/** Creates a proposed meeting point, which the team can hide with a reason. */
async function aProposedPoint(): Promise<{ safePointId: string }> {
  const { rows } = await sql<{ safePointId: string }>`
    insert into safe_points (id, place_id, name, kind, lat, lng, approximate, address, status,
      created_at)
    values (gen_random_uuid(), '11001', 'Parque', 'other', 4.6, -74.1, false, 'Calle 1', 'proposed',
      now())
    returning id as "safePointId"`.execute(test.deps.db)
  return rows[0] as { safePointId: string }
}
