import { sql } from 'kysely'
import { sha256Hex } from './crypto.ts'
import { run, type Tx } from './db/tx.ts'
import { AppError } from './errors.ts'
import { derivedId, newId } from './ids.ts'

/** A key of the program, or one of a client with the hash of what the client sent under it. */
export type CallKey = string | { text: string; sentHash: string }

export type IdempotentCall = {
  actorId: string
  /** Name of the use case; keys of different use cases never collide. */
  operation: string
  /** Undefined if the client sent none. */
  key: CallKey | undefined
  /**
   * All input on which the effect of the call depends. Its text is compared for a key of the
   * program, and for keys that 0.1.0 stored (docs/decisions/0055).
   */
  request: unknown
  now: Date
}

/**
 * Returns the id of the resource that a call creates: always the same for person, operation and
 * key, also after the key's row is purged. A call without a key gets a new id.
 */
export function resourceIdOf(call: Pick<IdempotentCall, 'actorId' | 'operation' | 'key'>): string {
  if (call.key === undefined) return newId()
  return derivedId('idempotency', call.actorId, call.operation, textOf(call.key))
}

export function textOf(key: CallKey): string {
  return typeof key === 'string' ? key : key.text
}

/** The key of another call that is made for the same request of a client. */
export function sameSent(key: CallKey | undefined, text: string): CallKey {
  return typeof key === 'object' ? { ...key, text } : text
}

/** Hash to store with a key. */
export function hashOf(key: CallKey | undefined, request: unknown): string {
  return typeof key === 'object' ? key.sentHash : sha256Hex(JSON.stringify(request))
}

/**
 * Hash of what a client sent: no default of a release is in it, so that a repeat is the same after
 * an update. `except` are keys of the body that a repeat may send otherwise.
 */
export function sentHash(params: unknown, body: unknown, except: readonly string[] = []): string {
  const inOrder = (_key: string, value: unknown) =>
    value === null || typeof value !== 'object' || Array.isArray(value)
      ? value
      : Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const asked = Object.entries(body ?? {}).filter(([key]) => !except.includes(key))
  return sha256Hex(JSON.stringify([params, Object.fromEntries(asked)], inOrder))
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
  const { resourceId, repeated } = await insertKey(tx, { ...call, key: call.key }, fresh)
  return { resourceId, repeated, earlier: await find(resourceId) }
}

async function insertKey(tx: Tx, call: IdempotentCall & { key: CallKey }, fresh: string) {
  const { key, request } = call
  const hash = hashOf(key, request)
  const inserted = await sql`
    insert into idempotency_keys (actor_id, operation, key, request_hash, resource_id, created_at)
    values (${call.actorId}, ${call.operation}, ${textOf(key)}, ${hash}, ${fresh},
            ${call.now})
    on conflict do nothing`.execute(tx)
  if (inserted.numAffectedRows === 1n) return { resourceId: fresh, repeated: false }
  const rows = await run.rows<{ request_hash: string; resource_id: string }>(tx)`
    select request_hash, resource_id from idempotency_keys
    where actor_id = ${call.actorId} and operation = ${call.operation} and key = ${textOf(key)}`
  const earlier = rows[0]
  const known = earlier && [hash, hashOf(textOf(key), request)].includes(earlier.request_hash)
  if (!known) throw new AppError('idempotency_mismatch')
  return { resourceId: earlier.resource_id, repeated: true }
}
