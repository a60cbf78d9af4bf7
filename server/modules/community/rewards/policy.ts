import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { assert } from '#server/platform/errors.ts'

const Points = z.int().min(0).max(10_000)

/** Policy of points and cards between two days. The day of the trip decides which one applies. */
const RewardPolicy = z.strictObject({
  /** First and last day in Bogotá; the last policy has no end. */
  from: z.iso.date(),
  until: z.iso.date().nullable(),
  points: z.strictObject({
    /** For a completed booking, to its passenger and to its driver. */
    passengerTrip: Points,
    driverTrip: Points,
    /** To both sides, for each whole kilogram of CO₂ that the booking avoided. */
    perKgCo2: z.int().min(0).max(10),
    /** For a referral, to the person who invited and to the friend. */
    referrer: Points,
    friend: Points,
  }),
  referrals: z.strictObject({
    /** Maximum of referrals per referrer and calendar month that are paid without a review. */
    perMonth: z.int().min(1).max(1_000),
    /** Maximum age in days of an account that can still name its referrer. */
    claimDays: z.int().min(1).max(365),
  }),
  gold: z.strictObject({
    /** Gold requires more completed trips than this, as driver and passenger together. */
    tripsOver: z.int().min(1),
    /** Minimum mean of the ratings. */
    stars: z.number().min(1).max(5),
    /** Active means a completed trip within this number of days, and no suspension. */
    activeDays: z.int().min(1).max(3_650),
  }),
})
export type RewardPolicy = z.infer<typeof RewardPolicy>

function dayAfter(date: string): string {
  return addMs(new Date(date), DAY_MS).toISOString().slice(0, 10)
}

/**
 * Checks the policies and sorts them by date: each begins the day after the previous one ends, and
 * only the last has no end. Throws for a gap, an overlap or a malformed file.
 */
export function checkedPolicies(files: readonly unknown[]): RewardPolicy[] {
  const all = z.array(RewardPolicy).min(1).parse(files)
  const sorted = all.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  for (const [at, { from, until }] of sorted.entries()) {
    const next = sorted[at + 1]
    assert(until === null || until >= from, `the reward policy of ${from} ends before it begins`)
    if (!next) assert(until === null, `no reward policy after ${until}`)
    else {
      const expected = until === null ? 'never' : dayAfter(until)
      assert(next.from === expected, `reward policies: ${from} is followed by ${next.from}`)
    }
  }
  return sorted
}

function shippedPolicies(): RewardPolicy[] {
  const folder = new URL('./data/', import.meta.url)
  const names = readdirSync(folder).filter((name) => /^policy-.+\.json$/.test(name))
  const files = names.map((name) => {
    const policy = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as { from?: string }
    assert(name === `policy-${policy.from}.json`, `${name} begins on ${policy.from}`)
    return policy
  })
  return checkedPolicies(files)
}

/** Read when the server starts; invalid policies stop the start. */
const policies = shippedPolicies()

/** Finds the policy in force on a day in Bogotá; undefined before the first one. */
export function policyOn(date: string, among = policies): RewardPolicy | undefined {
  return among.findLast(({ from }) => from <= date)
}

/** Returns the policy of a day; throws before the first policy. */
export function policyNow(date: string): RewardPolicy {
  const found = policyOn(date)
  assert(found, `no reward policy on ${date}`)
  return found
}
