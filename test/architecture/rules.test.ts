// Every rule, shown one tree that breaks it and one that does not.
import { describe, expect, it } from 'vitest'
import { RULES, type RuleName } from './rules.ts'

type Tree = Record<string, string>

interface Case {
  rule: RuleName
  bad: Tree
  good: Tree
  /** Violations expected in `bad`, as `path:line`. */
  at: string[]
}

const lines = (count: number) => 'x()\n'.repeat(count)
const fn = (length: number) => `function f() {\n${lines(length - 2)}}\n`
const routes = (length: number) =>
  `serve(app, deps, group, {\n  go: async () => {\n${lines(length - 2)}  },\n})\n`
const domainFiles = (count: number): Tree =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`server/domains/trips/step-${n}.ts`, 'f()']),
  )

const importCases: Case[] = [
  {
    rule: 'a domain imports only lower tiers',
    bad: {
      'server/domains/ledger/a.ts': "import { x } from '#server/domains/users/users.public.ts'",
      'server/domains/trips/a.ts': "import { x } from '#server/domains/auth/auth.public.ts'",
      'server/domains/wallet/a.ts': "import type { X } from '../trips/trips.public.ts'",
      'server/domains/novelty/a.ts': "import { x } from '#server/domains/users/users.public.ts'",
      'server/domains/pricing/a.ts': "\nexport { x } from '#server/domains/trips/trips.public.ts'",
      'server/domains/users/a.ts':
        "const x = await import('#server/domains/trips/trips.public.ts')",
    },
    good: {
      'server/domains/trips/a.ts': "import { x } from '#server/domains/ledger/ledger.public.ts'",
      'server/domains/trips/a.test.ts': "import '#server/domains/bookings/book-seat.ts'",
    },
    at: [
      'server/domains/ledger/a.ts:1',
      'server/domains/novelty/a.ts:1',
      'server/domains/pricing/a.ts:2',
      'server/domains/trips/a.ts:1',
      'server/domains/users/a.ts:1',
      'server/domains/wallet/a.ts:1',
    ],
  },
  {
    rule: 'a domain is imported through its public file',
    bad: {
      'server/domains/trips/a.ts': "import { x } from '#server/domains/ledger/ledger.queries.ts'",
      'server/app.ts': "import { x } from './domains/ledger/hold.ts'",
    },
    good: {
      'server/domains/trips/a.ts': "import { x } from '#server/domains/ledger/ledger.public.ts'",
      'server/app.ts': "import { x } from './domains/ledger/ledger.routes.ts'",
      'server/domains/trips/b.ts': "import { x } from './trips.queries.ts'",
      'bench/search.ts': "import { x } from '#server/domains/search/search.queries.ts'",
    },
    at: ['server/app.ts:1', 'server/domains/trips/a.ts:1'],
  },
  {
    rule: 'platform and domains import nothing from above',
    bad: {
      'server/platform/a.ts': "import { x } from '#server/domains/ledger/ledger.public.ts'",
      'server/domains/trips/a.ts': "import { x } from '#server/app.ts'",
      'server/domains/trips/b.ts': "import { x } from '#sandbox/wompi/server.ts'",
    },
    good: {
      'server/platform/a.ts': "import type { Config } from '#server/config.ts'",
      'server/main.ts': "import { x } from '#sandbox/wompi/server.ts'",
    },
    at: ['server/domains/trips/a.ts:1', 'server/domains/trips/b.ts:1', 'server/platform/a.ts:1'],
  },
  {
    rule: 'web and server meet only in the contract',
    bad: {
      'web/lib/a.ts': "import { x } from '#server/platform/money.ts'",
      'server/app.ts': "import { x } from '#web/lib/format.ts'",
      'sandbox/wompi/a.ts': "import { x } from '#server/domains/payments/payments.public.ts'",
    },
    good: { 'web/lib/a.ts': "import { x } from '#contract/trips.ts'" },
    at: ['sandbox/wompi/a.ts:1', 'server/app.ts:1', 'web/lib/a.ts:1'],
  },
  {
    rule: 'a feature does not import another feature',
    bad: {
      'web/features/trips/a.tsx': "import { X } from '#web/features/wallet/card.tsx'",
      'web/ui/a.tsx': "import { X } from '#web/features/wallet/card.tsx'",
    },
    good: {
      'web/features/trips/a.tsx': "import { X } from './card.tsx'",
      'web/root.tsx': "import { X } from '#web/features/shell/nav-bar.tsx'",
    },
    at: ['web/features/trips/a.tsx:1', 'web/ui/a.tsx:1'],
  },
  {
    rule: 'web/ui knows no domain',
    bad: { 'web/ui/a.tsx': "import type { Trip } from '#contract/trips.ts'" },
    good: { 'web/ui/a.tsx': "import { cx } from './cx.ts'" },
    at: ['web/ui/a.tsx:1'],
  },
  {
    rule: 'the contract imports zod and itself',
    bad: {
      'contract/a.ts': "import { z } from 'zod'\nimport { f } from 'node:fs'",
      'contract/b.ts': "import type { X } from '#server/config.ts'",
    },
    good: { 'contract/a.ts': "import { z } from 'zod'\nimport { route } from './route.ts'" },
    at: ['contract/a.ts:2', 'contract/b.ts:1'],
  },
  {
    rule: 'imports carry an extension and do not climb out',
    bad: {
      'server/platform/a.ts': "import { x } from './b'",
      'web/lib/a.ts': "import { x } from '../../contract/trips.ts'",
    },
    good: {
      'server/platform/db/a.ts': "import { x } from '../crypto.ts'",
      'web/features/home/a.tsx': "import type { Route } from './+types/home.route'",
    },
    at: ['server/platform/a.ts:1', 'web/lib/a.ts:1'],
  },
]

const cycleCases: Case[] = [
  {
    rule: 'no import cycles',
    bad: {
      'web/lib/a.ts': "import { b } from './b.ts'",
      'web/lib/b.ts': "import { c } from './c.ts'",
      'web/lib/c.ts': "import type { A } from './a.ts'",
      'server/d.ts': "const e = await import('./e.ts')",
      'server/e.ts': "export { d } from './d.ts'",
      'server/f.ts': "import { d } from './d.ts'",
    },
    good: {
      'web/lib/a.ts': "import { b } from './b.ts'\nimport { c } from './c.ts'",
      'web/lib/b.ts': "import { c } from './c.ts'",
      'web/lib/c.ts': "import { missing } from './missing.ts'",
    },
    at: ['server/d.ts:1', 'web/lib/a.ts:1'],
  },
]

const ownershipCases: Case[] = [
  {
    rule: 'a table is written by one domain',
    bad: {
      'server/domains/trips/trips.queries.ts':
        'sql`insert into trips (id) values (1)`\nsql`select 1 for update of trips`',
      'server/domains/search/search.queries.ts': 'x()\nsql`with a as (update trips set id = 2)`',
      'server/platform/jobs/jobs.queries.ts': "db.insertInto('jobs')",
      'server/domains/alerts/alerts.queries.ts': 'sql`delete from jobs`',
    },
    good: {
      'server/domains/trips/trips.queries.ts': 'sql`insert into trips (id) values (1)`',
      'server/domains/trips/seats.queries.ts': 'sql`update trips set id = 2`',
      'server/domains/search/search.queries.ts': 'sql`select id from trips for update of trips`',
      'server/demo/demo.queries.ts': 'sql`insert into trips (id) values (1)`',
    },
    at: [
      'server/domains/alerts/alerts.queries.ts:1',
      'server/domains/search/search.queries.ts:2',
      'server/domains/trips/trips.queries.ts:1',
      'server/platform/jobs/jobs.queries.ts:1',
    ],
  },
  {
    rule: 'platform names no domain',
    bad: {
      'server/platform/a.ts': 'const one = 1\nfunction tripSeats() {}',
      'server/platform/b.ts': "const path = '/bookings/:id'",
      'server/platform/c.ts': 'query(`select id from ledger_accounts`)',
    },
    good: {
      'server/platform/a.ts': '// As for a trip.\nconst stripe = one.rows',
      'server/domains/trips/trips.ts': 'function tripSeats() {}',
    },
    at: ['server/platform/a.ts:2', 'server/platform/b.ts:1', 'server/platform/c.ts:1'],
  },
]

const purityCases: Case[] = [
  {
    rule: 'SQL lives in *.queries.ts',
    bad: {
      'server/domains/trips/a.ts': 'const x = 1\ndb.selectFrom("trips")',
      'server/domains/trips/b.ts': 'sql`select 1`',
      'server/domains/trips/c.ts': 'sql<number>`select 1`',
      'server/domains/trips/d.ts': "pool.query('select 1')",
      'server/domains/trips/e.ts': "sql.raw('select 1')",
      'server/app.ts': 'tx.insertInto("x").values(v).execute()',
      'server/platform/jobs/a.ts': 'tx.updateTable("x")',
      'server/domains/trips/f.ts': 'tx.deleteFrom("x")',
      'server/domains/trips/g.ts': "db.executeQuery(CompiledQuery.raw('select 1'))",
    },
    good: {
      'server/domains/trips/trips.queries.ts': 'sql`select 1`; tx.selectFrom("x")',
      'server/platform/db/a.ts': "client.query('begin')",
      'server/domains/trips/a.ts': 'handler({ query }); url.query(input)',
      'server/domains/trips/a.db.test.ts': 'sql`select 1`',
    },
    at: [
      'server/app.ts:1',
      'server/domains/trips/a.ts:2',
      ...['b', 'c', 'd', 'e', 'f', 'g'].map((name) => `server/domains/trips/${name}.ts:1`),
      'server/platform/jobs/a.ts:1',
    ],
  },
  {
    rule: 'only config.ts reads the environment',
    bad: { 'server/platform/a.ts': 'const port = process.env.PORT' },
    good: {
      'server/config.ts': 'const port = process.env.PORT',
      'scripts/a.ts': 'const port = process.env.PORT',
    },
    at: ['server/platform/a.ts:1'],
  },
  {
    rule: 'only clock.ts asks for the time',
    bad: {
      'server/domains/trips/a.ts': 'const now = new Date()',
      'server/domains/trips/b.ts': 'const now = Date.now()',
      'server/domains/trips/c.ts': 'const now = Date()',
    },
    good: {
      'server/platform/clock.ts': 'const now = new Date()',
      'server/domains/trips/a.ts': 'const at = new Date(row.departs_at)',
      'web/lib/a.ts': 'const now = new Date()',
    },
    at: ['a', 'b', 'c'].map((name) => `server/domains/trips/${name}.ts:1`),
  },
]

const budgetCases: Case[] = [
  {
    rule: 'files are short',
    bad: { 'server/a.ts': lines(401), 'web/a.css': lines(401) },
    good: { 'server/a.ts': lines(400), 'server/db.generated.ts': lines(900) },
    at: ['server/a.ts:401', 'web/a.css:401'],
  },
  {
    rule: 'functions are short',
    bad: {
      'server/a.ts': fn(71),
      'web/a.tsx': `const A = () => {\n${lines(69)}}`,
      'server/a.test.ts': fn(71),
    },
    good: { 'server/a.ts': fn(70), 'server/a.test.ts': `describe('x', () => {\n${lines(90)}})` },
    at: ['server/a.test.ts:1', 'server/a.ts:1', 'web/a.tsx:1'],
  },
  {
    rule: 'lines are short',
    bad: { 'server/a.ts': `f()\n// ${'x'.repeat(98)}` },
    good: { 'server/a.ts': `// ${'x'.repeat(97)}\n// https://example.com/${'x'.repeat(99)}` },
    at: ['server/a.ts:2'],
  },
  {
    rule: 'route handlers are short',
    bad: { 'server/domains/trips/trips.routes.ts': routes(16) },
    good: { 'server/domains/trips/trips.routes.ts': routes(15) },
    at: ['server/domains/trips/trips.routes.ts:2'],
  },
  {
    rule: 'domain folders are small',
    bad: domainFiles(16),
    good: { ...domainFiles(15), 'server/domains/trips/trip.test.ts': 'f()' },
    at: ['server/domains/trips:1'],
  },
]

const nameCases: Case[] = [
  {
    rule: 'file names are kebab-case',
    bad: { 'web/ui/TripCard.tsx': 'f()', 'server/platform/rate_limit.ts': 'f()' },
    good: {
      'web/ui/trip-card.tsx': 'f()',
      'README.md': 'Hola',
      'migrations/20261120T0731_bookings_add_hold.sql': 'select 1',
    },
    at: ['server/platform/rate_limit.ts:1', 'web/ui/TripCard.tsx:1'],
  },
  {
    rule: 'file names say something',
    bad: {
      'server/utils.ts': 'f()',
      'web/ui/index.ts': 'f()',
      'server/domains/trips/types.ts': 'f()',
      'server/domains/trips/trips2.ts': 'f()',
      'web/lib/helpers.test.ts': 'f()',
    },
    good: { 'contract/common.ts': 'f()', 'server/domains/trips/trip.ts': 'f()' },
    at: [
      'server/domains/trips/trips2.ts:1',
      'server/domains/trips/types.ts:1',
      'server/utils.ts:1',
      'web/lib/helpers.test.ts:1',
      'web/ui/index.ts:1',
    ],
  },
  {
    rule: 'file roles are known',
    bad: {
      'server/domains/trips/trips.service.ts': 'f()',
      'server/domains/trips/journeys.public.ts': 'f()',
    },
    good: {
      'server/domains/trips/trips.public.ts': 'f()',
      'server/domains/trips/publish-trip.db.test.ts': 'f()',
      'web/features/trips/trip-page.route.tsx': 'f()',
    },
    at: ['server/domains/trips/journeys.public.ts:1', 'server/domains/trips/trips.service.ts:1'],
  },
  {
    rule: 'tests lie where they run',
    bad: {
      'web/a.e2e.ts': 'f()',
      'server/a.race.test.ts': 'f()',
      'server/a.spec.ts': 'f()',
    },
    good: {
      'test/e2e/a.e2e.ts': 'f()',
      'test/race/a.race.test.ts': 'f()',
      'server/a.test.ts': 'f()',
    },
    at: ['server/a.race.test.ts:1', 'server/a.spec.ts:1', 'web/a.e2e.ts:1'],
  },
  {
    rule: 'exports are named',
    bad: {
      'server/a.ts': 'f()\nexport default function f() {}',
      'server/b.ts': 'const f = 1\nexport { f as default }',
    },
    good: {
      'web/features/trips/trip.route.tsx': 'export default function Trip() {}',
      'vite.config.ts': 'export default {}',
    },
    at: ['server/a.ts:2', 'server/b.ts:2'],
  },
  {
    rule: 'no barrels',
    bad: {
      'web/ui/all.ts': "export { A } from './a.tsx'\nexport type { B } from './b.tsx'",
      'server/domains/trips/trips.public.ts': "export * from './publish.ts'",
    },
    good: { 'server/domains/trips/trips.public.ts': "export { publish } from './publish.ts'" },
    at: ['server/domains/trips/trips.public.ts:1', 'web/ui/all.ts:1'],
  },
  {
    rule: 'no .only',
    bad: { 'server/a.test.ts': "it.only('x', f)\ndescribe.only.each([])('x', f)" },
    good: { 'server/a.test.ts': "it('x', () => { list.only(1) })" },
    at: ['server/a.test.ts:1', 'server/a.test.ts:2'],
  },
  {
    rule: 'documented commands exist',
    bad: {
      'package.json': '{"scripts":{"start":"a"}}',
      'README.md': 'npm start\n\nnpm run fly\nnpm test',
    },
    good: { 'package.json': '{"scripts":{"db:reset":"a"}}', 'docs/a.md': '`npm run db:reset`' },
    at: ['README.md:3', 'README.md:4'],
  },
]

const cases = [
  ...importCases,
  ...cycleCases,
  ...ownershipCases,
  ...purityCases,
  ...budgetCases,
  ...nameCases,
]

function check(rule: RuleName, tree: Tree): string[] {
  const files = Object.entries(tree).map(([path, text]) => ({ path, text }))
  return RULES[rule](files)
    .map(({ path, line }) => `${path}:${line}`)
    .sort()
}

describe('the architecture rules', () => {
  it.each(cases)('finds: $rule', ({ rule, bad, at }) => {
    expect(check(rule, bad)).toEqual([...at].sort())
  })

  it.each(cases)('lets pass: $rule', ({ rule, good }) => {
    expect(check(rule, good)).toEqual([])
  })

  it('has a case for every rule', () => {
    expect(cases.map(({ rule }) => rule).sort()).toEqual(Object.keys(RULES).sort())
  })
})
