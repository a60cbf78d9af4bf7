// Checks the rules of ARCHITECTURE.md. architecture/rules.test.ts proves that each rule can fail.
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { RULES, type RuleName } from './architecture/rules.ts'
import { readProject, type Violation } from './architecture/source.ts'

/** Files that break a rule for a reason. This list must only get shorter. */
const EXCEPTIONS: { rule: RuleName; path: string; why: string }[] = [
  {
    rule: 'platform names no domain',
    path: 'server/platform/secrets.ts',
    why: 'every secret of the process is read, made and checked in one place',
  },
  {
    rule: 'platform names no domain',
    path: 'server/platform/db/migrate.ts',
    why: 'a restored database goes on with its transaction numbers before anything is written',
  },
  {
    rule: 'a function of the database is defined once, in its file or that of its topic',
    path: 'database/schema/bank.sql',
    why: 'a restored database has another ledger_tx_offset, which no release replaces',
  },
  {
    rule: 'a contract group has the name of its module',
    path: 'server/operations.ts',
    why: 'liveness, readiness and measurements are about the process, which no module owns',
  },
  {
    rule: 'cited documents exist',
    path: 'database/migrations/20261128T0330_clock_limit.sql',
    why: 'a merged migration is never edited, and cites a number that is decision 17 now',
  },
  {
    rule: 'cited documents exist',
    path: 'database/migrations/20261128T0630_people_are_heard.sql',
    why: 'a merged migration is never edited, and cites numbers that are decision 38 now',
  },
  {
    rule: 'platform names no domain',
    path: 'server/platform/http/session.ts',
    why: 'roles and what they permit are decided before any domain is asked',
  },
]

const files = readProject(fileURLToPath(new URL('..', import.meta.url)))

function isException(rule: string, { path }: Violation): boolean {
  return EXCEPTIONS.some((each) => each.rule === rule && each.path === path)
}

describe('the architecture of the project', () => {
  it('reads the files of the project', () => {
    expect(files.map(({ path }) => path)).toContain('test/architecture.test.ts')
  })

  it.each(Object.entries(RULES))('follows the rule: %s', (name, rule) => {
    const broken = rule(files).filter((each) => !isException(name, each))
    expect(broken.map(({ path, line, message }) => `${path}:${line} ${message}`)).toEqual([])
  })

  it('lists no unneeded exception to an architecture rule', () => {
    const idle = EXCEPTIONS.filter(
      ({ rule, path }) => !RULES[rule](files).some((found) => found.path === path),
    )
    expect(idle).toEqual([])
  })
})
