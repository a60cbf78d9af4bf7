import { createPublicKey } from 'node:crypto'
import { listPassengers, ticketKeyId } from '#server/modules/travel/bookings/index.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { presentManifest } from './boarding.present.ts'
import { listConflicts } from './boarding.queries.ts'
import { signTime } from './signed-time.ts'

/** Reads the passengers of the driver's own trip. Errors: `trip_not_found`. */
export async function readManifest(deps: ActDeps, actor: ActorId, input: { tripId: string }) {
  const tripId = input.tripId.toLowerCase()
  const serverTime = deps.clock.now()
  const bookings = await listPassengers(deps, actor, { tripId })
  const conflicts = await listConflicts(deps.db, tripId)
  const told = { tripId, driverId: actor.userId, at: serverTime }
  const timeProof = signTime(deps.secrets.ticketKey, told)
  const shown = await presentManifest(deps, tripId, bookings, conflicts)
  return { ...shown, serverTime: serverTime.toISOString(), timeProof }
}

/** Returns the public keys that verify tickets. */
export function publicTicketKeys(deps: Pick<Deps, 'secrets'>): { id: string; publicKey: string }[] {
  const key = createPublicKey(deps.secrets.ticketKey)
  const { x } = key.export({ format: 'jwk' })
  return [{ id: ticketKeyId(key).toString('hex'), publicKey: x ?? '' }]
}
