// Tests every rule with a tree of files that breaks it and one that does not.
import { describe, expect, it } from 'vitest'
import { docCases } from './doc-cases.ts'
import { cycleCases, importCases, ownershipCases } from './import-cases.ts'
import type { Case, Tree } from './rule-case.ts'
import { RULES, type RuleName } from './rules.ts'

const lines = (count: number) => 'x()\n'.repeat(count)
const fn = (length: number) => `function f() {\n${lines(length - 2)}}\n`
const routes = (length: number) =>
  `serve(app, deps, group, {\n  go: async () => {\n${lines(length - 2)}  },\n})\n`
const ofGroup = (length: number) =>
  `routesOf(group, (deps) => ({\n  go: async () => {\n${lines(length - 2)}  },\n}))\n`
const handlers = (length: number) =>
  'function handlers(deps: HttpDeps): Handlers<typeof calls> {\n' +
  `  return {\n  go: async () => {\n${lines(length - 2)}  },\n}\n}\n`
const purityCases: Case[] = [
  {
    rule: 'SQL lives in *.queries.ts',
    bad: {
      'server/modules/travel/trips/a.ts': 'const x = 1\ndb.selectFrom("trips")',
      'server/modules/travel/trips/b.ts': 'sql`select 1`',
      'server/modules/travel/trips/c.ts': 'sql<number>`select 1`',
      'server/modules/travel/trips/d.ts': "pool.query('select 1')",
      'server/modules/travel/trips/e.ts': "sql.raw('select 1')",
      'server/app.ts': 'tx.insertInto("x").values(v).execute()',
      'server/platform/jobs/a.ts': 'tx.updateTable("x")',
      'server/modules/travel/trips/f.ts': 'tx.deleteFrom("x")',
      'server/modules/travel/trips/g.ts': "db.executeQuery(CompiledQuery.raw('select 1'))",
      'server/modules/travel/trips/h.ts': 'run.row<Trip>(tx)`select 1`',
    },
    good: {
      'server/modules/travel/trips/trips.queries.ts': 'sql`select 1`; tx.selectFrom("x")',
      'server/platform/db/a.ts': "client.query('begin')",
      'server/modules/travel/trips/a.ts': 'handler({ query }); url.query(input)',
      'server/modules/travel/trips/a.db.test.ts': 'sql`select 1`',
    },
    at: [
      'server/app.ts:1',
      'server/modules/travel/trips/a.ts:2',
      ...[...'bcdefgh'].map((name) => `server/modules/travel/trips/${name}.ts:1`),
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
      'server/modules/travel/trips/a.ts': 'const now = new Date()',
      'server/modules/travel/trips/b.ts': 'const now = Date.now()',
      'server/modules/travel/trips/c.ts': 'const now = Date()',
      'web/lib/a.ts': 'const now = new Date()',
    },
    good: {
      'server/platform/clock.ts': 'const now = new Date()',
      'server/modules/travel/trips/a.ts': 'const at = new Date(row.departs_at)',
      'web/lib/clock.ts': 'const now = Date.now()',
      'web/lib/a.test.ts': 'const now = new Date()',
    },
    at: [
      ...['a', 'b', 'c'].map((name) => `server/modules/travel/trips/${name}.ts:1`),
      'web/lib/a.ts:1',
    ],
  },
  {
    rule: 'only two files use the storage of a browser',
    bad: {
      'web/ui/a.ts': "localStorage.setItem('a', 'b')\nwindow.sessionStorage.clear()",
      'web/ui/b.ts': "document.cookie = 'a=b'\nconst known = window.document.cookie",
      'web/ui/c.ts': "indexedDB.open('a')\ncaches.open('a')",
    },
    good: {
      'web/lib/browser-storage.ts': 'localStorage.length; document.cookie',
      'web/root.tsx': 'const early = "localStorage.getItem()"',
    },
    at: ['a', 'b', 'c'].flatMap((name) => [1, 2].map((line) => `web/ui/${name}.ts:${line}`)),
  },
  {
    rule: 'what was read stays when a later reading fails',
    bad: { 'web/ui/a.tsx': 'if (!answer.isSuccess) fail()' },
    good: { 'web/ui/a.tsx': 'if (!answer.data) fail()\nconst asks = !send.isSuccess' },
    at: ['web/ui/a.tsx:1'],
  },
  {
    rule: 'a lost part of a screen does not end the screen',
    bad: { 'web/ui/a.tsx': "const Part = lazy(() => import('./part.tsx'))" },
    good: {
      'web/ui/a.tsx': "const Part = lazyPart(() => import('./part.tsx'), 'Part')",
      'web/lib/lazy-part.ts': 'export const made = lazy(load)',
    },
    at: ['web/ui/a.tsx:1'],
  },
  {
    rule: 'words of a screen keep their space',
    bad: {
      'web/a.tsx': 'const a = (\n  <p>\n    Se apaga\n    {MINUTES} minutos.\n  </p>\n)',
      'web/b.tsx': 'const b = (\n  <p>\n    {pesos(sum)}\n    vuelven.\n  </p>\n)',
    },
    good: {
      'web/a.tsx': "const a = (\n  <p>\n    Se apaga{' '}\n    {MINUTES} minutos.\n  </p>\n)",
      'web/b.tsx': 'const b = (\n  <p>\n    {isOld && <Old />}\n    Vuelven.\n  </p>\n)',
    },
    at: ['web/a.tsx:2', 'web/b.tsx:2'],
  },
  {
    rule: 'a label has the words that it stands for',
    bad: { 'web/a.tsx': 'const a = <button aria-label="No ir con Carlos">No, gracias</button>' },
    good: {
      'web/a.tsx': 'const a = <button aria-label="No, gracias: Carlos">No, gracias</button>',
      'web/b.tsx': 'const b = <button aria-label="Cerrar"><X /></button>',
    },
    at: ['web/a.tsx:1'],
  },
  {
    rule: 'browser tests take the time from the site',
    bad: {
      'test/e2e/a.e2e.ts': 'const departsAt = new Date()',
      'test/e2e/b-steps.ts': 'const x = 1\nconst now = Date.now()',
    },
    good: {
      'test/e2e/c.e2e.ts': 'const now = await page.evaluate(() => Date.now())',
      'test/e2e/d.e2e.ts': 'const at = new Date(trip.departsAt)',
      'test/db.ts': 'const now = new Date()',
    },
    at: ['test/e2e/a.e2e.ts:1', 'test/e2e/b-steps.ts:2'],
  },
  {
    rule: 'browser tests wait for a state',
    bad: {
      'test/e2e/a.e2e.ts': 'expect(await page.getByRole("switch").isChecked()).toBe(true)',
      'test/e2e/b-steps.ts': 'expect([await bar.count(), 1]).toEqual([1, 1])',
    },
    good: {
      'test/e2e/c.e2e.ts': 'await expect.poll(() => bar.count()).toBe(1)',
      'test/e2e/d.e2e.ts': 'expect(await violations(page)).toEqual([])',
      'test/db.ts': 'expect(await bar.count()).toBe(1)',
    },
    at: ['test/e2e/a.e2e.ts:1', 'test/e2e/b-steps.ts:1'],
  },
  {
    rule: 'routes pass the actor on whole',
    bad: {
      'server/modules/travel/trips/trips.routes.ts':
        'h({ a: ({ actor }) => show(deps, actor?.userId) })\n' +
        'h({ b: ({ actor: { userId } }) => show(deps, { userId }) })\n' +
        'h({ c: ({ actor }) => { const { userId } = actor; return userId } })',
    },
    good: {
      'server/modules/travel/trips/trips.routes.ts':
        'h({ a: ({ actor, params }) => show(deps, actor, params) })\n' +
        'h({ b: ({ actor, body }) => end(deps, { actor, token: body.token }) })',
      'server/modules/travel/trips/show-trip.ts': 'const f = (deps, actor) => find(actor.userId)',
    },
    at: [1, 2, 3].map((line) => `server/modules/travel/trips/trips.routes.ts:${line}`),
  },
  {
    rule: 'a row that fails stops no other',
    bad: {
      'server/modules/travel/trips/a.ts': 'for (const id of await listDue(deps.db, now)) f(id)',
    },
    good: {
      'server/modules/travel/trips/a.ts':
        'for (const id of await listDue(tx, now)) f(id)\n' +
        'await eachRow(await listDue(deps.db, now), f, log)',
    },
    at: ['server/modules/travel/trips/a.ts:1'],
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
    good: {
      'server/a.ts':
        `// ${'x'.repeat(97)}\n// https://example.com/${'x'.repeat(99)}\n` +
        `import { x } from '#server/${'x'.repeat(99)}.ts'`,
    },
    at: ['server/a.ts:2'],
  },
  {
    rule: 'route handlers are short',
    bad: {
      'server/modules/travel/trips/trips.routes.ts': routes(16),
      'server/modules/people/access/auth/auth.routes.ts': handlers(16),
      'server/modules/travel/search/search.routes.ts': ofGroup(16),
    },
    good: {
      'server/modules/travel/trips/trips.routes.ts': routes(15),
      'server/modules/people/access/auth/auth.routes.ts': handlers(15),
      'server/modules/travel/search/search.routes.ts': ofGroup(15),
    },
    at: [
      'server/modules/people/access/auth/auth.routes.ts:3',
      'server/modules/travel/search/search.routes.ts:2',
      'server/modules/travel/trips/trips.routes.ts:2',
    ],
  },
]

const nameCases: Case[] = [
  {
    rule: 'web folders are named as in the server',
    bad: {
      'server/modules/travel/trips/trips.ts': 'f()',
      'web/features/rides/ride.tsx': 'f()',
      'web/shared/rides/ride-words.ts': 'f()',
      'web/shared/home/hero.tsx': 'f()',
    },
    good: {
      'server/modules/travel/trips/trips.ts': 'f()',
      'web/features/trips/publish/step.tsx': 'f()',
      'web/features/home/hero.tsx': 'f()',
      'web/shared/trips/trip-words.ts': 'f()',
    },
    at: [
      'web/shared/home/hero.tsx:1',
      'web/shared/rides/ride-words.ts:1',
      'web/features/rides/ride.tsx:1',
    ],
  },
  {
    rule: 'a contract group has the name of its module',
    bad: {
      'contract/api.ts': 'export const api = {\n  trips,\n  tickets: support,\n}',
      'server/extras.ts': "import '#contract/extras.ts'\nserve(app, deps, extras, {})",
      'server/modules/travel/trips/trips.routes.ts':
        "import { trips } from '#contract/journeys.ts'\nserve(app, deps, trips, {})",
      'server/modules/community/support/support.routes.ts':
        "import { support, desk } from '#contract/support.ts'\n" +
        'serve(app, deps, support, {})\nroutesOf(desk, (deps) => ({}))',
    },
    good: {
      'contract/api.ts': 'export const api = {\n  seatKeeps,\n}',
      'server/modules/travel/bookings/seat-keeps/seat-keeps.routes.ts':
        "import { seatKeeps } from '#contract/seat-keeps.ts'\nroutesOf(seatKeeps, (deps) => ({}))",
    },
    at: [
      'contract/api.ts:3',
      'server/modules/community/support/support.routes.ts:3',
      'server/modules/travel/trips/trips.routes.ts:2',
      'server/extras.ts:2',
    ],
  },
  {
    rule: 'file names are kebab-case',
    bad: { 'web/ui/TripCard.tsx': 'f()', 'server/platform/rate_limit.ts': 'f()' },
    good: {
      'web/shared/trips/trip-card.tsx': 'f()',
      'README.md': 'Hola',
      'database/functions/travel/book_seats.sql': 'select 1',
      'database/migrations/20270120T0731_bookings_add_hold.sql': 'select 1',
    },
    at: ['server/platform/rate_limit.ts:1', 'web/ui/TripCard.tsx:1'],
  },
  {
    rule: 'file names say something',
    bad: {
      'server/utils.ts': 'f()',
      'web/ui/index.ts': 'f()',
      'server/modules/travel/trips/types.ts': 'f()',
      'server/modules/travel/trips/trips2.ts': 'f()',
      'web/lib/helpers.test.ts': 'f()',
    },
    good: { 'contract/common.ts': 'f()', 'server/modules/travel/trips/trip.ts': 'f()' },
    at: [
      'server/modules/travel/trips/trips2.ts:1',
      'server/modules/travel/trips/types.ts:1',
      'server/utils.ts:1',
      'web/lib/helpers.test.ts:1',
      'web/ui/index.ts:1',
    ],
  },
  {
    rule: 'file roles are known',
    bad: {
      'server/modules/travel/trips/trips.service.ts': 'f()',
      'server/modules/travel/trips/journeys.routes.ts': 'f()',
    },
    good: {
      'server/modules/travel/trips/index.ts': "export { f } from './f.ts'",
      'server/modules/travel/trips/publish-trip.db.test.ts': 'f()',
      'web/features/trips/trip-page.route.tsx': 'f()',
    },
    at: [
      'server/modules/travel/trips/journeys.routes.ts:1',
      'server/modules/travel/trips/trips.service.ts:1',
    ],
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
      'server/modules/travel/trips/index.ts': "export * from './publish.ts'",
    },
    good: {
      'server/modules/travel/trips/index.ts': "export { publish } from './publish.ts'",
    },
    at: ['server/modules/travel/trips/index.ts:1', 'web/ui/all.ts:1'],
  },
  {
    rule: 'no .only',
    bad: { 'server/a.test.ts': "it.only('x', f)\ndescribe.only.each([])('x', f)" },
    good: { 'server/a.test.ts': "it('x', () => { list.only(1) })" },
    at: ['server/a.test.ts:1', 'server/a.test.ts:2'],
  },
]

const cases = [
  ...importCases,
  ...cycleCases,
  ...ownershipCases,
  ...purityCases,
  ...budgetCases,
  ...nameCases,
  ...docCases,
]

function check(rule: RuleName, tree: Tree): string[] {
  const files = Object.entries(tree).map(([path, text]) => ({ path, text }))
  return RULES[rule](files)
    .map(({ path, line }) => `${path}:${line}`)
    .sort()
}

describe('the architecture rules', () => {
  it.each(cases)('finds the violations of the rule: $rule', ({ rule, bad, at }) => {
    expect(check(rule, bad)).toEqual([...at].sort())
  })

  it.each(cases)('finds no violation in a correct tree for the rule: $rule', ({ rule, good }) => {
    expect(check(rule, good)).toEqual([])
  })

  it('has a test case for every architecture rule', () => {
    expect(cases.map(({ rule }) => rule).sort()).toEqual(Object.keys(RULES).sort())
  })
})
