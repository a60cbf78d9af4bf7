import { sql } from 'kysely'
import type { ErrorGroup, Vital } from '#contract/browser-reports.ts'
import { type Db, type Reader, run } from '#server/platform/db/tx.ts'

/** Group of the same error on the same page and day; `hash` identifies it within the day. */
export type GroupRow = Omit<ErrorGroup, 'id' | 'firstAt' | 'lastAt'> & { hash: string }

export type VitalRow = {
  page: string
  metric: Vital
  good: number
  needsImprovement: number
  poor: number
}

/** Counts the groups of a day, and lists which of these hashes already exist. */
export function findGroups(reader: Reader, asked: { day: string; hashes: readonly string[] }) {
  return run.row<{ total: number; known: string[] }>(reader, { total: 0, known: [] })`
    select count(*)::int as total,
      coalesce(array_agg(group_hash) filter (
        where group_hash = any(${[...asked.hashes]}::text[])), '{}') as known
    from browser_errors where day = ${asked.day}`
}

/** Adds errors to the groups of a day, ordered by key so that processes do not deadlock. */
export async function addErrors(
  db: Db,
  added: { day: string; now: Date; groups: readonly GroupRow[] },
): Promise<void> {
  const column = <K extends keyof GroupRow>(name: K) => added.groups.map((group) => group[name])
  await sql`
    insert into browser_errors as e
      (day, group_hash, kind, page, message, release, frame, occurrences, first_at, last_at)
    select ${added.day}, g.hash, g.kind, g.page, g.message, g.release, g.frame, g.occurrences,
      ${added.now}, ${added.now}
    from unnest(${column('hash')}::text[], ${column('kind')}::text[], ${column('page')}::text[],
      ${column('message')}::text[], ${column('release')}::text[], ${column('frame')}::text[],
      ${column('occurrences')}::int[])
      as g (hash, kind, page, message, release, frame, occurrences)
    order by g.hash
    on conflict (day, group_hash) do update set
      occurrences = e.occurrences + excluded.occurrences,
      last_at = greatest(e.last_at, excluded.last_at)`.execute(db)
}

/** Adds page views to the counts of a day, ordered by key so that processes do not deadlock. */
export async function addVitals(db: Db, added: { day: string; counts: readonly VitalRow[] }) {
  const column = <K extends keyof VitalRow>(name: K) => added.counts.map((count) => count[name])
  await sql`
    insert into browser_vitals as v (day, page, metric, good, needs_improvement, poor)
    select ${added.day}, c.page, c.metric, c.good, c.needs_improvement, c.poor
    from unnest(${column('page')}::text[], ${column('metric')}::text[], ${column('good')}::int[],
      ${column('needsImprovement')}::int[], ${column('poor')}::int[])
      as c (page, metric, good, needs_improvement, poor)
    order by c.page, c.metric
    on conflict (day, page, metric) do update set
      good = v.good + excluded.good,
      needs_improvement = v.needs_improvement + excluded.needs_improvement,
      poor = v.poor + excluded.poor`.execute(db)
}

export function listVitals(reader: Reader, since: string) {
  return run.rows<VitalRow>(reader)`
    select page, metric, sum(good)::int8 as good,
      sum(needs_improvement)::int8 as "needsImprovement", sum(poor)::int8 as poor
    from browser_vitals where day >= ${since}
    group by page, metric`
}

export function listErrors(reader: Reader, asked: { since: string; limit: number }) {
  return run.rows<GroupRow & { firstAt: Date; lastAt: Date }>(reader)`
    select group_hash as hash, kind, page, message, release, frame,
      sum(occurrences)::int8 as occurrences, min(first_at) as "firstAt", max(last_at) as "lastAt"
    from browser_errors where day >= ${asked.since}
    group by group_hash, kind, page, message, release, frame
    order by sum(occurrences) desc, max(last_at) desc, group_hash
    limit ${asked.limit}`
}

export async function purgeReports(db: Db, before: string): Promise<void> {
  await sql`delete from browser_errors where day < ${before}`.execute(db)
  await sql`delete from browser_vitals where day < ${before}`.execute(db)
}
