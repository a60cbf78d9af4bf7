import { sql } from 'kysely'
import type { z } from 'zod'
import { type TripDraftView, tripDrafts } from '#contract/trip-drafts.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

export type DraftRequest = z.input<(typeof tripDrafts)['save']['body']>

export type TripDraft = {
  id: string
  driverId: string
  /** Null when this release cannot read what was stored: then it is not published. */
  request: DraftRequest | null
  status: TripDraftView['status']
  reason: string | null
  tripId: string | null
  savedAt: Date
}

const COLUMNS = sql`
  id, driver_id as "driverId", request, status, reason, trip_id as "tripId",
  saved_at as "savedAt"`

export async function findDraft(reader: Reader, driverId: string): Promise<TripDraft | undefined> {
  const row = await run.row<Omit<TripDraft, 'request'> & { request: unknown }>(reader)`
    select ${COLUMNS} from trip_drafts where driver_id = ${driverId}`
  if (!row) return undefined
  const isRead = tripDrafts.save.body.safeParse(row.request).success
  return { ...row, request: isRead ? (row.request as DraftRequest) : null }
}

/** Keeps the only draft of a driver; it has a new id, so that it is another publication. */
export async function replaceDraft(
  tx: Tx,
  draft: Pick<TripDraft, 'id' | 'driverId' | 'request' | 'savedAt'>,
) {
  await sql`
    insert into trip_drafts (id, driver_id, request, status, saved_at)
    values (${draft.id}, ${draft.driverId}, ${JSON.stringify(draft.request)}, 'waiting',
      ${draft.savedAt})
    on conflict (driver_id) do update set id = excluded.id, request = excluded.request,
      status = excluded.status, saved_at = excluded.saved_at, reason = null, trip_id = null,
      decided_at = null`.execute(tx)
}

export async function deleteDraft(tx: Tx, driverId: string) {
  await sql`delete from trip_drafts where driver_id = ${driverId}`.execute(tx)
}

/** Records what became of a waiting draft; without effect when it was replaced or decided. */
export function decideDraft(
  tx: Tx,
  outcome: { id: string; tripId: string | null; reason: string | null; now: Date },
) {
  return run.changedOne(tx)`
    update trip_drafts set status = ${outcome.reason === null ? 'published' : 'refused'},
      reason = ${outcome.reason}, trip_id = ${outcome.tripId}, decided_at = ${outcome.now}
    where id = ${outcome.id} and status = 'waiting'`
}
