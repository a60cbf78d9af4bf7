import { tellUser } from '#server/modules/people/users/index.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { TellDeps } from '#server/platform/deps.ts'
import type { MarkKind } from './marks.queries.ts'
import { marked } from './standing.messages.ts'

/** Notifies the driver of a new public mark, once per kind and cause. */
export async function tellMark(
  tx: Tx,
  deps: TellDeps,
  { driverId, kind, causeId }: { driverId: string; kind: MarkKind; causeId: string },
): Promise<void> {
  await tellUser(tx, deps, marked, {
    userId: driverId,
    data: { kind, path: `/personas/${driverId}` },
    cause: `${kind}:${causeId}`,
  })
}
