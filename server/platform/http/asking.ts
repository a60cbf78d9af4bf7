import type { FastifyRequest } from 'fastify'
import type { Asking } from '../db/replica-reads.ts'
import type { ActorId } from './session.ts'

/** RFC 9111, 5.2.1: an answer from a cache is not wanted, and none from a replica. */
const NEWEST = /(?:^|[\s,])(?:no-cache|no-store|max-age=0)(?:$|[\s,])/i

/**
 * How fresh the caller wants to read. A client that has changed something asks for the newest, as a
 * browser does in its cache mode `no-cache`: the change may have gone to another process.
 */
export function askingOf(request: Pick<FastifyRequest, 'headers'>, actor: ActorId | null): Asking {
  const newest = NEWEST.test(request.headers['cache-control'] ?? '')
  return { userId: actor?.userId ?? null, newest }
}
