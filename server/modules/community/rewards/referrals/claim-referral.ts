import { randomInt } from 'node:crypto'
import type { Invited } from '#contract/referrals.ts'
import { CODE_ALPHABET, INVITATION_CODE_LENGTH } from '#contract/short-code.ts'
import { findPeople } from '#server/modules/people/users/index.ts'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction, type Reader, startAgain } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { policyNow } from '../policy.ts'
import {
  findCodeOf,
  findNewcomer,
  findOwnerOfCode,
  findReferralOfFriend,
  insertCode,
  insertReferral,
  listReferralsOf,
  type Referral,
} from './referrals.queries.ts'

/** Returns the referral code of a person, and creates it on the first call. */
export function makeCode({ db, clock }: ReadDeps, { userId }: ActorId): Promise<string> {
  return inTransaction(db, async (tx) => {
    const known = await findCodeOf(tx, userId)
    if (known) return known
    const letters = Array.from(
      { length: INVITATION_CODE_LENGTH },
      () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)],
    )
    const code = letters.join('')
    const made = await insertCode(tx, { userId, code, now: clock.now() })
    return made ? code : startAgain('the code is taken, or was made in parallel')
  })
}

/** Shows a code's owner and the points of a friend. Errors: `referral_code_unknown`. */
export async function showCode(
  { db, clock }: ReadDeps,
  code: string,
): Promise<{ name: string; friendPoints: number }> {
  const ownerId = await findOwnerOfCode(db, code)
  if (!ownerId) throw new AppError('referral_code_unknown')
  const { points } = policyNow(bogotaDate(clock.now()))
  return { name: await nameOf(db, ownerId), friendPoints: points.friend }
}

async function nameOf(db: Reader, userId: string): Promise<string> {
  return (await findPeople(db, [userId])).get(userId)?.name ?? ''
}

/**
 * Records who invited a person: once, while the account is new and has not travelled. Errors:
 * `referral_code_unknown`, `referral_self`, `referral_late`, `referral_claimed`.
 */
export function claimReferral(
  deps: ReadDeps,
  { userId: friendId }: ActorId,
  code: string,
): Promise<Invited> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const referrerId = await findOwnerOfCode(tx, code)
    if (!referrerId) throw new AppError('referral_code_unknown')
    if (referrerId === friendId) throw new AppError('referral_self')
    const earlier = await findReferralOfFriend(tx, friendId)
    if (earlier?.referrerId === referrerId) return invited(tx, earlier, referrerId)
    if (earlier) throw new AppError('referral_claimed')
    if (!(await mayClaim(tx, friendId, now))) throw new AppError('referral_late')
    // A friend must have signed up after the referrer, so two people cannot invite each other.
    const friend = await findNewcomer(tx, friendId)
    const referrer = await findNewcomer(tx, referrerId)
    assert(friend && referrer, 'two people')
    if (friend.createdAt <= referrer.createdAt) throw new AppError('referral_late')
    await insertReferral(tx, { id: newId(), friendId, referrerId, claimedAt: now })
    const made = await findReferralOfFriend(tx, friendId)
    if (made?.referrerId !== referrerId) throw new AppError('referral_claimed')
    return invited(tx, made, referrerId)
  })
}

async function mayClaim(db: Reader, userId: string, now: Date): Promise<boolean> {
  const person = await findNewcomer(db, userId)
  if (!person || person.hasTravelled) return false
  const { claimDays } = policyNow(bogotaDate(now)).referrals
  return addMs(person.createdAt, claimDays * DAY_MS) >= now
}

async function invited(db: Reader, referral: Referral, otherId: string): Promise<Invited> {
  const { status, claimedAt } = referral
  return { name: await nameOf(db, otherId), status, at: claimedAt.toISOString() }
}

/** Shows a person's code, the friends who used it, and the person who invited them. */
export async function showReferrals({ db, clock }: ReadDeps, { userId }: ActorId) {
  const now = clock.now()
  const { points, referrals } = policyNow(bogotaDate(now))
  const own = await findReferralOfFriend(db, userId)
  const found = await listReferralsOf(db, userId)
  const friendIds = found.map(({ friendId }) => friendId)
  const people = await findPeople(db, friendIds)
  return {
    code: (await findCodeOf(db, userId)) ?? null,
    referrerPoints: points.referrer,
    friendPoints: points.friend,
    perMonth: referrals.perMonth,
    invited: found.map(({ friendId, status, claimedAt }) => ({
      name: people.get(friendId)?.name ?? '',
      status,
      at: claimedAt.toISOString(),
    })),
    invitedBy: own ? await invited(db, own, own.referrerId) : null,
    mayClaim: !own && (await mayClaim(db, userId, now)),
  }
}
