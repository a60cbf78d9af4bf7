import { sql } from 'kysely'
import type { GatewayTransaction } from '#server/modules/bank/gateway/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'

export type Asked = 'reference' | 'transaction'

/** Stores the gateway's answer, without the data of the payer, and our decision. */
export async function insertAnswer(
  reader: Reader,
  answer: { asked: Asked; transaction: GatewayTransaction; outcome: string; now: Date },
): Promise<void> {
  const { asked, transaction, outcome, now } = answer
  const { reference, id, status, amountInCents, currency, method } = transaction
  await sql`
    insert into gateway_answers (id, at, asked, payment_id, reference, transaction_id, status,
      amount_in_cents, currency, method, outcome)
    values (${newId()}, ${now}, ${asked},
      (select p.id from payments p where p.reference = ${reference}), ${reference}, ${id},
      ${status}, ${amountInCents}, ${currency}, ${method}, ${outcome})`.execute(reader)
}

/** Stores that the gateway has no transaction for a payment reference yet. */
export async function insertNoAnswer(
  reader: Reader,
  { reference, now }: { reference: string; now: Date },
) {
  await sql`
    insert into gateway_answers (id, at, asked, payment_id, reference, outcome)
    values (${newId()}, ${now}, 'reference',
      (select p.id from payments p where p.reference = ${reference}), ${reference}, 'none')
    `.execute(reader)
}

/** Stores that the gateway did not answer, once in a row, since it is polled every few minutes. */
export async function insertFailure(
  reader: Reader,
  failure: { asked: Asked; subject: string; outcome: string; now: Date },
): Promise<void> {
  const { asked, subject, outcome, now } = failure
  await sql`
    insert into gateway_answers (id, at, asked, payment_id, reference, transaction_id, outcome)
    select ${newId()}, ${now}, ${asked}, p.id,
      case when ${asked} = 'reference' then ${subject} end,
      case when ${asked} = 'transaction' then ${subject} end, ${outcome}
    from (select) as one
    left join payments p on p.reference = ${subject} or p.id = (
      select a.payment_id from payment_attempts a where a.transaction_id = ${subject})
    where ${outcome} is distinct from (
      select g.outcome from gateway_answers g
      where g.payment_id = p.id or g.transaction_id = ${subject}
      order by g.at desc, g.id desc limit 1)`.execute(reader)
}
