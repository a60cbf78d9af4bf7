import { type Reader, run } from '#server/platform/db/tx.ts'

// Read only: these tables belong to withdrawals and support (docs/decisions/0041).

export type FoundWithdrawalRow = {
  id: string
  reference: string
  status: string
  closed: boolean
  userId: string
  amount: number
  createdAt: Date
}

/** Lists the withdrawals with this id or reference. */
export function listFoundWithdrawals(
  reader: Reader,
  { id, reference }: { id: string | null; reference: string | null },
) {
  return run.rows<FoundWithdrawalRow>(reader)`
    select w.id, w.reference, w.status, (w.closed_at is not null) as closed,
      w.user_id as "userId", w.amount_pesos as amount, w.created_at as "createdAt"
    from withdrawals w
    where w.id = ${id}::uuid or w.reference = ${reference}::text
    order by w.created_at desc, w.id desc`
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
