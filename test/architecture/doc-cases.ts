// Samples for the rules on documents.
import type { Case } from './rule-case.ts'

export const docCases: Case[] = [
  {
    rule: 'documented commands exist',
    bad: {
      'package.json': '{"scripts":{"start":"a"}}',
      'README.md': 'npm start\n\nnpm run fly\nnpm test',
    },
    good: { 'package.json': '{"scripts":{"db:reset":"a"}}', 'docs/a.md': '`npm run db:reset`' },
    at: ['README.md:3', 'README.md:4'],
  },
  {
    rule: 'documented files exist',
    bad: {
      'server/modules/travel/trips/trip.ts': '',
      'docs/a.md': 'In `trips/trip.ts`.\nIn `trips/journey.ts`.\nIn `web/ui/a.tsx`.',
    },
    good: {
      'server/modules/travel/trips/trip.ts': '',
      'docs/a.md':
        '`server/modules/travel/trips/trip.ts`, `trips/trip.ts`, `data/secrets.json`, `*.test.ts`',
    },
    at: ['docs/a.md:2', 'docs/a.md:3'],
  },
  {
    rule: 'ARCHITECTURE.md lists every module',
    bad: {
      'ARCHITECTURE.md': '| travel | `trips` | owns trips |\n| | `hotels` | owns beds |',
      'server/modules/travel/trips/trip.ts': '',
      'server/modules/bank/ledger/hold.ts': '',
    },
    good: {
      'ARCHITECTURE.md': '| travel | `trips` | owns trips |\n| | `search` | finds them |',
      'server/modules/travel/trips/trip.ts': '',
      'server/modules/travel/search/find.ts': '',
    },
    at: ['ARCHITECTURE.md:1', 'ARCHITECTURE.md:2'],
  },
  {
    rule: 'walks of ARCHITECTURE.md lead somewhere',
    bad: {
      'contract/limits.ts': 'export const HOURS = 24',
      'ARCHITECTURE.md':
        '* `contract/limits.ts`: `DAYS`. The `HOURS`.\n* `contract/gone.ts`: `HOURS`.',
    },
    good: {
      'contract/limits.ts': 'export const HOURS = 24',
      'ARCHITECTURE.md': '* `contract/limits.ts`: `HOURS`. In `days`.\n* `deps.urls`: addresses.',
    },
    at: ['ARCHITECTURE.md:1', 'ARCHITECTURE.md:2'],
  },
  {
    rule: 'cited documents exist',
    bad: {
      'server/a.ts': '// See docs/lost.md.\n// As GUIDE §2 says.',
      'server/b.ts': '// docs/decisions/0019',
      'README.md': '[b](docs/a.md)\n[c](lost.md), decision 20',
      'SECURITY.md': 'decisions 1 and 2\ndecisions 1, 1 and 1',
      'docs/decisions/0001-one.md': '',
      'docs/a.md': 'Read on in b.md',
    },
    good: {
      'server/a.ts': '// See docs/a.md, decision 1 and RFC 8058 §2.',
      'docs/a.md': '[one](decisions/0001-one.md), [a](a.md), [map](../README.md)',
      'docs/decisions/0001-one.md': 'See docs/a.md and a.md',
      'README.md': 'decisions 1 and 1',
      'web/a.test.ts': "'docs/lost.md'",
    },
    at: [
      'README.md:2',
      'README.md:2',
      'docs/a.md:1',
      'server/a.ts:1',
      'server/a.ts:2',
      'server/b.ts:1',
      'SECURITY.md:1',
    ],
  },
  {
    rule: 'decisions are numbered, short and listed',
    bad: {
      'docs/decisions/0001-one.md': '# 2. One',
      'docs/decisions/0003-three.md': `# 3. Three${'\n'.repeat(61)}`,
      'docs/decisions/README.md': '1. [One](0001-one.md)',
    },
    good: {
      'docs/decisions/0001-one.md': '# 1. One\nDate: 2026-11-20',
      'docs/decisions/0002-two.md': '# 2. Two',
      'docs/decisions/README.md': '# Decisions\n\n1. [One](0001-one.md)\n2. [Two](0002-two.md)\n',
    },
    at: [
      'docs/decisions/0001-one.md:1',
      'docs/decisions/0003-three.md:1',
      'docs/decisions/0003-three.md:1',
      'docs/decisions/README.md:1',
    ],
  },
]
