import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { coverageRows } from '#test/coverage-pages.ts'
import { ROOT } from './project.ts'
import { TARGET, withTables } from './security-docs.ts'

/** Pages that promise something about the whole system. */
const PAGES = ['docs/security.md', 'docs/ledger.md']
const WHOLE =
  /\b(every|everything|everybody|no|none|nobody|nothing|never|only|always|cannot|all)\b/i
const PROOF =
  /\b(?:[CS]\d+(?:\.\d+)?|V\d+\.\d+\.\d+)\b|\b(?:[\w-]+\/)+[\w.-]+\.(?:test|e2e)\.tsx?\b/g

/** Rows of the coverage pages that a test shows. */
const shown = new Set(coverageRows().flatMap(({ id, tests }) => (tests.length > 0 ? [id] : [])))

/** Paragraphs, rows and bullets of a page, without headings, code and generated tables. */
function blocksOf(page: string): string[] {
  return page
    .replaceAll(/<!-- generated[\s\S]*?<!-- end -->/g, '')
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .split(/\n\s*\n|\n(?=\s*(?:\||\* |- |\d+\. ))/)
    .filter((block) => !/^(#|\|[-|\s]+$)/.test(block.trim()))
}

/** Whether a block names a test, or a row of a coverage page that has one. */
function isProved(block: string): boolean {
  return [...block.matchAll(PROOF)].some(
    ([name]) => shown.has(name) || existsSync(join(ROOT, name)),
  )
}

const claimsOf = (page: string) =>
  blocksOf(page)
    .filter((block) => WHOLE.test(block.replaceAll(/`[^`]*`|\([^)]*\)/g, '')) && !isProved(block))
    .map((block) => block.trim().slice(0, 160))

describe('what documents claim', () => {
  it('docs/security.md has the tables that follow from the contract', () => {
    const page = readFileSync(TARGET, 'utf8')
    expect(page).toBe(withTables(page))
    expect(page).toMatch(/^\| `support` \| .*`people\.reveal`/m)
  })

  it.each(PAGES)('%s proves what it says of all by a test', (page) => {
    expect(claimsOf(readFileSync(join(ROOT, page), 'utf8'))).toEqual([])
  })

  it('docs/scaling.md names each function with an advisory lock, and what is numbered', () => {
    const page = readFileSync(join(ROOT, 'docs/scaling.md'), 'utf8')
    const sources = globSync(['database/functions/**/*.sql', 'server/**/*.queries.ts'], {
      cwd: ROOT,
    })
    const locking = sources.filter((file) =>
      readFileSync(join(ROOT, file), 'utf8').includes('pg_advisory'),
    )
    const said: Record<string, string> = {
      'database/functions/travel/book_seats.sql': '`book_seats`',
      'server/modules/community/safety/duty/alarms.queries.ts': 'drills of duty',
      'server/modules/community/safety/incidents.queries.ts': 'incidents of a trip',
      'server/modules/foundation/notifications/texts.queries.ts': 'texts about a booking',
      'server/modules/office/desk/team/team.queries.ts': 'changes of the team',
      'server/modules/people/access/auth/account.queries.ts': 'links to accounts',
      'server/modules/travel/bookings/board/board-passenger.queries.ts': 'boarding by name',
    }
    expect(locking.sort()).toEqual(Object.keys(said))
    for (const words of Object.values(said)) expect(page).toContain(words)
    const schema = globSync('database/schema/*.sql', { cwd: ROOT })
    const numbered = schema.flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^.*as identity/gm)].map(() => file),
    )
    expect(numbered.sort()).toEqual(['database/schema/bank.sql', 'database/schema/community.sql'])
  })

  it('notices a claim without a proof, and one whose row no test shows', () => {
    expect(
      claimsOf('# No heading\n\nNobody reads it.\n\n| only | its person |\n|---|---|'),
    ).toEqual(['Nobody reads it.', '| only | its person |'])
    expect(claimsOf('Nobody reads it (C17).\n\nNobody writes it (C99999).')).toEqual([
      'Nobody writes it (C99999).',
    ])
  })
})
