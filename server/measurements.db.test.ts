import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { RouteDef } from '#contract/route.ts'
import { openTestApp } from '#test/app.ts'
import { atEnd } from '#test/at-end.ts'
import { asOwner } from '#test/db.ts'
import { alertCounters } from './measurements.ts'
import { addMs, HOUR_MS } from './platform/clock.ts'
import { inTransaction } from './platform/db/tx.ts'
import { createMetrics } from './platform/metrics.ts'

/** Prometheus stores every series of every process: a larger answer means a mistake in a label. */
const BYTES_MAX = 200_000

const backups = mkdtempSync(path.join(tmpdir(), 'cupo-backups-'))
atEnd(() => rmSync(backups, { recursive: true }))
const test = await openTestApp({
  before: (deps) => {
    deps.config.env.BACKUP_DIR = backups
  },
})

async function measured(): Promise<Map<string, number>> {
  const text = await test.deps.metrics.registry.metrics()
  const lines = text.matchAll(/^(\w+(?:\{[^}]*\})?) (\S+)$/gm)
  const numberOf = (value = '') => Number(value.replace('Inf', 'Infinity'))
  return new Map([...lines].map(([, series = '', value]) => [series, numberOf(value)]))
}

it('reports 0 for every alert counter when the server has just started', async () => {
  const values = await measured()
  for (const [name, details] of Object.entries(alertCounters)) {
    for (const detail of details) {
      const series = `cupo_events_total{name="${name}",detail="${detail}"}`
      expect(values.get(series), series).toBe(0)
    }
  }
})

it('measures waiting jobs, their waiting time and abandoned jobs for each lane', async () => {
  const { clock, deps } = test
  const insert = (id: number, name: string, minutes: number, deadAt: Date | null) =>
    asOwner(
      deps.databaseUrl,
      `insert into jobs (id, name, payload, run_at, created_at, dead_at)
       values ('00000000-0000-7000-8000-00000000000${id}', '${name}', '{}',
         $1::timestamptz, $1, $2)`,
      [addMs(clock.now(), -minutes * 60_000), deadAt],
    )
  await insert(1, 'notifications.mail', 12, null)
  await insert(2, 'notifications.mail', 3, null)
  await insert(3, 'notifications.push', 50, clock.now())
  await insert(4, 'notifications.push', -5, null)
  clock.advance(2_000)
  const values = await measured()
  expect(values.get('cupo_jobs_due{lane="smtp"}')).toBe(2)
  expect(values.get('cupo_jobs_oldest_seconds{lane="smtp"}')).toBe(722)
  expect(values.get('cupo_jobs_dead{lane="smtp"}')).toBe(0)
  expect(values.get('cupo_jobs_due{lane="push"}')).toBe(0)
  expect(values.get('cupo_jobs_dead{lane="push"}')).toBe(1)
  expect(values.get('cupo_jobs_due{lane="alarms"}')).toBe(0)
})

it('measures database connections and open live streams of the process', async () => {
  const values = await inTransaction(test.deps.db, measured)
  expect(values.get('cupo_db_connections{state="used"}')).toBeGreaterThanOrEqual(1)
  expect(values.get('cupo_db_connections{state="waiting"}')).toBe(0)
  expect(values.get('cupo_live_streams')).toBe(0)
})

it.each([
  ['last-backup.json', 'cupo_backup_age_seconds'],
  ['last-documents.json', 'cupo_documents_copy_age_seconds'],
])('measures the age of %s, infinite if there is none', async (file, name) => {
  expect((await measured()).get(name)).toBe(Number.POSITIVE_INFINITY)
  const finishedAt = addMs(test.clock.now(), -2 * HOUR_MS)
  writeFileSync(path.join(backups, file), JSON.stringify({ finishedAt }))
  expect((await measured()).get(name)).toBe(7_200)
})

it('reports the other measurements when one gauge fails', async () => {
  const metrics = createMetrics({ process: false })
  metrics.gauge({ name: 'broken', help: 'fails' }, () => {
    throw new Error('the database is away')
  })
  metrics.gauge({ name: 'broken_lanes', help: 'fails', label: 'lane' }, () => Promise.reject())
  metrics.gauge({ name: 'whole', help: 'answers' }, () => 7)
  const text = await metrics.registry.metrics()
  expect(text).toContain('broken Nan')
  expect(text).toContain('whole 7')
})

it('keeps measurements below 200 kB after requests to all routes and all alerts', async () => {
  const { metrics } = test.deps
  const statuses = ['200', '201', '204', '302', '304', '400', '401', '403', '404', '409', '422']
  const routes = Object.values(api).flatMap((group) => Object.values(group) as RouteDef[])
  expect(routes.length).toBeGreaterThan(250)
  for (const { method, path: route } of routes) {
    for (const status of [...statuses, '429', '500', '503']) {
      metrics.observeRequest({ method, route, status }, 0.01)
    }
  }
  expect((await metrics.registry.metrics()).length).toBeLessThan(BYTES_MAX)
})
