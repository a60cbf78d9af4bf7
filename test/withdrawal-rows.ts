// Withdrawals written straight into their table, for acts of the team on them.
import { newId } from '#server/platform/ids.ts'
import type { TestUser } from './factories.ts'

type Row = {
  owner: TestUser
  /** Approves it, and says its result or its return. */
  by: TestUser
  /** Confirms that it was paid. */
  confirms: TestUser
  state: 'requested' | 'sent' | 'paid'
  /** Whether the first of two people said its result or, once it is paid, its return. */
  told: boolean
}

export async function aWithdrawalRow(
  run: (text: string, ...values: unknown[]) => Promise<unknown>,
  { owner, by, confirms, state, told }: Row,
): Promise<string> {
  const [id, accountId, batchId] = [newId(), newId(), newId()]
  await run(
    `insert into payout_accounts (id, user_id, kind, sealed, number_index, identification_version,
       preferred, created_at, usable_from)
     values ($1::uuid, $2, 'nequi', '\\x00', sha256(convert_to($1::text, 'UTF8')), 1, false, now(),
       now())`,
    accountId,
    owner.userId,
  )
  const isSent = state !== 'requested'
  if (isSent) {
    const batch = 'insert into payout_batches (id, created_by, created_at) values ($1, $2, now())'
    await run(batch, batchId, by.userId)
  }
  await run(
    `insert into withdrawals (id, user_id, account_id, reference, amount_pesos, two_people, status,
       created_at, updated_at, next_check_at, first_by, first_at, sent_at, channel, batch_id,
       result, result_note, result_by, result_at)
     values ($1::uuid, $2, $3, upper('RET-' || right($1::text, 12)), 50000, false, $4, now(),
       now(), now(),
       $5, case when $5::uuid is not null then now() end,
       case when $5::uuid is not null then now() end, $6, $7, $8, $9, $10,
       case when $10::uuid is not null then now() end)`,
    ...[id, owner.userId, accountId, isSent ? 'sent' : state, isSent ? by.userId : null],
    ...[isSent ? 'bank_file' : null, isSent ? batchId : null],
    ...(told || state === 'paid'
      ? ['paid', 'Salió en el extracto.', by.userId]
      : [null, null, null]),
  )
  if (state !== 'paid') return id
  const paid = `update withdrawals set status = 'paid', closed_at = now(), confirmed_by = $2
    where id = $1`
  await run(paid, id, confirms.userId)
  const back = `update withdrawals set return_reference = 'MOV-2', return_reason = 'Cerrada.',
    return_by = $2, return_at = now() where id = $1`
  if (told) await run(back, id, by.userId)
  return id
}
