// Every act of the team that moves money, or decides about a person or their documents, passes
// `authorizeAct` (docs/decisions/0040); `test/team-acts.db.test.ts` names each call that does not.
import { mayDo, type Permission } from '#contract/permissions.ts'
import { plainName } from '#contract/person-names.ts'
import { recordAudit } from '#server/platform/audit.queries.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
import type { Deps, TellDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { findUser } from './find-user.ts'
import { openIdentification } from './identification.ts'
import { bareNumber } from './person.ts'
import { findAuthority, findIdentityMakers, shareData } from './team-act.queries.ts'

export type TeamAct = {
  /** Who acts now. */
  actor: string
  /** What each signer must be allowed to do now. */
  permission: Permission
  /** Whether the actor becomes part of the team by the act, and needs no permission. */
  isNewcomer?: boolean
  /** `alone`: no other signature is needed. `first` and `second`: of two human beings. */
  signs: 'alone' | 'first' | 'second'
  /** Who signed the same act before. */
  earlier?: readonly string[]
  /** Each person who gains or loses by the act. */
  affected: readonly (string | null | undefined)[]
  /** What the audit says it was about. */
  subject: { kind: string; id: string }
}

/** Days after which an identity counts although only a co-signer verified it. */
const IDENTITY_SETTLES_DAYS = 180

/**
 * Decides whether a member of the team may do an act now. The caller has written nothing yet: a
 * refusal as `same_human` is committed with its line in the audit. Those who act are compared with
 * each other and with each person who gains or loses; these are not compared with each other.
 * Errors: `forbidden` (about oneself, or without the role), `signature_void` (an earlier signer may
 * no longer sign), `signer_unverified`, `same_human`, `second_human_unconfirmed`.
 */
export async function authorizeAct(tx: Tx, deps: TellDeps, act: TeamAct): Promise<void> {
  const { actor, earlier = [] } = act
  const affected = act.affected.filter((id) => id !== null && id !== undefined)
  if (affected.includes(actor)) throw new AppError('forbidden')
  const needs = act.isNewcomer ? null : act.permission
  if (!(await mayAct(tx, deps, actor, needs))) throw new AppError('forbidden')
  for (const id of earlier) {
    if (!(await mayAct(tx, deps, id, act.permission))) throw new AppError('signature_void')
  }
  if (act.signs !== 'alone') {
    for (const id of [actor, ...earlier]) {
      const { identity_verified_at } = await findUser(tx, id)
      if (identity_verified_at === null) throw new AppError('signer_unverified')
    }
  }
  for (const [one, other] of pairsOf(actor, earlier, affected)) {
    if (await areSameHuman(tx, deps, one, other)) await refuseSame(tx, deps, act, other)
  }
  for (const id of earlier) {
    const isMade =
      (await isMadeBy(tx, deps, { person: actor, signer: id })) ||
      (await isMadeBy(tx, deps, { person: id, signer: actor }))
    if (isMade) throw new AppError('second_human_unconfirmed')
  }
}

/**
 * Refuses with `case_changed` a decision about another first signature than the screen showed (the
 * signer would sign second where the screen promised a first signature), or about more words and
 * photos of the case. `shown` is undefined on screens of an earlier release.
 */
export function assertSeen(shown: string | null | undefined, at: Date | null): void {
  if (shown === undefined) return
  const seen = shown === null ? null : Date.parse(shown)
  if (seen !== (at?.getTime() ?? null)) throw new AppError('case_changed')
}

/** Refuses with `case_changed` a signature whose screen was wrong about its being the last one. */
export function assertLast(shown: boolean | undefined, isLast: boolean): void {
  if (shown !== undefined && shown !== isLast) throw new AppError('case_changed')
}

function pairsOf(actor: string, earlier: readonly string[], affected: readonly string[]) {
  const others = [...earlier, ...affected].map((other) => [actor, other] as const)
  return [...others, ...earlier.flatMap((one) => affected.map((other) => [one, other] as const))]
}

/** Whether a person can act now: with the permission, and neither expelled, paused nor closed. */
export async function mayAct(
  reader: Reader,
  { clock }: Pick<Deps, 'clock'>,
  userId: string,
  permission: Permission | null,
): Promise<boolean> {
  const found = await findAuthority(reader, { userId, now: clock.now() })
  return found?.isActive === true && (permission === null || mayDo(found.roles, permission))
}

/** Refuses with `same_human` and commits its line in the audit. The caller has written nothing. */
export async function refuseSame(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  act: Pick<TeamAct, 'actor' | 'subject'>,
  other: string,
): Promise<never> {
  const { kind: subjectKind, id: subjectId } = act.subject
  const entry = { at: deps.clock.now(), actorId: act.actor, action: 'team.same_human_refused' }
  await recordAudit(tx, { ...entry, subjectKind, subjectId, details: { sameAs: other } })
  throw new AppError('same_human', { commit: true })
}

/** Whether two accounts share a document number, its photo, a proved phone or a payout account. */
export async function areSameHuman(
  reader: Reader,
  { secrets }: Pick<Deps, 'secrets'>,
  one: string,
  other: string,
): Promise<boolean> {
  if (one === other || (await shareData(reader, one, other))) return true
  // Without the type: one number can be on a CC, a licence and a CE.
  const mine = openIdentification(secrets, await findUser(reader, one))
  return mine !== null && mine === openIdentification(secrets, await findUser(reader, other))
}

/** Whether this is the number of a person's document, whatever its type. */
export async function hasDocumentNumber(
  reader: Reader,
  { secrets }: Pick<Deps, 'secrets'>,
  { userId, number }: { userId: string; number: string },
): Promise<boolean> {
  const user = await findUser(reader, userId)
  const own = openIdentification(secrets, user)
  return own !== null && own === bareNumber(user.identification_type ?? 'CC', number)
}

/** Whether this verified person has this first name, and a document that ends so. */
export async function isKnownBy(
  reader: Reader,
  { secrets }: Pick<Deps, 'secrets'>,
  { userId, firstName, lastFour }: { userId: string; firstName: string; lastFour: string },
): Promise<boolean> {
  const user = await findUser(reader, userId)
  const number = user.identity_verified_at && openIdentification(secrets, user)
  const [typed, own = ''] = [firstName, user.first_name ?? ''].map((name) => plainName(name))
  // People with two names answer to the first of them, too.
  const isNamed = typed !== '' && (typed === own || typed === own.split(' ')[0])
  return isNamed && Boolean(number?.endsWith(lastFour.toUpperCase()))
}

/**
 * Whether only this signer vouches for a person's identity: nobody else verified the number, the
 * server did not confirm it, and fewer than `IDENTITY_SETTLES_DAYS` have passed.
 */
async function isMadeBy(
  tx: Tx,
  deps: TellDeps,
  { person, signer }: { person: string; signer: string },
): Promise<boolean> {
  const { isConfirmed, since, verifiers } = await findIdentityMakers(tx, person)
  const settled = addMs(deps.clock.now(), -IDENTITY_SETTLES_DAYS * DAY_MS)
  if (isConfirmed || since === null || since <= settled) return false
  for (const verifier of verifiers) {
    if (!(await areSameHuman(tx, deps, verifier, signer))) return false
  }
  return true
}
