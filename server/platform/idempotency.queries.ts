import { sql } from 'kysely'
import { sha256Hex } from './crypto.ts'
import type { Tx } from './db/tx.ts'
import { AppError } from './errors.ts'
import { derivedId, newId } from './ids.ts'

export type IdempotentCall = {
  actorId: string
  /** Name of the use case; keys of different use cases never collide. */
  operation: string
  /** Key as sent by the client; undefined if it sent none. */
  key: string | undefined
  /** All input on which the effect of the call depends. */
  request: unknown
  now: Date
}

/**
 * Returns the id of the resource that a call creates: always the same for person, operation and
 * key, also after the key's row is purged. A call without a key gets a new id.
 */
export function resourceIdOf(call: Pick<IdempotentCall, 'actorId' | 'operation' | 'key'>): string {
  if (call.key === undefined) return newId()
  return derivedId('idempotency', call.actorId, call.operation, call.key)
}

export function requestHash(request: unknown): string {
  return sha256Hex(JSON.stringify(request))
}

/**
 * Claims the key for this transaction, as its first statement. A parallel call with the same key
 * waits here. Returns the id of the resource that the call creates, and the result of `find` for
 * that id: `earlier` is searched even if the key is new, because its row can have been purged.
 * Errors: `idempotency_mismatch` when the key was used for another request.
 */
export async function claimKey<T>(
  tx: Tx,
  call: IdempotentCall,
  find: (id: string) => Promise<T | undefined>,
): Promise<{ resourceId: string; repeated: boolean; earlier: T | undefined }> {
  const fresh = resourceIdOf(call)
  if (call.key === undefined) return { resourceId: fresh, repeated: false, earlier: undefined }
  const { resourceId, repeated } = await insertKey(tx, call, fresh)
  return { resourceId, repeated, earlier: await find(resourceId) }
}

async function insertKey(
  tx: Tx,
  call: IdempotentCall,
  fresh: string,
): Promise<{ resourceId: string; repeated: boolean }> {
  const hash = requestHash(call.request)
  const inserted = await sql`
    insert into idempotency_keys (actor_id, operation, key, request_hash, resource_id, created_at)
    values (${call.actorId}, ${call.operation}, ${call.key}, ${hash}, ${fresh},
            ${call.now})
    on conflict do nothing`.execute(tx)
  if (inserted.numAffectedRows === 1n) return { resourceId: fresh, repeated: false }
  const { rows } = await sql<{ request_hash: string; resource_id: string }>`
    select request_hash, resource_id from idempotency_keys
    where actor_id = ${call.actorId} and operation = ${call.operation} and key = ${call.key}
    `.execute(tx)
  const earlier = rows[0]
  if (earlier?.request_hash !== hash) throw new AppError('idempotency_mismatch')
  return { resourceId: earlier.resource_id, repeated: true }
}
