// What is out of the ordinary about a withdrawal. Pure: no clock and no database.
import type { UnusualSign } from '#contract/withdrawals.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { isNameOf } from './holder.ts'
import type { EarlierRow, OwnerRow } from './owner-facts.queries.ts'

/** Days before the request in which a person, an account or a browser counts as new. */
const NEW_PERSON_DAYS = 30
const NEW_ACCOUNT_DAYS = 7
const NEW_DEVICE_DAYS = 3

type Asked = {
  amountPesos: number
  createdAt: Date
  /** Holder of the account; null once it was deleted. */
  holder: string | null
  verifiedName: string | null
  /** Whether the team entered the bank account, for a person whose Cupo account is closed. */
  byTeam: boolean
  /** Number of other people with the same account. */
  sharedWith: number
  owner: Omit<OwnerRow, 'id'>
  earlier: readonly Omit<EarlierRow, 'id'>[]
}

/** Returns the signs that an approver should look at, the most telling first. */
export function unusualIn(asked: Asked): UnusualSign[] {
  const { owner, holder, verifiedName, byTeam, earlier } = asked
  const isWithin = (days: number, at: Date | null) =>
    at !== null && addMs(at, days * DAY_MS) > asked.createdAt
  const last = earlier.find((each) => each.createdAt < asked.createdAt)
  const found: Record<UnusualSign, boolean> = {
    names_differ:
      !byTeam && (holder === null || verifiedName === null || !isNameOf(holder, verifiedName)),
    entered_by_team: byTeam,
    account_shared: asked.sharedWith > 0,
    account_new: !byTeam && isWithin(NEW_ACCOUNT_DAYS, owner.accountSince),
    device_shared: owner.deviceOthers > 0,
    device_new: owner.devices > 1 && isWithin(NEW_DEVICE_DAYS, owner.newestDeviceAt),
    person_new: isWithin(NEW_PERSON_DAYS, owner.memberSince),
    no_trips: owner.driven + owner.ridden === 0,
    none_paid: owner.largestPaid === 0,
    larger: owner.largestPaid > 0 && asked.amountPesos > 2 * owner.largestPaid,
    last_returned: last?.status === 'failed' || last?.status === 'rejected',
  }
  const signs = Object.entries(found) as [UnusualSign, boolean][]
  return signs.flatMap(([sign, isFound]) => (isFound ? sign : []))
}
