import { z } from 'zod'
import { SHARES_MAX } from '#contract/safety-limits.ts'
import type { TripShare, TripShares } from '#contract/safety-shares.ts'
import { lockUser } from '#server/modules/people/users/index.ts'
import { randomToken, sha256 } from '#server/platform/crypto.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps, TellDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { readFollowed, type Traveller, travellerOf, tripsOf, wholeOf } from './read-travelled.ts'
import { sealedColumn } from './sealed-value.ts'
import { isOver } from './shared-trip.ts'
import {
  deletePosition,
  deleteShare,
  insertShare,
  listSharesOf,
  type ShareRow,
} from './trip-shares.queries.ts'

/** Trip of the actor: a passenger's by booking, a driver's by trip id. */
export type OwnTrip = { bookingId: string } | { tripId: string }

/** 128 bits (V7.2.3), so a link cannot be guessed. */
const TOKEN_BYTES = 16

export const nameColumn = sealedColumn('trip_shares.name', z.string())

export function shareHash(token: string): Buffer {
  return sha256(`trip share|${token}`)
}

/**
 * Creates a link for one person to follow the trip until it is over. Only this answer contains the
 * secret. Errors: `booking_not_found`, `trip_not_found`, `share_closed`, `share_limit`.
 */
export async function shareTrip(
  deps: ActDeps,
  actor: ActorId,
  { of, name }: { of: OwnTrip; name: string },
): Promise<{ share: TripShare; token: string }> {
  return await inTransaction(deps.db, async (tx) => {
    const { traveller } = await travellerOf(tx, actor, of)
    // Without the lock, parallel calls could exceed the limit of links.
    await lockUser(tx, actor.userId)
    const now = deps.clock.now()
    const whole = await wholeOf(tx, traveller)
    const followed = await readFollowed(tx, whole, now)
    if (!followed || isOver(followed.progress, now)) throw new AppError('share_closed')
    if ((await listSharesOf(tx, whole)).length >= SHARES_MAX) throw new AppError('share_limit')
    const made = await insertLink(tx, deps, { ...whole, name })
    return { share: presentShare(deps, made.row), token: made.token }
  })
}

/** Inserts a link to a trip. The caller has checked that the trip is the person's own. */
export async function insertLink(
  tx: Tx,
  deps: TellDeps,
  { name, ...traveller }: Traveller & { name: string },
): Promise<{ row: ShareRow; token: string }> {
  const id = newId()
  const token = randomToken(TOKEN_BYTES)
  const nameSealed = nameColumn.seal(deps.secrets, id, name)
  const row = { ...traveller, id, nameSealed, createdAt: deps.clock.now() }
  await insertShare(tx, { ...row, hash: shareHash(token) })
  return { row, token }
}

/** Lists the actor's links to a trip. Errors: `booking_not_found`, `trip_not_found`. */
export async function listShares(deps: ActDeps, actor: ActorId, of: OwnTrip): Promise<TripShares> {
  const { traveller } = await travellerOf(deps.db, actor, of)
  const whole = await wholeOf(deps.db, traveller)
  const rows = await listSharesOf(deps.db, whole)
  const now = deps.clock.now()
  const progress = (await readFollowed(deps.db, whole, now))?.progress
  return {
    shares: rows.map((row) => presentShare(deps, row)),
    until: progress && !isOver(progress, now) ? progress.endsAt.toISOString() : null,
  }
}

function presentShare({ secrets }: Pick<Deps, 'secrets'>, row: ShareRow): TripShare {
  const { id, nameSealed, createdAt } = row
  const name = nameColumn.open(secrets, { id, sealed: nameSealed })
  return { id, name, createdAt: createdAt.toISOString() }
}

/** Deletes a link, and the stored position with the last link. Errors: `share_not_found`. */
export async function revokeShare(
  deps: Pick<Deps, 'db'>,
  { userId }: ActorId,
  { shareId }: { shareId: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    // Same lock as for sharing: a link that is created in parallel keeps the position.
    await lockUser(tx, userId)
    const share = await deleteShare(tx, { id: shareId, userId })
    if (!share) throw new AppError('share_not_found')
    if ((await listSharesOf(tx, share)).length > 0) return
    for (const tripId of await tripsOf(tx, share)) await deletePosition(tx, { userId, tripId })
  })
}
