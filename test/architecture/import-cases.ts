// Samples for the rules on imports, on writing tables and on naming folders.
import type { Case, Tree } from './rule-case.ts'

export const importCases: Case[] = [
  {
    rule: 'a module imports only its own layer and lower ones',
    bad: {
      'server/modules/bank/ledger/a.ts': "import '#server/modules/people/users/index.ts'",
      'server/modules/people/access/auth/a.ts':
        "\nexport { x } from '#server/modules/travel/trips/index.ts'",
      'server/modules/roads/pricing/a.ts':
        "const x = await import('#server/modules/office/privacy/index.ts')",
      'server/modules/novelty/extras/a.ts':
        "import type { X } from '#server/modules/people/users/index.ts'",
      'server/modules/office/privacy/a.ts': "import '#server/modules/users/a/index.ts'",
    },
    good: {
      'server/modules/travel/trips/a.ts': "import '#server/modules/bank/ledger/index.ts'",
      'server/modules/travel/bookings/a.ts': "import '#server/modules/travel/trips/index.ts'",
      'server/modules/travel/trips/a.test.ts':
        "import '#server/modules/office/desk/team/invite.ts'",
    },
    at: [
      'server/modules/bank/ledger/a.ts:1',
      'server/modules/novelty/extras/a.ts:1',
      'server/modules/office/privacy/a.ts:1',
      'server/modules/people/access/auth/a.ts:2',
      'server/modules/roads/pricing/a.ts:1',
    ],
  },
  {
    rule: 'modules of a layer have no cycle',
    bad: {
      'server/modules/travel/trips/a.ts': "import '#server/modules/travel/search/index.ts'",
      'server/modules/travel/search/b.ts':
        "import type { X } from '#server/modules/travel/demand/index.ts'",
      'server/modules/travel/demand/alerts/c.ts': "import '#server/modules/travel/trips/index.ts'",
    },
    good: {
      'server/modules/travel/trips/a.ts': "import '#server/modules/roads/places/index.ts'",
      'server/modules/travel/search/b.ts': "import '#server/modules/travel/trips/index.ts'",
      'server/modules/travel/trips/a.test.ts': "import '#server/modules/travel/search/index.ts'",
    },
    at: ['travel/demand:1'],
  },
  {
    rule: 'folders of the web have no cycle',
    bad: {
      'web/shared/access/auth/a.ts': "const later = () => import('../../payments/b.ts')",
      'web/shared/payments/b.ts': "import '#web/offline/c.ts'",
      'web/offline/c.ts': "import type { X } from '#web/shared/access/auth/d.ts'",
    },
    good: {
      'web/shared/access/auth/a.ts': "import '#web/stored/b.ts'",
      'web/shared/payments/b.ts': "import '#web/shared/access/auth/a.ts'",
      'web/root.tsx': "import '#web/shared/access/auth/a.ts'",
      'web/shared/access/auth/c.ts': "import type { X } from '#web/root.tsx'",
    },
    at: ['web/offline:1'],
  },
  {
    rule: 'a module is imported through its index',
    bad: {
      'server/modules/travel/trips/a.ts':
        "import { x } from '#server/modules/bank/ledger/ledger.queries.ts'",
      'server/app.ts': "import { x } from './modules/bank/ledger/hold.ts'",
    },
    good: {
      'server/modules/travel/trips/a.ts':
        "import { x } from '#server/modules/bank/ledger/index.ts'",
      'server/modules.ts': "import { x } from './modules/bank/ledger/module.ts'",
      'server/modules/travel/trips/b.ts': "import { x } from './trips.queries.ts'",
      'bench/search.ts': "import { x } from '#server/modules/travel/search/search.queries.ts'",
    },
    at: ['server/app.ts:1', 'server/modules/travel/trips/a.ts:1'],
  },
  {
    rule: 'platform and modules import nothing from above',
    bad: {
      'server/platform/a.ts': "import { x } from '#server/modules/bank/ledger/index.ts'",
      'server/modules/travel/trips/a.ts': "import { x } from '#server/app.ts'",
      'server/modules/travel/trips/b.ts': "import { x } from '#sandbox/wompi/server.ts'",
    },
    good: {
      'server/platform/a.ts': "import type { Config } from '#server/config.ts'",
      'server/main.ts': "import { x } from '#sandbox/wompi/server.ts'",
    },
    at: [
      'server/modules/travel/trips/a.ts:1',
      'server/modules/travel/trips/b.ts:1',
      'server/platform/a.ts:1',
    ],
  },
  {
    rule: 'web and server meet only in the contract',
    bad: {
      'web/lib/a.ts': "import { x } from '#server/platform/money.ts'",
      'server/app.ts': "import { x } from '#web/lib/format.ts'",
      'sandbox/wompi/a.ts': "import { x } from '#server/modules/money/payments/index.ts'",
    },
    good: { 'web/lib/a.ts': "import { x } from '#contract/trips.ts'" },
    at: ['sandbox/wompi/a.ts:1', 'server/app.ts:1', 'web/lib/a.ts:1'],
  },
  {
    rule: 'a feature does not import another feature',
    bad: {
      'web/features/trips/a.tsx': "import { X } from '#web/features/wallet/card.tsx'",
      'web/features/admin/admin-screens.ts': "import('#web/features/wallet/card.tsx')",
      'web/features/admin/b.ts': "import('#web/features/wallet/money.screen.tsx')",
      'web/ui/a.tsx': "import { X } from '#web/features/wallet/card.tsx'",
      'web/shared/trips/a.tsx': "import { X } from '#web/features/trips/card.tsx'",
    },
    good: {
      'web/features/trips/a.tsx': "import { X } from './card.tsx'",
      'web/features/admin/admin-screens.ts': "import('#web/features/wallet/money.screen.tsx')",
      'web/root.tsx': "import { X } from '#web/features/shell/nav-bar.tsx'",
    },
    at: [
      'web/shared/trips/a.tsx:1',
      'web/features/admin/admin-screens.ts:1',
      'web/features/admin/b.ts:1',
      'web/features/trips/a.tsx:1',
      'web/ui/a.tsx:1',
    ],
  },
  {
    rule: 'several features use each part of web/shared',
    bad: {
      'web/features/trips/a.tsx': "import { X } from '#web/shared/trips/card.tsx'",
      'web/features/trips/b.tsx': "import('#web/shared/trips/card.tsx')",
    },
    good: {
      'web/features/trips/a.tsx': "import { X } from '#web/shared/trips/card.tsx'",
      'web/features/search/b.tsx': "import { X } from '#web/shared/trips/card.tsx'",
      'web/features/search/c.tsx': "import { X } from '#web/shared/trips/list.tsx'",
      'web/shared/trips/card.tsx': "import { X } from './words.ts'",
      'web/root.tsx': "import { X } from '#web/shared/trips/list.tsx'",
    },
    at: ['web/shared/trips/card.tsx:1'],
  },
  {
    rule: 'web/ui and web/lib know no domain',
    bad: {
      'web/ui/a.tsx': "import type { Trip } from '#contract/trips.ts'",
      'web/ui/b.tsx': "import { Card } from '#web/shared/trips/card.tsx'",
      'web/lib/c.ts': "import { words } from '#web/shared/trips/words.ts'",
    },
    good: {
      'web/ui/a.tsx': "import { cx } from './cx.ts'",
      'web/lib/c.ts': "import type { Trip } from '#contract/trips.ts'",
      'web/shared/trips/d.ts': "import { words } from '#web/shared/places/words.ts'",
    },
    at: ['web/lib/c.ts:1', 'web/ui/a.tsx:1', 'web/ui/b.tsx:1'],
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

export const cycleCases: Case[] = [
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
  {
    rule: 'a module has at most eight levels of imports',
    bad: { ...chain('server/modules/travel/search/', 9), ...chain('web/features/trips/', 9) },
    good: {
      ...chain('server/modules/travel/search/', 8),
      'server/modules/travel/search/a0.test.ts': "import { a } from './a1.ts'",
      'server/modules/travel/demand/alerts/a.ts':
        "import { b } from '#server/modules/travel/search/index.ts'",
    },
    at: ['server/modules/travel/search:1', 'web/features/trips:1'],
  },
]

/** Files `a1.ts` to `a<count>.ts`, each of which imports the next one. */
function chain(folder: string, count: number): Tree {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `${folder}a${index + 1}.ts`,
      index + 1 < count ? `import type { A } from './a${index + 2}.ts'` : 'export type A = 1',
    ]),
  )
}

const sqlFunction = (name: string, lines: number) =>
  `create function ${name}() returns int as $$${'\n'.repeat(lines - 1)}$$;`

/** Declarations of the database by modules. */
const declared = {
  'server/platform/platform.data.ts': 'export const d = { tables: { jobs: {} } }',
  'server/modules/travel/trips/data.ts':
    'export const d = { tables: { trips: {} }, innerFunctions: ["sell_trip"] }',
}

export const ownershipCases: Case[] = [
  {
    rule: 'inserts name their columns',
    bad: {
      'server/modules/travel/trips/trips.queries.ts': 'sql`\n  insert into trips values (1)`',
      'database/functions/travel/book.sql':
        'create function book() returns void as $$\n insert into bookings select * from b $$;',
    },
    good: {
      'server/modules/travel/trips/trips.queries.ts': 'sql`insert into trips (id)\n values (1)`',
      'database/functions/travel/book.sql':
        'create or replace function book() as $$ insert into bookings (id) select b $$;',
    },
    at: ['database/functions/travel/book.sql:2', 'server/modules/travel/trips/trips.queries.ts:2'],
  },
  {
    rule: 'a table is written by its module',
    bad: {
      ...declared,
      'server/modules/travel/trips/trips.queries.ts': 'sql`insert into trips (id) values (1)`',
      'server/modules/travel/search/search.queries.ts':
        'x()\nsql`with a as (update trips set id = 2)`',
      'server/modules/travel/demand/alerts/alerts.queries.ts': "db.deleteFrom('jobs')",
      'server/modules/travel/trips/lost.queries.ts': 'sql`delete from nowhere`',
      'database/functions/travel/sell_trip.sql':
        'create function sell_trip() returns text as $$\n  insert into jobs values (1)\n$$;\n',
      'database/functions/travel/new_thing.sql':
        'create function new_thing() returns void as $$\n  update trips set id = 1\n$$;',
    },
    good: {
      ...declared,
      'server/modules/travel/trips/trips.queries.ts': 'sql`insert into trips (id) values (1)`',
      'server/modules/travel/search/search.queries.ts':
        'sql`select id from trips for update of trips`',
      'server/demo/demo.queries.ts': 'sql`insert into trips (id) values (1)`',
      'server/platform/jobs/jobs.queries.ts': 'sql`insert into jobs (id) values (1)`',
      'database/functions/travel/sell_trip.sql':
        'create or replace function sell_trip() returns text as $$\n' +
        '  -- insert into jobs\n  insert into new_jobs values (1)\n$$;',
    },
    at: [
      'database/functions/travel/new_thing.sql:2',
      'database/functions/travel/sell_trip.sql:2',
      'server/modules/travel/demand/alerts/alerts.queries.ts:1',
      'server/modules/travel/search/search.queries.ts:2',
      'server/modules/travel/trips/lost.queries.ts:1',
    ],
  },
  {
    rule: 'a module declares each table and function',
    bad: {
      ...declared,
      'server/modules/bank/ledger/data.ts':
        'export const d = { tables: { accounts: {} },\n functions: [`x`, "sell_trip"] }',
      'database/schema/travel.sql':
        '-- Tables of the module trips.\ncreate table trips (\ncreate table seats (\n' +
        '-- Tables of the module search.\ncreate table accounts (',
      'database/functions/bank/sell_trip.sql': 'create function sell_trip() as $$ select 1 $$;',
      'database/functions/bank/other.sql': 'create function other() as $$ select 1 $$;',
    },
    good: {
      ...declared,
      'database/schema/travel.sql': '-- Tables of the module trips.\ncreate table trips (',
      'database/schema/foundation.sql':
        '-- Tables of the module platform.\ncreate unlogged table jobs (',
      'database/functions/travel/sell_trip.sql': 'create function sell_trip() as $$ select 1 $$;',
    },
    at: [
      'database/functions/bank/other.sql:1',
      'database/functions/bank/sell_trip.sql:1',
      'database/schema/travel.sql:3',
      'database/schema/travel.sql:5',
      'server/modules/bank/ledger/data.ts:2',
    ],
  },
  {
    rule: 'a function of the database is defined once, in its file or that of its topic',
    bad: {
      'database/functions/travel/one.sql':
        'create function one() returns int return 1;\ncreate function two() returns int return 2;',
      'database/schema/travel.sql': 'create or replace function three() returns int return 3;',
      'database/functions/travel/four.sql': 'create function four() returns int return 4;',
      'database/functions/travel/topic.sql':
        'create function four() returns int return 4;\n' +
        'create function five() returns int return 5;',
    },
    good: {
      'database/functions/bank/topic.sql':
        'create function six() returns int return 6;\n' +
        'create function seven() returns int return 7;',
      'database/functions/travel/one.sql':
        'create function one() returns int return 1;\n' +
        'create function one(a int) returns int return 2;',
      'database/migrations/20990101T0000_a.sql': 'create function one() returns int return 1;',
    },
    at: [
      'database/functions/travel/four.sql:1',
      'database/functions/travel/one.sql:2',
      'database/functions/travel/topic.sql:1',
      'database/schema/travel.sql:1',
    ],
  },
  {
    rule: 'functions of the database are short',
    bad: { 'database/functions/travel/one.sql': sqlFunction('one', 71) },
    good: {
      'database/functions/travel/one.sql': sqlFunction('one', 70),
      'database/functions/bank/ledger_verify.sql': sqlFunction('ledger_verify', 71),
    },
    at: ['database/functions/travel/one.sql:1'],
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
      'server/modules/travel/trips/trips.ts': 'function tripSeats() {}',
    },
    at: ['server/platform/a.ts:2', 'server/platform/b.ts:1', 'server/platform/c.ts:1'],
  },
]
