import type { QueuedWithdrawal } from '#contract/withdrawals.ts'
import { type Reader, run } from '#server/platform/db/tx.ts'
import type { RowOf } from '#server/platform/iso-dates.ts'

export type OwnerRow = {
  /** Id of the withdrawal. */
  id: string
  memberSince: Date
  accountSince: Date
  /** Completed trips as driver and as passenger. */
  driven: number
  ridden: number
  devices: number
  newestDeviceAt: Date | null
  /** Other people who used one of the owner's browsers. */
  deviceOthers: number
  /** Largest withdrawal that was paid to the owner before, in pesos; 0 without one. */
  largestPaid: number
}

/** What an approver compares about the owners of these withdrawals, by withdrawal id. */
export function findOwnerFacts(reader: Reader, ids: readonly string[]) {
  return run.by<OwnerRow>(reader, 'id')`
    select w.id, u.created_at as "memberSince", a.created_at as "accountSince",
      (select count(*)::int from trips t
        where t.driver_id = w.user_id and t.status = 'completed') as driven,
      (select count(*)::int from bookings b
        where b.passenger_id = w.user_id and b.status = 'completed') as ridden,
      (select count(*)::int from user_devices d where d.user_id = w.user_id) as devices,
      (select max(d.first_seen_at) from user_devices d
        where d.user_id = w.user_id) as "newestDeviceAt",
      (select count(distinct o.user_id)::int from user_devices d
        join user_devices o on o.device_index = d.device_index and o.user_id <> d.user_id
        where d.user_id = w.user_id) as "deviceOthers",
      (select coalesce(max(p.amount_pesos), 0)::bigint from withdrawals p
        where p.user_id = w.user_id and p.status = 'paid' and p.created_at < w.created_at)
        as "largestPaid"
    from withdrawals w join users u on u.id = w.user_id
    join payout_accounts a on a.id = w.account_id
    where w.id = any(${[...ids]}::uuid[])`
}

export type EarlierRow = RowOf<QueuedWithdrawal['owner']['earlier'][number], 'createdAt'> & {
  /** Id of the withdrawal that it came before or after. */
  id: string
}

/** The five latest other withdrawals of each owner, newest first, by withdrawal id. */
export async function findEarlierOf(reader: Reader, ids: readonly string[]) {
  const rows = await run.rows<EarlierRow>(reader)`
    select w.id, e.reference, e.amount_pesos as amount, e.status, e.created_at as "createdAt",
      e.reason
    from withdrawals w cross join lateral (
      select * from withdrawals o where o.user_id = w.user_id and o.id <> w.id
      order by o.created_at desc, o.id desc limit 5) as e
    where w.id = any(${[...ids]}::uuid[])
    order by e.created_at desc, e.id desc`
  return Map.groupBy(rows, ({ id }) => id)
}
