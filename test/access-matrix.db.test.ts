import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Permission, RouteDef } from '#contract/route.ts'
import type { Role } from '#server/platform/http/session.ts'
import { openTestApp, type TestApp } from './app.ts'
import { asOwner } from './db.ts'
import { aUser, type TestUser } from './factories.ts'
import type { Answer } from './http-client.ts'

// Every call of the contract, without a session, as every role, and with an ended session. The
// table of roles is repeated here by hand, so that an error in the code's table fails.

const MAY: Record<Permission, readonly Role[]> = {
  'verification.review': ['verifier', 'admin'],
  'verification.audit': ['admin'],
  'safe_points.vet': ['support', 'admin'],
  'conduct.decide': ['support', 'admin'],
  'disputes.resolve': ['support', 'admin'],
  'payments.cases': ['finance', 'admin'],
  'withdrawals.decide': ['finance', 'admin'],
  'rewards.manage': ['support', 'admin'],
  'deliveries.manage': ['support', 'admin'],
  'incidents.handle': ['support', 'admin'],
  'audit.view': ['admin'],
  'tickets.answer': ['support', 'admin'],
  'reconciliation.decide': ['finance', 'admin'],
  'staff.manage': ['admin'],
  'prices.manage': ['finance', 'admin'],
  'settings.manage': ['admin'],
  'dashboard.view': ['verifier', 'support', 'finance', 'admin'],
  'people.view': ['support', 'finance', 'admin'],
  'people.reveal': ['support', 'admin'],
  'ledger.view': ['finance', 'admin'],
  'browser_reports.view': ['support', 'admin'],
}

/** Calls that write without an account. An addition must be a decision. */
const CHANGES_WITHOUT_ACCOUNT = [
  'account.confirmAddress',
  'account.confirmEmail',
  'account.confirmRecovery',
  'account.debugUser',
  'account.recover',
  'account.undoEmail',
  'alerts.fromMail',
  'alerts.unsubscribe',
  'auth.login',
  'auth.logout',
  'auth.refresh',
  'auth.signup',
  'browserReports.report',
  'notifications.unsubscribe',
  'pricing.quote',
  'support.answerByLink',
  'support.ask',
  'support.attachByLink',
  'support.confirm',
  'support.photoByLink',
  'support.rateByLink',
  'support.read',
  'tripShares.follow',
  'trustedContacts.answer',
  'trustedContacts.read',
]

const ROLES: readonly Role[] = ['passenger', 'driver', 'verifier', 'support', 'finance', 'admin']
const NO_ID = '01890000-0000-7000-8000-00000000dead'

const operations = Object.entries(api).flatMap(([group, routes]) =>
  Object.entries(routes as Record<string, RouteDef>).map(
    ([name, route]) => [`${group}.${name}`, route] as const,
  ),
)
const protectedOnes = operations.filter(
  ([, { auth }]) => auth === 'live' || typeof auth === 'object',
)
const forStaff = operations.flatMap(([name, { auth, ...route }]) =>
  typeof auth === 'object' ? [[name, auth.permission, route] as const] : [],
)

let test: TestApp
let people: Map<Role, TestUser>
let unproved: Map<Role, TestUser>

beforeAll(async () => {
  test = await openTestApp()
  people = new Map()
  for (const role of ROLES) people.set(role, await aUser(test.deps, { roles: [role] }))
  unproved = new Map()
  const forget = 'update sessions set second_factor_at = null where id = $1'
  for (const role of ROLES) {
    const person = await aUser(test.deps, { roles: [role] })
    await asOwner(test.deps.databaseUrl, forget, [person.sessionId])
    unproved.set(role, person)
  }
})

function call(route: Pick<RouteDef, 'method' | 'path'>, token?: string): Promise<Answer> {
  return test.app.inject({
    method: route.method,
    url: `/api${route.path.replace(/:\w+/g, NO_ID)}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
}

// covers: V3.5.3
it('reading, by GET, changes nothing', async () => {
  const rows = async () => {
    const tables = await asOwner(
      test.deps.databaseUrl,
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'
         and table_name not in ('rate_limits', 'audit_entries') order by 1`,
    )
    const count = ({ name }: { name: string }) =>
      `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) from ${name} t`
    // In order: PostgreSQL may read the tables in parallel.
    const every = `${tables.rows.map(count).join(' union all ')} order by 1`
    const all = await asOwner(test.deps.databaseUrl, every)
    return all.rows
  }
  const reader = await aUser(test.deps, { roles: ROLES })
  const before = await rows()
  for (const [, route] of operations) {
    if (route.method === 'GET') await call(route, reader.token)
  }
  expect(await rows()).toEqual(before)
})

// covers: V14.2.2, V14.3.2
it('private answers are not cached', async () => {
  const reader = await aUser(test.deps, { roles: ROLES })
  for (const [name, route] of protectedOnes.filter(([, { method }]) => method === 'GET')) {
    const { headers } = await call(route, reader.token)
    expect(headers['cache-control'], name).toContain('no-store')
  }
})

// covers: V6.3.4
it('an account is needed for every change but these', () => {
  const open = operations
    .filter(
      ([, { auth, method }]) => method !== 'GET' && (auth === 'public' || auth === 'optional'),
    )
    .map(([name]) => name)
  expect(open.sort()).toEqual(CHANGES_WITHOUT_ACCOUNT)
})

it('every permission is known here', () => {
  const asked = new Set(forStaff.map(([, permission]) => permission))
  expect([...asked].sort()).toEqual(Object.keys(MAY).sort())
})

describe('without an account', () => {
  // covers: V8.2.1
  it.each(protectedOnes)('%s is refused, and with a made-up token', async (_name, route) => {
    expect((await call(route)).json().code).toBe('unauthenticated')
    expect((await call(route, 'a.b.c')).json().code).toBe('unauthenticated')
  })
})

describe('a call for the team', () => {
  // covers: V8.2.1, V10.3.2
  it.each(forStaff)('%s is for who has %s', async (_name, permission, route) => {
    for (const [role, { token }] of people) {
      const answer = await call(route, token)
      const refused = answer.statusCode === 403 && answer.json().code === 'forbidden'
      expect(refused, `${role}: ${answer.statusCode} ${answer.body}`).toBe(
        !MAY[permission].includes(role),
      )
      expect(answer.statusCode).not.toBe(401)
    }
  })

  // covers: V8.3.1
  it.each(forStaff)(
    '%s asks for %s in the database, not in the token',
    async (_name, _p, route) => {
      const former = await aUser(test.deps, { roles: ['admin'] })
      await asOwner(test.deps.databaseUrl, `update users set roles = '{passenger}' where id = $1`, [
        former.userId,
      ])
      expect((await call(route, former.token)).json().code).toBe('forbidden')
    },
  )
})

describe('somebody of the team without a second factor', () => {
  // covers: V6.3.3
  it.each(forStaff)('is refused %s', async (_name, permission, route) => {
    for (const role of MAY[permission]) {
      const answer = await call(route, unproved.get(role)?.token)
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'second_factor_required'])
    }
  })
})

describe('a session that has ended', () => {
  const live = protectedOnes

  // covers: C31, V7.2.1, V7.4.1
  it.each(live)('opens %s no more', async (_name, route) => {
    const gone = await aUser(test.deps, { roles: ROLES })
    await asOwner(test.deps.databaseUrl, 'update sessions set revoked_at = now() where id = $1', [
      gone.sessionId,
    ])
    expect((await call(route, gone.token)).json().code).toBe('unauthenticated')
  })
})
