import { walletId } from '#server/modules/bank/ledger/index.ts'
import { type Reader, run } from '#server/platform/db/tx.ts'
import type { Ticket } from './ticket.ts'

type MovementFacts = { pesos: number; at: Date }

/** Finds a movement of the person's wallet; the amount is signed from the view of the person. */
export function findMovement(db: Reader, { userId, id }: { userId: string; id: string }) {
  const wallet = walletId(userId)
  return run.row<MovementFacts>(db)`
    select case when credit_account = ${wallet} then amount else -amount end as pesos,
      created_at as at
    from ledger_transfers
    where id = ${id} and (credit_account = ${wallet} or debit_account = ${wallet})`
}

/** Finds the departure ahead of a trip, or the pick-up of a booking; null for other subjects. */
export function findDeparture(
  db: Reader,
  { aboutKind: kind, aboutId: id }: Pick<Ticket, 'aboutKind' | 'aboutId'>,
  now: Date,
) {
  return run.value<{ at: Date }>(db, null)`
    select picks_up_at as at from bookings
    where ${kind}::text = 'booking' and id = ${id} and status in ('requested', 'confirmed')
      and picks_up_at > ${now}
    union all
    select departs_at from trips
    where ${kind}::text = 'trip' and id = ${id} and status = 'published'
      and departs_at > ${now}`
}

type PaymentFacts = { id: string; reference: string; pesos: number; at: Date }

/** Finds a top-up of the person by id, or by the reference that they see. */
export function findPayment(db: Reader, { userId, ref }: { userId: string; ref: string }) {
  return run.row<PaymentFacts>(db)`
    select id, reference, amount_pesos as pesos, created_at as at from payments
    where user_id = ${userId} and (reference = ${ref} or id::text = lower(${ref}))`
}
