import { beforeAll, describe, expect, it } from 'vitest'
import type { Permission } from '#contract/permissions.ts'
import type { RouteDef } from '#contract/route.ts'
import type { Role } from '#server/platform/http/session.ts'
import { openTestApp, type TestApp } from './app.ts'
import { asOwner } from './db.ts'
import {
  type Attempt,
  attemptsOf,
  type Complaint,
  codeComplaint,
  failuresOf,
  needsAccount,
  type Operation,
  operations,
  send,
  type WriteWatch,
  watchWrites,
} from './every-route.ts'
import { aUser, type TestUser } from './factories.ts'
import { PLANTED, plantedRoutes } from './planted-routes.ts'

// Calls every route of the contract without a session, as every role, and with an ended session.
// The table of roles is repeated here by hand, so that a mistake in the code's table makes the test
// fail. Each check also runs on a planted route that is open to everybody, and must name it.

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
  'people.export': ['support', 'finance', 'admin'],
  'ledger.view': ['finance', 'admin'],
  'browser_reports.view': ['support', 'admin'],
}

/** Calls that write without an account. An addition needs a decision. */
const CHANGES_WITHOUT_ACCOUNT = [
  'alerts.fromMail',
  'alerts.unsubscribe',
  'auth.confirmAddress',
  'auth.confirmEmail',
  'auth.confirmRecovery',
  'auth.debugUser',
  'auth.login',
  'auth.logout',
  'auth.recover',
  'auth.refresh',
  'auth.signup',
  'auth.undoEmail',
  'browserReports.report',
  'notifications.unsubscribe',
  'oauth.appleNotice',
  'pricing.quote',
  'safety.answerInvitation',
  'safety.followTrip',
  'safety.readInvitation',
  'support.answerByLink',
  'support.ask',
  'support.attachByLink',
  'support.confirm',
  'support.photoByLink',
  'support.rateByLink',
  'support.read',
]

const ROLES: readonly Role[] = ['passenger', 'driver', 'verifier', 'support', 'finance', 'admin']

type StaffOperation = readonly [name: string, route: RouteDef, permission: Permission]

const guarded = operations.filter(needsAccount)
const forStaff = operations.flatMap(([name, route]): StaffOperation[] =>
  typeof route.auth === 'object' ? [[name, route, route.auth.permission]] : [],
)
const openToAll: StaffOperation = [...PLANTED.open, 'audit.view']

let test: TestApp
let people: Map<Role, TestUser>
let unproved: Map<Role, TestUser>
let writes: WriteWatch

beforeAll(async () => {
  test = await openTestApp({ extensions: [plantedRoutes(() => test.deps.db)] })
  writes = await watchWrites(test.deps.databaseUrl, ['rate_limits', 'audit_entries'])
  people = new Map()
  for (const role of ROLES) people.set(role, await aUser(test.deps, { roles: [role] }))
  unproved = new Map()
  for (const role of ROLES) {
    const person = await aUser(test.deps, { roles: [role] })
    await asOwner(
      test.deps.databaseUrl,
      'update sessions set second_factor_at = null where id = $1',
      [person.sessionId],
    )
    unproved.set(role, person)
  }
})

describe('every GET route', () => {
  const byGet = operations.filter(([, { method }]) => method === 'GET')

  async function failuresOfReading(tried: readonly Operation[]): Promise<string[]> {
    const { token } = await aUser(test.deps, { roles: ROLES })
    await writes.complaint()
    const attempts = attemptsOf(tried, [['read']], async (route) => {
      await send(test.app, route, { token })
      return await writes.complaint()
    })
    return await failuresOf(attempts, 1)
  }

  it('writes nothing in any GET route', async () => {
    expect(byGet.length).toBeGreaterThan(120)
    expect(await failuresOfReading(byGet)).toEqual([])
  })

  it('names a planted GET route that writes', async () => {
    expect(await failuresOfReading([PLANTED.read])).toEqual(['planted.read, read: wrote jobs'])
  })
})

it('forbids caches to store private answers', async () => {
  const { token } = await aUser(test.deps, { roles: ROLES })
  const check = async (route: RouteDef): Promise<Complaint> => {
    const rule = String((await send(test.app, route, { token })).headers['cache-control'])
    return rule.includes('no-store') ? null : rule
  }
  const byGet = guarded.filter(([, { method }]) => method === 'GET')
  const attempts = attemptsOf(byGet, [['read']], check)
  expect(attempts.length).toBeGreaterThan(100)
  expect(await failuresOf(attempts)).toEqual([])
  const planted = attemptsOf([PLANTED.read], [['read']], check)
  expect(await failuresOf(planted)).toEqual(['planted.read, read: undefined'])
})

it('requires an account for every writing call except the listed ones', () => {
  const open = operations
    .filter((operation) => operation[1].method !== 'GET' && !needsAccount(operation))
    .map(([name]) => name)
  expect(open.sort()).toEqual(CHANGES_WITHOUT_ACCOUNT)
})

it('lists the allowed roles for every permission', () => {
  const asked = new Set(forStaff.map(([, , permission]) => permission))
  expect([...asked].sort()).toEqual(Object.keys(MAY).sort())
})

/** Checks that the route answers `unauthenticated` to each of these tokens. */
function unauthenticated(
  tried: readonly Operation[],
  tokens: readonly [fault: string, token: string | undefined][],
): Attempt[] {
  return attemptsOf(tried, tokens, async (route, [, token]) =>
    codeComplaint(await send(test.app, route, { token }), 401, 'unauthenticated'),
  )
}

describe('every route that needs an account', () => {
  const made: [string, string | undefined][] = [
    ['without a token', undefined],
    ['with a made-up token', 'a.b.c'],
  ]

  it('refuses a missing or made-up token on every route that needs an account', async () => {
    const attempts = unauthenticated(guarded, made)
    expect(attempts.length).toBeGreaterThan(500)
    expect(await failuresOf(attempts)).toEqual([])
  })

  it('refuses an ended session on every route that needs an account', async () => {
    const gone = await aUser(test.deps, { roles: ROLES })
    await asOwner(test.deps.databaseUrl, 'update sessions set revoked_at = now() where id = $1', [
      gone.sessionId,
    ])
    const attempts = unauthenticated(guarded, [['with an ended session', gone.token]])
    expect(attempts.length).toBeGreaterThan(250)
    expect(await failuresOf(attempts)).toEqual([])
  })

  it('names a planted route that answers callers without a valid token', async () => {
    expect(await failuresOf(unauthenticated([PLANTED.open], made))).toEqual([
      'planted.open, without a token: 200 {}',
      'planted.open, with a made-up token: 200 {}',
    ])
  })
})

/** Checks that a route is open exactly to the roles with its permission. */
function asEveryRole(tried: readonly StaffOperation[]): Attempt[] {
  return tried.flatMap(([name, route, permission]) =>
    [...people].map(([role, { token }]) => ({
      name,
      fault: `as ${role} for ${permission}`,
      async check(): Promise<Complaint> {
        const answer = await send(test.app, route, { token })
        if (!MAY[permission].includes(role)) return codeComplaint(answer, 403, 'forbidden')
        const isRefused = answer.statusCode === 403 && answer.json().code === 'forbidden'
        return isRefused || answer.statusCode === 401 ? `${answer.statusCode} refused` : null
      },
    })),
  )
}

/**
 * Checks that a person who lost a team role is refused, although the token still names the role.
 */
async function asFormerAdmin(tried: readonly StaffOperation[]): Promise<Attempt[]> {
  const former = await aUser(test.deps, { roles: ['admin'] })
  await asOwner(test.deps.databaseUrl, `update users set roles = '{passenger}' where id = $1`, [
    former.userId,
  ])
  const { token } = former
  return tried.map(([name, route]) => ({
    name,
    fault: 'as a former admin',
    check: async () => codeComplaint(await send(test.app, route, { token }), 403, 'forbidden'),
  }))
}

/** Checks that roles with the permission are refused until they prove a second factor. */
function withoutSecondFactor(tried: readonly StaffOperation[]): Attempt[] {
  return tried.flatMap(([name, route, permission]) =>
    MAY[permission].map((role) => ({
      name,
      fault: `as ${role} without a second factor`,
      async check(): Promise<Complaint> {
        const answer = await send(test.app, route, { token: unproved.get(role)?.token })
        return codeComplaint(answer, 403, 'second_factor_required')
      },
    })),
  )
}

describe('every route of the team', () => {
  it('opens every team route only to the roles with its permission', async () => {
    const attempts = asEveryRole(forStaff)
    expect(attempts.length).toBeGreaterThan(600)
    expect(await failuresOf(attempts)).toEqual([])
  })

  it('reads the permission of a team member from the database instead of the token', async () => {
    const attempts = await asFormerAdmin(forStaff)
    expect(attempts.length).toBeGreaterThan(100)
    expect(await failuresOf(attempts)).toEqual([])
  })

  it('requires a second factor on every team route', async () => {
    const attempts = withoutSecondFactor(forStaff)
    expect(attempts.length).toBeGreaterThan(200)
    expect(await failuresOf(attempts)).toEqual([])
  })

  it('names a planted team route that is open to everybody', async () => {
    expect(await failuresOf(asEveryRole([openToAll]))).toEqual(
      ROLES.slice(0, -1).map((role) => `planted.open, as ${role} for audit.view: 200 {}`),
    )
    expect(await failuresOf(await asFormerAdmin([openToAll]))).toEqual([
      'planted.open, as a former admin: 200 {}',
    ])
    expect(await failuresOf(withoutSecondFactor([openToAll]))).toEqual([
      'planted.open, as admin without a second factor: 200 {}',
    ])
  })

  it('names a team route that is closed to a role with the permission', async () => {
    const [name, route] = forStaff.find(([, , permission]) => permission === 'audit.view') ?? []
    if (!name || !route) throw new Error('no route asks for audit.view')
    const failures = await failuresOf(asEveryRole([[name, route, 'tickets.answer']]))
    expect(failures).toEqual([`${name}, as support for tickets.answer: 403 refused`])
  })
})
