// docs/operations.md agrees with the code: variables with their defaults and what production needs,
// statements that run, metrics and jobs that exist.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { Environment } from '#server/environment.ts'
import { productionProblems } from '#server/production-rules.ts'
import { isServerCode, readProject } from './architecture/source.ts'
import { openTestDatabase } from './db.ts'

const { db } = await openTestDatabase()
const root = fileURLToPath(new URL('..', import.meta.url))
const text = readFileSync(`${root}docs/operations.md`, 'utf8')
const code = readProject(root, 'server')
  .filter(isServerCode)
  .map((file) => file.text)
  .join('\n')

const chapter = (title: string) => text.split(/^## /m).find((each) => each.startsWith(title)) ?? ''
const names = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

/** Of the table of variables: names, default, remarks. */
const rows = chapter('Environment variables')
  .split('\n')
  .filter((line) => /^\| `/.test(line))
  .map((line) => line.split(' | '))
  .map(([first = '', usual = '', rest = '']) => ({ names: names(first), usual, rest }))

describe('the variables', () => {
  it('are all there, and no others', () => {
    const known = Object.keys(Environment.shape)
    expect(rows.flatMap((row) => row.names).sort()).toEqual(known.sort())
  })

  it('have these defaults', () => {
    const defaults = Object.entries(Environment.parse({}))
    expect(defaults.length).toBeGreaterThan(5)
    const untold = defaults.filter(
      ([name, value]) =>
        !rows.some(
          (row) => row.names.includes(name) && names(row.usual).join().includes(`${value}`),
        ),
    )
    expect(untold).toEqual([])
  })

  it('are needed in production where that is said', () => {
    const problems = productionProblems(Environment.parse({ NODE_ENV: 'production' }), false)
    const needed = problems.flatMap((problem) => /^(\w+) es obligatoria/.exec(problem)?.[1] ?? [])
    const marked = rows.filter(({ rest }) => rest.includes('**needed**'))
    expect(marked.flatMap((row) => row.names).sort()).toEqual(needed.sort())
  })
})

describe('the statements', () => {
  const statements = [...text.matchAll(/```sql\n(.+?)```/gs)].map(([, found = '']) => found)

  it('are some', () => expect(statements.length).toBeGreaterThan(4))

  it.each(statements)('%s', async (statement) => {
    await expect(sql.raw(statement).execute(db)).resolves.toBeDefined()
  })

  it('name jobs that exist', () => {
    const jobs = statements.flatMap((each) => /name = '([^']+)'/.exec(each)?.[1] ?? [])
    expect(jobs.filter((name) => !code.includes(`'${name}'`))).toEqual([])
    expect(jobs).toHaveLength(1)
  })
})

it('the metrics and log lines exist', () => {
  const cited = [
    ...chapter('Metrics and alerts').matchAll(/`(cupo_\w+|[a-z]+_[a-z_]+)`/g),
    ...chapter('When something').matchAll(/`(gateway_\w+|mail_\w+|[a-z]+(?: [a-z]+)+)`/g),
  ].map(([, name = '']) => name)
  expect(cited.length).toBeGreaterThan(10)
  expect(cited.filter((name) => !code.includes(`'${name}'`))).toEqual([])
})
