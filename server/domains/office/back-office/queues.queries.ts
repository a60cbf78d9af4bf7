import { sql } from 'kysely'
import { HEARING_HOURS, PAUSE_DECIDED_HOURS } from '#contract/conduct-limits.ts'
import { waitsForFinance } from '#server/domains/money/withdrawals/withdrawals.public.ts'
import { claimWaits } from '#server/domains/office/privacy/privacy.public.ts'
import type { Reader } from '#server/platform/db/tx.ts'

// Read only: each table belongs to the room of its queue (docs/decisions/0048). Every part reads
// only open items, by a partial index.

export type QueueRow = {
  queue: string
  count: number
  oldestAt: Date | null
  /** Earliest time by which an item with a time of its own is due. */
  dueAt: Date | null
}

type Asked = {
  viewerId: string
  /** Whether finance pays withdrawals by hand, because no payout provider is configured. */
  paidByHand: boolean
  /** Jobs that deliver messages. */
  deliveryJobs: readonly string[]
  now: Date
}

/** Counts the items that wait in each queue of the team. */
export async function listQueueRows(reader: Reader, asked: Asked): Promise<QueueRow[]> {
  const { viewerId, paidByHand, deliveryJobs, now } = asked
  const { rows } = await sql<QueueRow>`
    select 'incidents' as queue, count(*)::int as count, min(created_at) as "oldestAt",
      min(due_at) filter (where taken_at is null) as "dueAt"
    from incidents where closed_at is null
    union all
    select 'verification', count(distinct w.owner_id)::int, min(w.since), null
    from (
      select d.owner_id, d.created_at as since
      from documents d join users u on u.id = d.owner_id
      where d.status = 'pending' and d.owner_id <> ${viewerId}
        and (d.kind not in ('identity_front', 'identity_back')
          or d.identification_version = u.identification_version)
      union all
      select p.user_id, p.waiting_since from driver_photos p
      where p.waiting_since is not null and p.user_id <> ${viewerId}
    ) w
    union all
    select 'disputes', count(*)::int, min(opened_at), null
    from disputes where resolved_at is null
    union all
    select 'conduct', count(*)::int, min(c.created_at),
      min(greatest(e.at, least(c.heard_at,
        c.hearing_asked_at + make_interval(hours => ${HEARING_HOURS}))))
        filter (where e.id is not null) + make_interval(hours => ${PAUSE_DECIDED_HOURS})
    from conduct_cases c left join sanction_events e on e.id = c.pause_id
    where c.decided_at is null
    union all
    select 'appeals', count(*)::int, min(created_at), null
    from sanction_appeals where answered_at is null
    union all
    select 'rating-cases', count(*)::int, min(opened_at), null
    from rating_cases where resolved_at is null
    union all
    select 'withdrawals', count(*)::int, min(created_at), null
    from withdrawals where ${waitsForFinance(paidByHand)}
    union all
    select 'payment-cases', count(*)::int, min(opened_at), null
    from payment_cases where closed_at is null
    union all
    select 'claims', count(*)::int, min(started_at), null
    from account_closings where claim_open and ${claimWaits({ viewerId, now })}
    union all
    select 'reward-reviews', count(*)::int, min(opened_at), null
    from reward_reviews where outcome is null
    union all
    select 'safe-points', count(*)::int, min(s.at), null
    from (
      select p.created_at as at from safe_points p where p.status = 'proposed'
      union all
      select min(r.created_at) from safe_point_reports r
      join safe_points p on p.id = r.safe_point_id
      where r.resolved_at is null and p.status = 'vetted'
      group by r.safe_point_id
    ) s
    union all
    select 'deliveries', count(*)::int, min(dead_at), null
    from jobs where name = any(${[...deliveryJobs]}::text[]) and dead_at is not null
    `.execute(reader)
  return rows
}
