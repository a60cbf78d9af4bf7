import { ALERTS_MAX, LISTS_MAX } from '#contract/limits.ts'
import { requireStanding } from '#server/modules/people/standing/index.ts'
import { consentOf, requireConfirmedEmail } from '#server/modules/people/users/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import { AppError, refusalIn } from '#server/platform/errors.ts'
import { type Alert, isOver } from './alert.ts'
import { countActive, findOverlapping, listOverlapped } from './alerts.queries.ts'
import { findListFacts } from './buying.queries.ts'

/** Throws `alert_limit` for too many active alerts. The caller has locked the person. */
export async function assertRoom(tx: Reader, userId: string, now: Date): Promise<void> {
  const active = await countActive(tx, userId, bogotaDate(now))
  if (active >= ALERTS_MAX) throw new AppError('alert_limit')
}

const FOR_WOMEN =
  'Los carros para mujeres piden tu identidad verificada, y que digas en tu cuenta que eres mujer.'
const FOR_VERIFIED = 'Los carros con personas verificadas piden que verifiques tu identidad.'

type Wishes = Pick<Alert, 'womenOnly' | 'verifiedOnly'>

/**
 * Throws if nothing may be bought for this person, or nothing that the list wishes: the function
 * `audience_of_trip` would refuse each purchase. The caller has locked the person.
 * Errors: `list_limit`, `lists_paused`, `list_needs_identity`, `women_only`, `verified_only`, those
 * of `requireStanding`, `account_closing`.
 */
export async function assertMayList(
  tx: Reader,
  userId: string,
  now: Date,
  { womenOnly, verifiedOnly }: Wishes,
): Promise<void> {
  await requireStanding(tx, userId, now)
  const facts = await findListFacts(tx, userId, now)
  if (facts.closing) throw new AppError('account_closing')
  if (!facts.known) throw new AppError('list_needs_identity')
  if (womenOnly && !(facts.woman && facts.verified)) {
    throw new AppError('women_only', { message: FOR_WOMEN })
  }
  if (verifiedOnly && !facts.verified)
    throw new AppError('verified_only', { message: FOR_VERIFIED })
  if (facts.leftTwo) throw new AppError('lists_paused')
  if (facts.lists >= LISTS_MAX) throw new AppError('list_limit')
}

/** Throws if a stopped alert cannot be turned on again. Errors: those of `resumeAlert`. */
export async function assertMayResume(reader: Reader, alert: Alert, now: Date): Promise<void> {
  const { userId, buys } = alert
  if (isOver(alert, now) || (buys && alert.bookingId)) throw new AppError('alert_over')
  const same = await findOverlapping(reader, alert)
  if (same?.status === 'active') throw new AppError('alert_exists')
  await assertMayHave(reader, userId, now)
  if (buys) await assertMayBuy(reader, alert, now)
}

async function assertMayHave(reader: Reader, userId: string, now: Date): Promise<void> {
  await requireConfirmedEmail(reader, userId)
  await assertRoom(reader, userId, now)
}

type Buyer = Pick<Alert, 'userId'> & Wishes

async function assertMayBuy(reader: Reader, list: Buyer, now: Date): Promise<void> {
  const { userId } = list
  const consent = await consentOf(reader, userId, 'list_purchase')
  if (!consent?.given) throw new AppError('alert_over')
  await assertMayList(reader, userId, now, list)
}

/** The alerts of a person that they can turn on again now. What is theirs alone is read once. */
export async function listResumable(
  reader: Reader,
  alerts: readonly Alert[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const stopped = alerts.filter(
    (alert) =>
      alert.status === 'stopped' && !isOver(alert, now) && !(alert.buys && alert.bookingId),
  )
  const ids = stopped.map(({ id }) => id)
  const taken = new Set(ids.length > 0 ? await listOverlapped(reader, ids) : [])
  const free = stopped.filter(({ id }) => !taken.has(id))
  const [one] = free
  if (!one || !(await passes(assertMayHave(reader, one.userId, now)))) return new Set()
  const may = new Map<string, boolean>()
  const wishesOf = ({ womenOnly, verifiedOnly }: Wishes) => `${womenOnly} ${verifiedOnly}`
  for (const list of free.filter(({ buys }) => buys)) {
    const wishes = wishesOf(list)
    if (!may.has(wishes)) may.set(wishes, await passes(assertMayBuy(reader, list, now)))
  }
  return new Set(free.filter((each) => !each.buys || may.get(wishesOf(each))).map(({ id }) => id))
}

const passes = async (check: Promise<void>) => (await refusalIn(check)) === null
