import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction, type Reader, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import {
  listInMotionSince,
  listPeopleAfter,
  listReputationNumbers,
  listReputations,
  lockReputation,
  writeReputation,
} from './reputation.queries.ts'
import { noNumbers, type Reputation, reputationOf } from './reputation.ts'

/** Recomputes the reputation of people. Locks their rows first, to see parallel writes. */
export async function refreshReputation(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  userIds: readonly string[],
): Promise<void> {
  const now = clock.now()
  await lockReputation(tx, userIds, now)
  for (const numbers of await listReputationNumbers(tx, userIds)) {
    await writeReputation(tx, reputationOf(numbers), now)
  }
}

/** Reputation of these people by id; zeros for people without activity. */
export async function findReputation(
  db: Reader,
  userIds: readonly string[],
): Promise<(userId: string) => Reputation> {
  const found = await listReputations(db, [...new Set(userIds)])
  const byId = new Map(found.map((each) => [each.userId, each]))
  return (userId) => byId.get(userId) ?? reputationOf(noNumbers(userId))
}

const PEOPLE_AT_ONCE = 200
/** Time in which the jobs after an event have certainly updated the reputation. */
const SETTLED_MS = HOUR_MS

/**
 * Recomputes the reputation of everybody and corrects stored values that differ, because an event
 * was missed. A metric and an ERROR line report them. Returns the ids of people with wrong values,
 * except people without a row or with an event in the last hour, whose jobs can still wait.
 */
export async function recountReputation(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'metrics'>,
): Promise<string[]> {
  const wrong: string[] = []
  let after: string | null = null
  for (;;) {
    const ids: string[] = await listPeopleAfter(deps.db, after, PEOPLE_AT_ONCE)
    if (ids.length === 0) break
    after = ids.at(-1) ?? null
    wrong.push(...(await inTransaction(deps.db, (tx) => recount(tx, deps, ids))))
  }
  deps.metrics.count('reputation_recounted', { result: wrong.length === 0 ? 'ok' : 'mismatch' })
  if (wrong.length > 0) {
    deps.log.error({ count: wrong.length, people: wrong.slice(0, 20) }, 'reputation mismatch')
  }
  return wrong
}

async function recount(tx: Tx, { clock }: Pick<Deps, 'clock'>, ids: string[]): Promise<string[]> {
  const now = clock.now()
  const before = new Map((await listReputations(tx, ids)).map((each) => [each.userId, each]))
  await lockReputation(tx, ids, now)
  const stored = new Map((await listReputations(tx, ids)).map((each) => [each.userId, each]))
  const inMotion = new Set(await listInMotionSince(tx, ids, addMs(now, -SETTLED_MS)))
  const wrong: string[] = []
  for (const numbers of await listReputationNumbers(tx, ids)) {
    const { userId } = numbers
    const reputation = reputationOf(numbers)
    if (isSame(stored.get(userId), reputation)) continue
    await writeReputation(tx, reputation, now)
    if (before.has(userId) && !inMotion.has(userId)) wrong.push(userId)
  }
  return wrong
}

function isSame(a: Reputation | undefined, b: Reputation): boolean {
  const keys = Object.keys(b) as (keyof Reputation)[]
  return a !== undefined && keys.every((key) => String(a[key]) === String(b[key]))
}
