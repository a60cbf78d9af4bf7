import { sql } from 'kysely'
import { sha256Hex } from './crypto.ts'
import type { Tx } from './db/tx.ts'
import { AppError } from './errors.ts'

export type IdempotentCall = {
  actorId: string
  /** Name of the use case; keys of different ones do not meet. */
  operation: string
  /** As sent by the client; undefined when it sent none. */
  key: string | undefined
  /** Everything that the effect depends on. */
  request: unknown
  /** Id of what a first call will make. */
  resourceId: string
  now: Date
}

/**
 * Claims the key for this transaction, first thing. A parallel call with the same key waits here
 * for the first to end. Answers the id of the resource: of the earlier call when `repeated`.
 * Errors: `idempotency_mismatch` when the key was used for another request.
 */
export async function claimKey(
  tx: Tx,
  call: IdempotentCall,
): Promise<{ resourceId: string; repeated: boolean }> {
  if (call.key === undefined) return { resourceId: call.resourceId, repeated: false }
  const hash = sha256Hex(JSON.stringify(call.request))
  const inserted = await sql`
    insert into idempotency_keys (actor_id, operation, key, request_hash, resource_id, created_at)
    values (${call.actorId}, ${call.operation}, ${call.key}, ${hash}, ${call.resourceId},
            ${call.now})
    on conflict do nothing`.execute(tx)
  if (inserted.numAffectedRows === 1n) return { resourceId: call.resourceId, repeated: false }
  const { rows } = await sql<{ request_hash: string; resource_id: string }>`
    select request_hash, resource_id from idempotency_keys
    where actor_id = ${call.actorId} and operation = ${call.operation} and key = ${call.key}
    `.execute(tx)
  const earlier = rows[0]
  if (earlier?.request_hash !== hash) throw new AppError('idempotency_mismatch')
  return { resourceId: earlier.resource_id, repeated: true }
}

/** Forgets keys older than the given instant. */
export async function purgeKeys(tx: Tx, before: Date): Promise<void> {
  await sql`delete from idempotency_keys where created_at < ${before}`.execute(tx)
}
