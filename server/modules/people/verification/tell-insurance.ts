import { tellUser } from '#server/modules/people/users/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { findInsuranceFrom, listUninsured } from './insurance.queries.ts'
import { insuranceAsked } from './verification.messages.ts'

const AT_ONCE = 200

/**
 * Reminds drivers who were approved before insurance was asked: every month, and once more when a
 * day is set from which publishing needs it. Returns their number.
 */
export async function tellInsurance(deps: ActDeps): Promise<number> {
  const today = bogotaDate(deps.clock.now())
  const from = await findInsuranceFrom(deps.db)
  const round = from ?? today.slice(0, 7)
  const cars = await listUninsured(deps.db, { today, round, limit: AT_ONCE })
  for (const { vehicleId, ownerId: userId, plate } of cars) {
    const cause = `${vehicleId}:${round}`
    await inTransaction(deps.db, (tx) =>
      tellUser(tx, deps, insuranceAsked, { userId, data: { plate, from }, cause }),
    )
  }
  return cars.length
}
