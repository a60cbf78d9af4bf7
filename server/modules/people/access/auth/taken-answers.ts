import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { countHit, readHits } from '#server/platform/http/rate-limit.queries.ts'
import { subscriberOf } from '#server/platform/http/rate-limit.ts'

/** Sign-ups of one network that may be told `email_taken`, before an hour without (decision 21). */
const TAKEN_ANSWERS_MAX = 10

const neutralKey = (ip: string) => `email-taken-neutral:${subscriberOf(ip)}`

/** Returns whether a sign-up from this network may be told that an address has an account. */
export async function hearsOfTaken({ db, clock }: ReadDeps, ip: string): Promise<boolean> {
  return (await readHits(db, { key: neutralKey(ip), now: clock.now() })) === 0
}

/** Counts an answer `email_taken`; the tenth within an hour starts the hour without. */
export async function countTaken({ db, clock }: ReadDeps, ip: string): Promise<void> {
  const now = clock.now()
  const windowEndsAt = addMs(now, HOUR_MS)
  const { hits } = await countHit(db, { key: `email-taken:${subscriberOf(ip)}`, now, windowEndsAt })
  if (hits >= TAKEN_ANSWERS_MAX) {
    await countHit(db, { key: neutralKey(ip), now, windowEndsAt })
  }
}
