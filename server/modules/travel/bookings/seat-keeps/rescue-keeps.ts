// Seats that are kept for a passenger whose driver failed, outside the limits of a person's keeps.
import { returnSeats, takeSeats } from '#server/modules/travel/trips/index.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { newId } from '#server/platform/ids.ts'
import { giveBack } from './end-keep.ts'
import { byTrip, type Slot } from './seat-keep.ts'
import { insertKeeps, lockRescueKeeps, releaseKeeps } from './seat-keeps.queries.ts'

export type RescueKeep = {
  /** The failed booking. */
  rescueOf: string
  passengerId: string
  parts: readonly Slot[]
  now: Date
  until: Date
}

/**
 * Keeps the seats of a journey of one or two parts until a time; returns the group of the keeps, or
 * undefined when a seat is gone. The caller has locked the person and the rescue.
 */
export async function keepForRescue(
  tx: Tx,
  { rescueOf, passengerId, parts, now, until }: RescueKeep,
): Promise<string | undefined> {
  const taken: Slot[] = []
  for (const slot of parts.toSorted(byTrip)) {
    if (await takeSeats(tx, slot)) {
      taken.push(slot)
      continue
    }
    for (const each of taken) await returnSeats(tx, each)
    return undefined
  }
  const group = newId()
  await insertKeeps(tx, group, { passengerId, now, until, rescueOf }, parts)
  return group
}

/** Ends the open keeps for the rescue of a booking, and returns their seats. */
export async function endRescueKeeps(tx: Tx, deps: ReadDeps, rescueOf: string): Promise<void> {
  const [keep] = await lockRescueKeeps(tx, rescueOf)
  if (keep) await giveBack(tx, deps, await releaseKeeps(tx, { ...keep, now: deps.clock.now() }))
}
