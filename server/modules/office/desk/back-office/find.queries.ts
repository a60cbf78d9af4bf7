import { type Reader, run } from '#server/platform/db/tx.ts'

// Read only: these tables belong to withdrawals, support and privacy (docs/decisions/0041).

export type FoundWithdrawalRow = {
  id: string
  reference: string
  status: string
  closed: boolean
  userId: string
  amount: number
  createdAt: Date
}

/** Lists the withdrawals with this id or reference, or paid by this transaction of the gateway. */
export function listFoundWithdrawals(
  reader: Reader,
  { id, reference }: { id: string | null; reference: string | null },
) {
  return run.rows<FoundWithdrawalRow>(reader)`
    select w.id, w.reference, w.status, (w.closed_at is not null) as closed,
      w.user_id as "userId", w.amount_pesos as amount, w.created_at as "createdAt"
    from withdrawals w
    where w.id = ${id}::uuid or w.reference = upper(${reference}::text)
      or w.id = (select p.withdrawal_id from payout_transactions p
        where p.transaction_id = ${reference}::text)
    order by w.created_at desc, w.id desc`
}

export type FoundClaimRow = { id: string; userId: string; closedAt: Date }

/** Lists the open claims with this id or display code, the oldest first. */
export function listFoundClaims(
  reader: Reader,
  asked: { id: string | null; digits: string | null; limit: number },
) {
  return run.rows<FoundClaimRow>(reader)`
    select c.id, c.user_id as "userId", c.started_at as "closedAt"
    from account_closings c
    where c.claim_open and c.started_at is not null
      and (c.id = ${asked.id}::uuid or right(c.id::text, 8) = ${asked.digits}::text)
    order by c.started_at, c.id limit ${asked.limit}`
}

export type FoundVehicleRow = { id: string; plate: string; title: string; ownerId: string }

/** Lists the vehicles with this plate, which several people can have registered. */
export function listFoundVehicles(
  reader: Reader,
  { plate, limit }: { plate: string; limit: number },
) {
  return run.rows<FoundVehicleRow>(reader)`
    select v.id, v.plate, concat_ws(' ', v.brand, v.model, v.year, v.color) as title,
      v.owner_id as "ownerId"
    from vehicles v where v.plate = ${plate} order by v.created_at, v.id
    limit ${limit}`
}

export type FoundTicketRow = {
  id: string
  number: number
  kind: string
  status: string
  userId: string | null
  lastAt: Date
}

/** Lists the tickets with this id or number, or of these people: open first, then the newest. */
export function listFoundTickets(
  reader: Reader,
  asked: { id: string | null; number: number | null; userIds: readonly string[]; limit: number },
) {
  return run.rows<FoundTicketRow>(reader)`
    select t.id, t.number::int as number, t.kind, t.status, t.user_id as "userId",
      t.last_at as "lastAt"
    from support_tickets t
    where t.status <> 'unconfirmed' and (t.id = ${asked.id}::uuid
      or t.number = ${asked.number}::int or t.user_id = any(${[...asked.userIds]}::uuid[]))
    order by (t.status = 'open') desc, t.last_at desc, t.id desc
    limit ${asked.limit}`
}
