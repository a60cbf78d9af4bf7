// Checks that docs/operations.md and the runbooks agree with the code: their statements run, and
// their metrics and jobs exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
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

describe('SQL statements in the documents', () => {
  const statements = [...`${text}${runbooks}`.matchAll(/```sql\n(.+?)```/gs)].map(
    ([, found = '']) => found,
  )

  it('finds SQL statements in docs/operations.md and the runbooks', () =>
    expect(statements.length).toBeGreaterThan(4))

  it.each(statements)('runs the documented statement %s', async (statement) => {
    await expect(sql.raw(statement).execute(db)).resolves.toBeDefined()
  })

  it('names only existing jobs in documented statements', () => {
    const jobs = statements.flatMap((each) => /name = '([^']+)'/.exec(each)?.[1] ?? [])
    expect(jobs.filter((name) => !code.includes(`'${name}'`))).toEqual([])
    expect(jobs).toHaveLength(3)
  })
})

it('uses only existing metrics in alerts and dashboard', () => {
  const monitoring = ['alerts.yml', 'dashboard.json']
    .map((name) => readFileSync(`${root}ops/monitoring/${name}`, 'utf8'))
    .join('\n')
  const asked = [...monitoring.matchAll(/name=~?\\?"([a-z_|]+)/g)]
  const events = new Set(asked.flatMap(([, names = '']) => names.split('|')))
  expect(events.size).toBeGreaterThan(10)
  expect([...events].filter((name) => !code.includes(`'${name}'`))).toEqual([])
  const own = new Set(
    [...monitoring.matchAll(/cupo_\w+?(?=_count|_bucket|[{[])/g)].map(([name]) => name),
  )
  expect([...own].filter((name) => !code.includes(`'${name}'`))).toEqual([])
})

it('alerts for each disk that a machine has, and when no disk is measured', () => {
  const alerts = readFileSync(`${root}ops/monitoring/alerts.yml`, 'utf8')
  expect(alerts).toMatch(/node_filesystem_avail_bytes\{fstype!~[^}]+\}\s+\/ node_filesystem_size/)
  expect(alerts).toContain('absent(node_filesystem_avail_bytes)')
  expect(readFileSync(`${root}docs/deploy.md`, 'utf8')).toMatch(/job_name: machines.+node-exporter/)
})

it('names only existing runbooks in alerts', () => {
  const alerts = readFileSync(`${root}ops/monitoring/alerts.yml`, 'utf8')
  const named = [...alerts.matchAll(/runbook: (\S+)/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((path) => !existsSync(`${root}${path}`))).toEqual([])
})

it('says in docs/operations.md what to do for exactly the alerts that name this page', () => {
  const alerts = readFileSync(`${root}ops/monitoring/alerts.yml`, 'utf8')
  const own = alerts
    .split('- alert: ')
    .filter((each) => each.includes('runbook: docs/operations.md'))
  const rows = [...chapter('Metrics and alerts').matchAll(/^\| (`[A-Z].*`) \|/gm)].join()
  const listed = [...new Set(rows.match(/[A-Z]\w+/g))]
  expect(listed.sort()).toEqual(own.map((each) => each.split('\n')[0]).sort())
})

it('names only existing metrics and log lines in docs/operations.md', () => {
  const cited = [
    ...chapter('Metrics and alerts').matchAll(/`(cupo_\w+|[a-z]+_[a-z_]+)`/g),
    ...chapter('When something').matchAll(/`(gateway_\w+|mail_\w+|[a-z]+(?: [a-z]+)+)`/g),
  ].map(([, name = '']) => name)
  expect(cited.length).toBeGreaterThan(10)
  expect(cited.filter((name) => !code.includes(`'${name}'`))).toEqual([])
})
