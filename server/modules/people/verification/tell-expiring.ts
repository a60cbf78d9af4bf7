import { tellUser } from '#server/modules/people/users/index.ts'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { kindNames } from './document.ts'
import { documentExpiring } from './verification.messages.ts'
import { listDocumentsExpiring } from './verification.queries.ts'

/** Days before the last day of validity on which the owner is notified. */
const TOLD_DAYS_BEFORE = [1, 7, 30]
const AT_ONCE = 200

/**
 * Notifies owners of approved documents when 30, 7 and 1 days are left, once each, unless a newer
 * document exists. With 5 days left, the notification for 7 days is sent. Returns their number.
 */
export async function tellExpiring(deps: ActDeps): Promise<number> {
  const now = deps.clock.now()
  let told = 0
  let from = 0
  for (const days of TOLD_DAYS_BEFORE) {
    const dayIn = (count: number) => bogotaDate(addMs(now, count * DAY_MS))
    const range = { from: dayIn(from), to: dayIn(days), days, limit: AT_ONCE }
    from = days + 1
    for (const document of await listDocumentsExpiring(deps.db, range)) {
      const { id, ownerId: userId, kind, plate, expiresOn: lastDay } = document
      if (lastDay === null) continue
      const data = { name: kindNames[kind], plate, lastDay }
      const cause = `${id}:${days}`
      await inTransaction(deps.db, (tx) =>
        tellUser(tx, deps, documentExpiring, { userId, data, cause }),
      )
      told += 1
    }
  }
  return told
}
