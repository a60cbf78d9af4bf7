import type { SearchDriver } from '#contract/search.ts'
import { findPeople } from '#server/modules/people/users/index.ts'
import { badgesOf, listDriverPapers } from '#server/modules/people/verification/index.ts'
import { findDriverCards } from '#server/modules/travel/trips/index.ts'
import { MINUTE_MS } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'

type Kept = { card: SearchDriver; readAt: number }

/** Cache time in ms; name, rating and count on a list can be a minute old. */
const KEPT_MS = MINUTE_MS
const KEPT_MAX = 20_000

const kept = new WeakMap<Db, Map<string, Kept>>()

/** Reads drivers by id as a list of trips shows them, at most a minute old. */
export async function rememberedDriverCards(
  { db, clock }: ReadDeps,
  driverIds: readonly string[],
): Promise<Map<string, SearchDriver>> {
  const now = clock.now().getTime()
  const known = kept.get(db) ?? new Map<string, Kept>()
  kept.set(db, known)
  const found = new Map<string, SearchDriver>()
  const missing = new Set<string>()
  for (const id of driverIds) {
    const entry = known.get(id)
    if (entry && Math.abs(now - entry.readAt) < KEPT_MS) found.set(id, entry.card)
    else missing.add(id)
  }
  if (missing.size === 0) return found
  if (known.size > KEPT_MAX) known.clear()
  for (const card of await readDrivers(db, { userIds: [...missing], now: clock.now() })) {
    known.set(card.id, { card, readAt: now })
    found.set(card.id, card)
  }
  return found
}

async function readDrivers(db: Db, input: { userIds: readonly string[]; now: Date }) {
  const people = await findPeople(db, input.userIds)
  const papersOf = await listDriverPapers(db, input)
  return (await findDriverCards(db, input.userIds)).map((card) => {
    const person = people.get(card.id)
    assert(person, 'a driver who is nobody')
    return { ...card, badges: badgesOf(person, papersOf(card.id)) }
  })
}
