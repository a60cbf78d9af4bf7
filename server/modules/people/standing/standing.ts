// Standing of a person, derived from sanction events. Pure: no clock and no database.
import { addMs, DAY_MS } from '#server/platform/clock.ts'

export type SanctionEvent = {
  id: string
  /** Id of the sanction that the event lifts; for other events the id of the event itself. */
  sanctionId: string
  userId: string
  kind: 'paused' | 'warned' | 'suspended' | 'expelled' | 'lifted'
  at: Date
  endsAt: Date | null
  reason: string
  decidedBy: string | null
  cause: string
}

/** `warned`: the next violation counts as repeated. `paused`: barred in a review, no sanction. */
export type Standing = 'good' | 'warned' | 'paused' | 'suspended' | 'expelled'

/** Standing as stored, or as computed from the sanction events. */
export type StandingRow = {
  expelled: boolean
  paused: boolean
  /** End of the longest suspension; null also while paused, because a pause has no end date. */
  suspendedUntil: Date | null
  sanctionedAt: Date | null
}

/** Days after which a sanction without a further violation no longer counts. */
const REMEMBERED_DAYS = 365

export type Sanction = Pick<SanctionEvent, 'id' | 'at' | 'endsAt' | 'reason' | 'decidedBy'> & {
  kind: Exclude<SanctionEvent['kind'], 'lifted'>
  liftedAt: Date | null
}

/** Sanctions and pauses of a person, earliest first, each marked as lifted or not. */
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

/** Standing at an instant; a missing row means that the person was never sanctioned. */
export function standingAt(row: StandingRow | undefined, now: Date): Standing {
  if (!row) return 'good'
  if (row.expelled) return 'expelled'
  if (row.paused) return 'paused'
  if (row.suspendedUntil && row.suspendedUntil > now) return 'suspended'
  const since = addMs(now, -REMEMBERED_DAYS * DAY_MS)
  return row.sanctionedAt && row.sanctionedAt > since ? 'warned' : 'good'
}
