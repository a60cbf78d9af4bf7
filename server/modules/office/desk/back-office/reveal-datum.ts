import type { z } from 'zod'
import type { backOffice } from '#contract/back-office.ts'
import type { RevealField } from '#contract/back-office-people.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { type Contact, findContact, findMaskedPerson } from '#server/modules/people/users/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { isOfPerson } from './person.queries.ts'
import { insertReveal } from './reveals.queries.ts'
import { mayReveal } from './show-person.ts'

type Reveal = { userId: string } & z.output<typeof backOffice.revealDatum.body>

/**
 * Reveals one complete datum, for a reason, after recording it for team and person. Never log it.
 * Errors: `forbidden`, `person_not_found`, `reveal_subject_not_found`, `nothing_to_reveal`.
 */
export async function revealDatum(
  deps: ActDeps,
  actor: Actor,
  { userId, field, why }: Reveal,
): Promise<string> {
  const person = await findMaskedPerson(deps.db, deps, userId)
  if (!person) throw new AppError('person_not_found')
  if (!mayReveal(actor, person)) throw new AppError('forbidden')
  const value = datumOf(field, await findContact(deps.db, deps, userId))
  if (value === null) throw new AppError('nothing_to_reveal')
  await inTransaction(deps.db, (tx) => record(tx, deps, actor, { userId, field, why }))
  return value
}

function datumOf(field: RevealField, contact: Contact): string | null {
  if (field === 'email') return contact.email
  return field === 'phone' ? contact.phoneNumber : contact.legalId
}

async function record(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  actor: Actor,
  { userId, field, why }: Reveal,
): Promise<void> {
  const at = deps.clock.now()
  const reason = 'reason' in why ? why.reason : null
  const about = aboutOf(why)
  if (about && !(await isOfPerson(tx, { userId, ...about }))) {
    throw new AppError('reveal_subject_not_found')
  }
  await insertReveal(tx, { at, userId, actorId: actor.userId, field, reason, about })
  await recordStaffAction(tx, actor, {
    at,
    action: 'person.revealed',
    subject: { kind: 'user', id: userId },
    reason: reason ?? `${about?.kind} ${about?.id}`,
    details: { field },
  })
}

function aboutOf(why: Reveal['why']): { kind: 'ticket' | 'case'; id: string } | null {
  if ('ticketId' in why) return { kind: 'ticket', id: why.ticketId }
  return 'caseId' in why ? { kind: 'case', id: why.caseId } : null
}
