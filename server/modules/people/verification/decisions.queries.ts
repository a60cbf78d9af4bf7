import { sql } from 'kysely'
import type { FraudSignal } from '#contract/verification-decisions.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

/** `despiteSignals`: fraud signals that the reviewer saw and confirmed. */
export type Verdict = { documentId: string } & (
  | { verdict: 'approved'; despiteSignals: readonly FraudSignal[] }
  | { verdict: 'rejected'; reason: string }
)

/** `version`: of everything that the reviewer compared. */
export type SeenVerdict = Verdict & { version: string }

/** Of the profile photo. `compared`: version of the photo with the faces beside it. */
export type PhotoVerdict = { version: string; compared: string } & (
  | { verdict: 'accepted' }
  | { verdict: 'refused'; reason: string }
)

/** A decision that is neither applied nor undone. */
export type OpenDecision = {
  id: string
  ownerId: string
  decidedBy: string
  appliesAt: Date
  verdicts: readonly SeenVerdict[]
  photo: PhotoVerdict | null
}

const columns = sql`
  id, owner_id as "ownerId", decided_by as "decidedBy", applies_at as "appliesAt", verdicts, photo`

export async function insertDecision(tx: Tx, decision: OpenDecision) {
  await sql`
    insert into document_decisions (id, owner_id, decided_by, applies_at, verdicts, photo)
    values (${decision.id}, ${decision.ownerId}, ${decision.decidedBy}, ${decision.appliesAt},
            ${JSON.stringify(decision.verdicts)},
            ${decision.photo && JSON.stringify(decision.photo)})`.execute(tx)
}

export function findDecision(reader: Reader, id: string) {
  return run.row<OpenDecision>(reader)`
    select ${columns} from document_decisions where id = ${id}`
}

export function findDecisionOf(reader: Reader, ownerId: string) {
  return run.row<OpenDecision>(reader)`
    select ${columns} from document_decisions where owner_id = ${ownerId}`
}

/** Open decisions of a reviewer, latest first. */
export function listDecisionsBy(reader: Reader, reviewerId: string) {
  return run.rows<OpenDecision>(reader)`
    select ${columns} from document_decisions
    where decided_by = ${reviewerId} order by applies_at desc, id desc`
}

/** Ends a decision; undefined when it was applied or undone before. */
export function deleteDecision(tx: Tx, id: string) {
  return run.row<OpenDecision>(tx)`
    delete from document_decisions where id = ${id} returning ${columns}`
}

/**
 * People about whom a decision of this reviewer lapsed since an instant, and waits for another one;
 * latest first. The cause of the message names the person.
 */
export async function listLapsedOf(
  reader: Reader,
  input: { reviewerId: string; since: Date },
): Promise<string[]> {
  const rows = await run.rows<{ ownerId: string }>(reader)`
    select split_part(n.cause, ':', 1)::uuid as "ownerId"
    from notifications n
    where n.user_id = ${input.reviewerId} and n.kind = 'review_lapsed'
      and n.created_at > ${input.since} and not exists (
        select from document_decisions open
        where open.owner_id = split_part(n.cause, ':', 1)::uuid)
    order by n.created_at desc, n.id desc limit 5`
  return [...new Set(rows.map(({ ownerId }) => ownerId))]
}

export async function deleteDecisionsOf(tx: Tx, ownerId: string) {
  await sql`delete from document_decisions where owner_id = ${ownerId}`.execute(tx)
}
