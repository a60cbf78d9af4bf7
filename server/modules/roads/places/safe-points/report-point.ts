import { inTransaction } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import type { SafePointReport } from './safe-point.ts'
import { insertReport, listPointsByIds } from './safe-points.queries.ts'

export type Report = {
  safePointId: string
  reason: SafePointReport['reason']
  details?: string | undefined
}

/** Reports a point to the moderators, once until they decide. Errors: `safe_point_not_found`. */
export async function reportPoint(deps: ReadDeps, { userId: reporterId }: ActorId, report: Report) {
  await inTransaction(deps.db, async (tx) => {
    const [point] = await listPointsByIds(tx, [report.safePointId])
    if (point?.status !== 'vetted') throw new AppError('safe_point_not_found')
    await insertReport(tx, {
      ...{ id: newId(), safePointId: point.id, reporterId, reason: report.reason },
      ...{ details: report.details || null, createdAt: deps.clock.now() },
    })
  })
}
