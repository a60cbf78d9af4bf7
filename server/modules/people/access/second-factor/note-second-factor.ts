import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ReadDeps, TellDeps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { markSecondFactor } from '../auth/auth.queries.ts'
import { deviceDigest, networkDigest } from '../auth/proof-place.ts'
import { secondFactorChanged } from './second-factor.messages.ts'

/** The caller with network and browser: a proof counts only there. */
export type Here = Actor & {
  ip: string
  /** Random id from the cookie that identifies the browser. */
  browser?: string | undefined
}

export type Kind = 'totp' | 'passkey' | 'recovery_code'

/** Records that the session has proved its second factor, with an entry in the audit trail. */
export async function noteProof(tx: Tx, deps: TellDeps, actor: Here, kind: Kind): Promise<void> {
  const at = deps.clock.now()
  const { sessionId } = actor
  const network = networkDigest(deps, actor)
  const device = deviceDigest(deps, { sessionId, browser: actor.browser })
  await markSecondFactor(tx, { sessionId, now: at, network, device })
  const subject = { kind: 'session', id: actor.sessionId }
  const action = `second_factor.proved_by_${kind}`
  await recordStaffAction(tx, actor, { at, action, subject, reason: null })
}

/** Records a wrong code in the audit trail; the limit of attempts bounds the number of entries. */
export async function noteRefusal(deps: ReadDeps, actor: Actor, kind: Kind): Promise<void> {
  const entry = {
    at: deps.clock.now(),
    action: `second_factor.refused_${kind}`,
    subject: { kind: 'session', id: actor.sessionId },
    reason: null,
  }
  await inTransaction(deps.db, (tx) => recordStaffAction(tx, actor, entry))
}

/** Records a change of the person's own factors in the audit trail, and notifies the person. */
export async function noteChange(
  tx: Tx,
  deps: TellDeps,
  { userId }: Pick<Actor, 'userId'>,
  what: 'added' | 'removed' | 'recovery_used' | 'codes_replaced',
): Promise<void> {
  const at = deps.clock.now()
  const subject = { kind: 'user', id: userId }
  const action = `second_factor.${what}`
  await recordStaffAction(tx, { userId }, { at, action, subject, reason: null })
  const data = { what, at: at.toISOString() }
  await tellUser(tx, deps, secondFactorChanged, { userId, data })
}
