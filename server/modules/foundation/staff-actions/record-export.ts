import { mayDo } from '#contract/permissions.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { recordStaffAction } from './record-staff-action.ts'

export type Export = { reason: string; text?: string | undefined } & Record<string, unknown>

/**
 * Records that the actor takes a list with people out of Cupo, before its first line is answered:
 * why, and its filters. Not the text, which can be an address. Errors: `forbidden`.
 */
export async function recordExport(
  deps: ReadDeps,
  actor: Actor,
  { list, asked }: { list: string; asked: Export },
): Promise<void> {
  if (!mayDo(actor.roles, 'people.export')) throw new AppError('forbidden')
  const { reason, text, ...filters } = asked
  const action = { at: deps.clock.now(), action: 'list.downloaded', reason }
  const details = { ...filters, ...(text !== undefined && { searched: true }) }
  await inTransaction(deps.db, (tx) =>
    recordStaffAction(tx, actor, { ...action, subject: { kind: 'list', id: list }, details }),
  )
}
