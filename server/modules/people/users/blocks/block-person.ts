import { BLOCKS_MAX } from '#contract/blocks.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { findPeople } from '../find-user.ts'
import { lockUser } from '../grow-into-driver.ts'
import {
  countBlocks,
  countOpenBetween,
  deleteBlock,
  insertBlock,
  listBlocksOf,
} from './blocks.queries.ts'

/**
 * Blocks a person; idempotent. Returns the number of their open bookings, which stay valid.
 * Errors: `block_self`, `person_not_found`, `block_limit`.
 */
export async function blockPerson(
  { db, clock }: ReadDeps,
  { userId }: ActorId,
  { userId: other }: { userId: string },
): Promise<{ openBookings: number }> {
  const blockedId = other.toLowerCase()
  if (blockedId === userId) throw new AppError('block_self')
  return await inTransaction(db, async (tx) => {
    if (!(await findPeople(tx, [blockedId])).has(blockedId)) throw new AppError('person_not_found')
    // Serialises the block calls of one person, so that the limit on their number holds.
    await lockUser(tx, userId)
    const isNew = await insertBlock(tx, { userId, blockedId, now: clock.now() })
    if (isNew && (await countBlocks(tx, userId)) > BLOCKS_MAX) throw new AppError('block_limit')
    return { openBookings: await countOpenBetween(tx, userId, blockedId) }
  })
}

/** Removes a block that this person set. Idempotent. */
export async function unblockPerson(
  { db }: Pick<Deps, 'db'>,
  { userId }: ActorId,
  { userId: blockedId }: { userId: string },
): Promise<void> {
  await inTransaction(db, (tx) => deleteBlock(tx, { userId, blockedId }))
}

/** People whom this person blocked, most recent block first. */
export async function listBlocked({ db }: Pick<Deps, 'db'>, { userId }: ActorId) {
  const found = await listBlocksOf(db, userId)
  const userIds = found.map((block) => block.userId)
  const people = await findPeople(db, userIds)
  return found.flatMap((block) => {
    const person = people.get(block.userId)
    if (!person) return []
    const { id, name, photo } = person
    const photoUrl = photo?.small ?? null
    return [{ userId: id, name, photoUrl, since: block.since.toISOString() }]
  })
}
