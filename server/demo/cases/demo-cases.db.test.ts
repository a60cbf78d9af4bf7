import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { backOffice } from '#contract/back-office.ts'
import { emailKey } from '#contract/email-address.ts'
import { ROLES } from '#contract/permissions.ts'
import { TEAM_QUEUES, type TeamQueue } from '#contract/team-queues.ts'
import { openIncident } from '#server/modules/community/safety/index.ts'
import { openTicket } from '#server/modules/community/support/index.ts'
import { showToday } from '#server/modules/office/desk/back-office/show-today.ts'
import { listUnsigned } from '#server/modules/office/desk/index.ts'
import { findUserIdByEmailKey } from '#server/modules/people/users/index.ts'
import { loadPlaces, loadSafePoints } from '#server/modules/roads/places/index.ts'
import { loadFuelPrices } from '#server/modules/roads/pricing/index.ts'
import { DAY_MS } from '#server/platform/clock.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { anotherSession, aUser, freshToken, type TestUser } from '#test/factories.ts'
import { queueStates, unsignedAbsent } from '#test/queue-states.ts'
import { EVERY_JOB } from '#test/run-jobs.ts'
import { passengers, staff } from '../people.ts'
import { seedDemo } from '../seed-demo.ts'

let test: TestApp

beforeAll(async () => {
  test = await openTestApp()
  test.deps.config.demo = true
  await loadPlaces(test.deps)
  await loadFuelPrices(test.deps)
  await loadSafePoints(test.deps)
  await seedDemo(test.deps)
}, 300_000)

async function rows<Row = Record<string, string>>(statement: string): Promise<Row[]> {
  return (await asOwner(test.deps.databaseUrl, statement)).rows as Row[]
}

async function idOf(email: string | undefined): Promise<string> {
  return (await findUserIdByEmailKey(test.deps.db, emailKey(email ?? ''))) ?? ''
}

/** A member of the demonstration's team, with every role: sees each queue. */
async function member(row: number): Promise<Actor> {
  const userId = await idOf(staff[row]?.email)
  return { userId, sessionId: newId(), roles: [...ROLES] }
}

/** Values that a check of the schema allows for a column: the quoted words after its name. */
async function allowed(table: string, column: string): Promise<string[]> {
  const checks = await rows<{ text: string }>(`
    select pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = '${table}'::regclass and contype = 'c'`)
  const list = new RegExp(`^CHECK \\(\\(${column} = ANY \\(ARRAY\\[(.*)\\]\\)\\)\\)$`)
  const found = checks.flatMap(({ text }) => list.exec(text)?.[1] ?? [])
  return found.flatMap((text) => [...text.matchAll(/'(\w+)'/g)].map(([, value]) => value ?? ''))
}

const columns = TEAM_QUEUES.flatMap((queue) =>
  queueStates[queue].columns.map((each) => ({ queue, ...each })),
)
const stages = TEAM_QUEUES.flatMap((queue) =>
  Object.entries(queueStates[queue].stages).map(([state, each]) => ({ queue, state, ...each })),
)

describe('cases of the first start', () => {
  it.each(columns)('has a case for each $column of $table', async ({ table, column, absent }) => {
    const values = await allowed(table, column)
    expect(values.length).toBeGreaterThan(1)
    const seen = await rows<{ value: string }>(`select distinct ${column} as value from ${table}`)
    const lacking = values.filter((value) => !seen.some((row) => row.value === value))
    expect(lacking).toEqual(Object.keys(absent ?? {}))
  })

  it.each(stages)('has a case of $queue: $state', async ({ table, where }) => {
    const found = await rows(`select 1 from ${table} where ${where}`)
    expect(found.length).toBeGreaterThan(0)
  })

  it.each([
    ...['disputes', 'conduct', 'appeals', 'rating-cases', 'reward-reviews'].map(
      (queue) => `${queue}?status=resolved`,
    ),
    'verifications?status=approved',
    'verifications?status=rejected',
  ])('says of every decided case of %s who of the team decided', async (queue) => {
    const { token } = await aUser(test.deps, { roles: ['passenger', 'admin'] })
    const url = `/api/admin/${queue}`
    const answer = await test.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    const { items } = answer.json() as { items: { decidedBy: string | null }[] }
    expect(items.length).toBeGreaterThan(0)
    for (const { decidedBy } of items) expect(decidedBy).toMatch(/^\p{Lu}\p{L}+ \p{Lu}\.$/u)
  })

  it('gives every queue of the team something to do', async () => {
    const { queues } = await showToday(test.deps, await member(0))
    expect(queues.map(({ queue }) => queue).sort()).toEqual([...TEAM_QUEUES].sort())
    expect(queues.filter(({ count }) => count === 0)).toEqual([])
  })

  it('seeds one proposal of each kind that waits for a second signature', async () => {
    const kinds = backOffice.listUnsigned.ok.shape.items.element.shape.kind.options
    const all = await Promise.all(
      [0, 1, 2].map(async (row) => (await listUnsigned(test.deps, await member(row))).items),
    )
    const seen = new Set<string>(all.flat().map(({ kind }) => kind))
    expect(kinds.filter((kind) => !seen.has(kind)).toSorted()).toEqual(
      Object.keys(unsignedAbsent).toSorted(),
    )
  })

  it('adds no case on a later start', async () => {
    const count = () =>
      rows(`select (select count(*) from support_tickets) + (select count(*) from incidents)
        + (select count(*) from conduct_cases) + (select count(*) from withdrawals) as cases`)
    const before = await count()
    await seedDemo(test.deps)
    expect(await count()).toEqual(before)
  })
})

// Every badge beside the list that it leads to.

let olga: TestUser

async function get(who: TestUser, path: string) {
  const headers = { authorization: `Bearer ${await freshToken(test.deps, who)}` }
  const answer = await test.app.inject({ url: `/api${path}`, headers })
  expect(answer.statusCode, `${path} ${answer.body}`).toBe(200)
  return answer.json()
}

/** Lists that a screen of a queue shows first, where that is not `/admin/<queue>`. */
const lists: Partial<Record<TeamQueue, string>> = {
  verification: '/admin/verifications/people',
  withdrawals: '/admin/withdrawals?status=waiting',
  'payment-cases': '/payments/cases',
  claims: '/admin/claims?status=waiting',
  'safe-points': '/admin/safe-points?status=waiting',
}

beforeAll(async () => {
  olga = await aUser(test.deps, { firstName: 'Olga', roles: [...ROLES] })
})

it.each(TEAM_QUEUES)('the badge of %s is the number of rows of its list', async (queue) => {
  const { queues } = await get(olga, '/admin/today')
  const { count } = queues.find((each: { queue: string }) => each.queue === queue)
  const { items } = await get(olga, lists[queue] ?? `/admin/${queue}`)
  expect(count).toBeGreaterThan(0)
  expect(items).toHaveLength(count)
})

it('the numbers of "Hoy" are those of its lists', async () => {
  const { trips } = await get(olga, '/admin/today')
  const { items } = await get(olga, '/admin/bookings?status=requested')
  expect(items).toHaveLength(trips.requests)
  const { trips: onRoad } = await get(olga, '/admin/road')
  const { counts, items: late } = trips.road
  const sum = Object.values(counts as Record<string, number>).reduce((all, one) => all + one, 0)
  expect(onRoad).toHaveLength(sum)
  expect(late[0]).toMatchObject({ state: 'late_to_leave', lateMinutes: 42, waiting: 1 })
})

/** People for whom something waits: requests to answer, and whatever the passengers have. */
const BUSY = `select driver_id as id from bookings where status = 'requested'
  union select passenger_id from bookings where status in ('requested', 'no_show')`

it('the badges of a person are the numbers of the rows of their lists', async () => {
  const people = (await asOwner(test.deps.databaseUrl, BUSY)).rows
  let seen = 0
  for (const { id } of people) {
    const who = await anotherSession(test.deps, { ...olga, userId: id })
    const agenda = await get(who, '/agenda')
    const told = await get(who, '/notifications')
    const chats = await get(who, '/conversations')
    type Row = { readAt?: string | null; unread?: number; until?: string | null }
    const rows = {
      waiting: agenda.items.filter(({ until }: Row) => until !== null).length,
      unread: told.notifications.filter(({ readAt }: Row) => readAt === null).length,
      unreadConversations: chats.conversations.filter(({ unread = 0 }: Row) => unread > 0).length,
    }
    if (told.next === null) expect(agenda, id).toMatchObject(rows)
    seen += agenda.waiting + agenda.unreadConversations
  }
  expect(seen).toBeGreaterThan(2)
})

/** Alarms about outside parties and about the clock of the machine, which a test does not have. */
const OUTSIDE = /^(clock_skew|gateway|reconciliation_failed|payouts_failed|mail_|text_|bounces)/
const rules = readFileSync('ops/monitoring/alerts.yml', 'utf8')
const watched = [...rules.matchAll(/name=~?"([\w|]+)"/g)]
  .flatMap(([, names]) => (names ?? '').split('|'))
  .filter((name) => !OUTSIDE.test(name))

describe('alarms about the cases', () => {
  it('raises none on the first day, and one for a ticket that somebody writes', async () => {
    const { deps, clock } = test
    const known = await rows('select id from notifications')
    const counted = vi.spyOn(deps.metrics, 'count')
    const logged = vi.spyOn(deps.log, 'error')
    const author = { userId: await idOf(passengers[0]?.email) }
    const id = newId()
    await openTicket(deps, author, { id, kind: 'account', text: 'No puedo entrar.', about: null })
    const alarms = () => {
      const all = counted.mock.calls.filter(([name, labels]) => {
        const isFine = name === 'integrity_checked' && Object.values(labels ?? {})[0] === 'ok'
        return (watched.includes(name) || name === 'duty_called') && !isFine
      })
      return [...new Set(all.map(([name]) => name))].toSorted()
    }
    for (const days of [0, 0.25]) {
      clock.advance(days * DAY_MS)
      await test.runRecurring(...EVERY_JOB)
    }
    expect(watched).toContain('incident_overdue')
    expect(alarms()).toEqual([])
    const calls = await rows(`
      select n.kind from notifications n join users u on u.id = n.user_id
      where u.roles && '{verifier,support,finance,admin}' and n.kind in ('duty_call', 'safety_late')
        and n.id <> all ('{${known.map((row) => row.id).join()}}'::uuid[])`)
    expect(calls).toEqual([])
    clock.advance(10 * DAY_MS)
    for (const _run of [1, 2]) await test.runRecurring(...EVERY_JOB)
    // Nobody signed or ended them in all these days, nor took the report about a silent trip.
    expect(alarms()).toEqual([
      'clearing_residue',
      'conduct_pause_undecided',
      'expulsion_lapsed',
      'incident_overdue',
      'refund_unsigned',
    ])
    const late = counted.mock.calls.filter(([name]) => name === 'ticket_overdue')
    expect(late).toEqual([['ticket_overdue', { kind: 'account' }]])
    const told = logged.mock.calls.map(([facts]) => facts as { ticketId?: string })
    expect(told.flatMap(({ ticketId }) => ticketId ?? [])).toEqual([id])
    const dead = /cupo_jobs_dead\{([^}]*)\} [1-9]/g
    const given = [...(await deps.metrics.registry.metrics()).matchAll(dead)]
    expect(given.map(([, labels]) => labels)).toEqual(['lane="smtp"'])
  }, 120_000)

  it('calls the people on duty when a person of the demonstration asks for help', async () => {
    const { deps } = test
    const [ride] = await rows(`
      select b.id, b.trip_id as "tripId", b.passenger_id as "userId" from bookings b
      where b.status = 'completed' order by b.drops_off_at desc limit 1`)
    const where = { tripId: ride?.tripId ?? '', bookingId: ride?.id ?? '', position: null }
    const asked = {
      id: newId(),
      kind: 'emergency',
      text: '',
      tellContact: false,
      ...where,
    } as const
    const pressedAt = deps.clock.now().toISOString()
    await openIncident(deps, { userId: ride?.userId ?? '' }, { ...asked, pressedAt })
    expect(await rows(`select id from duty_alarms where incident_id = '${asked.id}'`)).toHaveLength(
      1,
    )
  })
})

describe('the recurring jobs', () => {
  /** Excluded: a cursor, which starts again after its last day. The figures it leads to are not. */
  const CURSOR = 'statistics_progress'

  /** Number of rows and digest of each table. */
  async function contents() {
    const tables = await rows<{ name: string }>(`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> '${CURSOR}'`)
    const digests = tables.map(
      ({ name }) => `select '${name}' as name, count(*)::int as rows,
        md5(string_agg(t::text, ',' order by t::text)) as digest from ${name} t`,
    )
    return await rows(`${digests.join(' union all ')} order by 1`)
  }

  it('change nothing when all of them run again at the same time', async () => {
    // Statistics count 30 days a run, so all figures need several runs. What a job of the first
    // runs tells open screens is deleted by a later one.
    await test.runRecurring(...EVERY_JOB, ...Array(8).fill('statistics.count'))
    for (const _run of [1, 2]) await test.runRecurring(...EVERY_JOB)
    const before = await contents()
    await test.runRecurring(...EVERY_JOB)
    expect(await contents()).toEqual(before)
  }, 120_000)
})
