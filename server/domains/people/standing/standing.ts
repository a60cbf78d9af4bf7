// How a person stands, from what was decided. Pure: no clock and no database.
import { addMs, DAY_MS } from '#server/platform/clock.ts'

export type SanctionEvent = {
  id: string
  /** The sanction that this is about; its own id unless it lifts one. */
  sanctionId: string
  userId: string
  kind: 'paused' | 'warned' | 'suspended' | 'expelled' | 'lifted'
  at: Date
  endsAt: Date | null
  reason: string
  decidedBy: string | null
  cause: string
}

/**
 * `warned`: may do everything; the next violation counts as a repeated one. `paused`: barred while
 * the team looks at a case, which is no sanction.
 */
export type Standing = 'good' | 'warned' | 'paused' | 'suspended' | 'expelled'

/** As stored, and as the events say. */
export type StandingRow = {
  expelled: boolean
  paused: boolean
  /** The end of the longest suspension; null also while paused, which ends later than all. */
  suspendedUntil: Date | null
  sanctionedAt: Date | null
}

/** A sanction without violations in between is forgotten after a year. */
const REMEMBERED_DAYS = 365

export type Sanction = {
  id: string
  kind: 'paused' | 'warned' | 'suspended' | 'expelled'
  at: Date
  endsAt: Date | null
  reason: string
  decidedBy: string | null
  liftedAt: Date | null
}

/** Sanctions and pauses of a person, the earliest first, each with whether it was lifted. */
export function sanctionsIn(events: readonly SanctionEvent[]): Sanction[] {
  const lifted = new Map(
    events.flatMap(({ kind, sanctionId, at }) => (kind === 'lifted' ? [[sanctionId, at]] : [])),
  )
  return events.flatMap((event) => {
    const { id, kind, at, endsAt, reason, decidedBy } = event
    if (kind === 'lifted') return []
    return [{ id, kind, at, endsAt, reason, decidedBy, liftedAt: lifted.get(id) ?? null }]
  })
}

export function isLifted({ liftedAt }: Pick<Sanction, 'liftedAt'>): boolean {
  return liftedAt !== null
}

/** Recomputes the stored standing; the SQL copy is `standing_of`. */
export function standingFrom(events: readonly SanctionEvent[]): StandingRow {
  const stands = sanctionsIn(events).filter((sanction) => !isLifted(sanction))
  const paused = stands.some(({ kind }) => kind === 'paused')
  return {
    expelled: stands.some(({ kind }) => kind === 'expelled'),
    paused,
    suspendedUntil: paused ? null : latest(stands.map(({ endsAt }) => endsAt)),
    sanctionedAt: latest(stands.flatMap(({ kind, at }) => (kind === 'paused' ? [] : at))),
  }
}

function latest(dates: readonly (Date | null)[]): Date | null {
  const times = dates.flatMap((date) => (date ? [date.getTime()] : []))
  return times.length === 0 ? null : new Date(Math.max(...times))
}

/** How somebody stands at an instant; undefined: never sanctioned. */
export function standingAt(row: StandingRow | undefined, now: Date): Standing {
  if (!row) return 'good'
  if (row.expelled) return 'expelled'
  if (row.paused) return 'paused'
  if (row.suspendedUntil && row.suspendedUntil > now) return 'suspended'
  const since = addMs(now, -REMEMBERED_DAYS * DAY_MS)
  return row.sanctionedAt && row.sanctionedAt > since ? 'warned' : 'good'
}
