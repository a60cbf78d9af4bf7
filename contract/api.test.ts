import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { api } from './api.ts'
import { refusalsOf } from './refusals.ts'
import type { RouteDef } from './route.ts'
import { webhooks } from './webhooks.ts'

type Calls = Record<string, RouteDef>

function isRoute(value: unknown): value is RouteDef {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

/** Lists calls that the group lost because a later part has a call of the same name. */
function hidden(parts: readonly object[], groups: readonly Calls[]): string[] {
  const offered = new Set(groups.flatMap((group) => Object.values(group)))
  const routes = parts.flatMap((part) => Object.values(part)).filter(isRoute)
  return routes
    .filter((route) => !offered.has(route))
    .map(({ method, path }) => `${method} ${path}`)
}

it('the API has every call that a contract file exports', async () => {
  const paths = globSync('*.ts', { cwd: import.meta.dirname, exclude: ['*.test.ts'] })
  const modules = await Promise.all(paths.map((path) => import(`./${path}`)))
  const exported = modules.flatMap((module) => Object.values<unknown>(module))
  const parts = exported.filter((value) => typeof value === 'object' && value !== null)
  expect(parts).toContain(api.support)
  expect(hidden(parts, [...Object.values(api), webhooks])).toEqual([])
})

it('the check names a call that another part with the same name hides', () => {
  const { signup, login } = api.auth
  const parts = [{ open: signup }, { open: login }]
  expect(hidden(parts, [{ ...parts[0], ...parts[1] }])).toEqual(['POST /auth/signup'])
})

const named = Object.entries(api).flatMap(([group, calls]) =>
  Object.entries(calls as Calls).map(([name, route]) => [`${group}.${name}`, route] as const),
)

it('no call declares a refusal that follows from its guards', () => {
  const declared = named.flatMap(([name, route]) => {
    const derived = refusalsOf({ ...route, errors: [] })
    return route.errors.filter((code) => derived.includes(code)).map((code) => `${name} ${code}`)
  })
  expect(declared).toEqual([])
})

it('derives the refusals of guards from what a call declares', () => {
  const call = (more: Partial<RouteDef>) =>
    refusalsOf({ ...api.wallet.balance, errors: [], ...more } as RouteDef)
  expect(call({ auth: 'public' })).toEqual(['invalid_request'])
  expect(call({})).toEqual(['invalid_request', 'unauthenticated', 'token_expired'])
  expect(refusalsOf(api.trips.show)).toContain('not_found')
  expect(call({ method: 'DELETE' })).toContain('account_expelled')
  expect(call({ auth: { permission: 'team.manage' } as never })).toEqual(
    expect.arrayContaining(['forbidden', 'second_factor_required', 'account_expelled']),
  )
  expect(call({ idempotent: true })).toContain('idempotency_mismatch')
  expect(refusalsOf(api.payments.create)).toContain('amount_not_whole')
  expect(refusalsOf(api.trips.publish)).toContain('amount_not_whole')
  expect(refusalsOf(api.auth.login)).not.toContain('amount_not_whole')
})

/** Lists of release 0.1.0 with a form of their own, which clients know. None is added. */
const OLD_LISTS = [
  'backOffice.findBookings',
  'backOffice.findPayments',
  'backOffice.findTrips',
  'backOffice.listBookings',
  'backOffice.listLedgerLines',
  'backOffice.listPayments',
  'backOffice.listPeople',
  'backOffice.listTrips',
  'bookings.list',
  'conversations.list',
  'conversations.messages',
  'live.events',
  'notifications.list',
  'ratings.ofUser',
  'search.trips',
  'staffActions.list',
  'verification.views',
  'wallet.earnings',
  'wallet.transactions',
]

it('a call that answers in pages takes `page` and answers the form of `pageOf`', () => {
  const keysOf = (schema: unknown) => Object.keys((schema as { shape?: object })?.shape ?? {})
  const others = named.filter(([, { query, body, ok }]) => {
    const asked = [...keysOf(query), ...keysOf(body)]
    const answered = keysOf(ok)
    const inPages =
      asked.some((key) => ['page', 'after', 'before', 'cursor', 'offset'].includes(key)) ||
      answered.some((key) => ['totalPages', 'cursor'].includes(key)) ||
      ['items', 'next'].every((key) => answered.includes(key))
    const ofOneForm = ['items', 'total', 'totalPages'].every((key) => answered.includes(key))
    return inPages && !(ofOneForm && asked.includes('page'))
  })
  expect(others.map(([name]) => name).sort()).toEqual(OLD_LISTS)
})

it('a call with an idempotency key has no query and no file, which its hash would miss', () => {
  const others = named.filter(([, { idempotent, query, file }]) => idempotent && (query || file))
  expect(others.map(([name]) => name)).toEqual([])
})
