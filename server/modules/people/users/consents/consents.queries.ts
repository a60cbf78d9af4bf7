import { sql } from 'kysely'
import type { ConsentPurpose } from '#contract/consent-texts.ts'
import type { TermsVersion } from '#contract/privacy.ts'
import { type Reader, run } from '#server/platform/db/tx.ts'

type ConsentRow = { id: string; purpose: ConsentPurpose; version: string; given: boolean }

/** Inserts a person's consents, except those that repeat the last one of the same purpose. */
export async function insertConsents(
  db: Reader,
  input: { userId: string; rows: readonly ConsentRow[]; facts: string; at: Date },
) {
  await sql`
    insert into consents (id, user_id, purpose, version, given, at, facts)
    select r.id, ${input.userId}, r.purpose, r.version, r.given, ${input.at}, ${input.facts}::jsonb
    from jsonb_to_recordset(${JSON.stringify(input.rows)}::jsonb)
      as r (id uuid, purpose text, version text, given boolean)
    left join lateral (
      select c.version, c.given from consents c
      where c.user_id = ${input.userId} and c.purpose = r.purpose
      order by c.at desc, c.id desc limit 1) as last on true
    where (r.version, r.given) is distinct from (last.version, last.given)`.execute(db)
}

export function listLastConsents(reader: Reader, userId: string) {
  return run.rows<{ purpose: ConsentPurpose; version: string; given: boolean; at: Date }>(reader)`
    select distinct on (purpose) purpose, version, given, at from consents
    where user_id = ${userId}
    order by purpose, at desc, id desc`
}

export type AnswerCount = Pick<TermsVersion, 'purpose' | 'version' | 'accepted' | 'withdrawn'>

/** Counts the last consents of all people by purpose and version. */
export function countAnswers(reader: Reader) {
  return run.rows<AnswerCount>(reader)`
    select l.purpose, l.version, count(*) filter (where l.given) as accepted,
      count(*) filter (where not l.given) as withdrawn
    from (
      select distinct on (c.user_id, c.purpose) c.purpose, c.version, c.given
      from consents c order by c.user_id, c.purpose, c.at desc, c.id desc
    ) l
    group by l.purpose, l.version`
}
