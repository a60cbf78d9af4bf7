import { sql } from 'kysely'
import type { RevealField } from '#contract/back-office-people.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'

export async function insertReveal(
  tx: Tx,
  reveal: {
    at: Date
    userId: string
    actorId: string
    field: RevealField
    reason: string | null
    about: { kind: 'ticket' | 'case'; id: string } | null
  },
): Promise<void> {
  const { about } = reveal
  await sql`
    insert into data_reveals (id, at, user_id, actor_id, field, reason, about_kind, about_id)
    values (${newId()}, ${reveal.at}, ${reveal.userId}, ${reveal.actorId}, ${reveal.field},
      ${reveal.reason}, ${about?.kind ?? null}, ${about?.id ?? null})`.execute(tx)
}
