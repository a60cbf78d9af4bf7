// docs/operations.md and the runbooks agree with the code: statements that run, metrics and jobs
// that exist.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { isServerCode, readProject } from './architecture/source.ts'
import { openTestDatabase } from './db.ts'

const { db } = await openTestDatabase()
const root = fileURLToPath(new URL('..', import.meta.url))
const text = readFileSync(`${root}docs/operations.md`, 'utf8')
const runbooks = readdirSync(`${root}docs/runbooks`)
  .map((name) => readFileSync(`${root}docs/runbooks/${name}`, 'utf8'))
  .join('\n')
const code = readProject(root, 'server')
  .filter(isServerCode)
  .map((file) => file.text)
  .join('\n')

const chapter = (title: string) => text.split(/^## /m).find((each) => each.startsWith(title)) ?? ''

describe('the statements', () => {
  const statements = [...`${text}${runbooks}`.matchAll(/```sql\n(.+?)```/gs)].map(
    ([, found = '']) => found,
  )

  it('are some', () => expect(statements.length).toBeGreaterThan(4))

  it.each(statements)('%s', async (statement) => {
    await expect(sql.raw(statement).execute(db)).resolves.toBeDefined()
  })

  it('name jobs that exist', () => {
    const jobs = statements.flatMap((each) => /name = '([^']+)'/.exec(each)?.[1] ?? [])
    expect(jobs.filter((name) => !code.includes(`'${name}'`))).toEqual([])
    expect(jobs).toHaveLength(2)
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
