import { listUntoldOfPhoto, startPhotoGrace, tellUser } from '#server/modules/people/users/index.ts'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { eachRowOrFail } from '#server/platform/jobs/each-row.ts'
import { kindNames } from './document.ts'
import { findInsuranceFrom, listUninsured } from './insurance.queries.ts'
import { documentExpiring, insuranceAsked, profilePhotoRule } from './verification.messages.ts'
import { listDocumentsExpiring } from './verification.queries.ts'

/** Days before the last day of validity on which the owner is notified. */
const TOLD_DAYS_BEFORE = [1, 7, 30]
/** People told in one run of a job. */
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
    const documents = await listDocumentsExpiring(deps.db, range)
    const tell = async (document: (typeof documents)[number]) => {
      const { id, ownerId: userId, kind, plate, expiresOn: lastDay } = document
      if (lastDay === null) return false
      const data = { name: kindNames[kind], plate, lastDay }
      const cause = `${id}:${days}`
      await inTransaction(deps.db, (tx) =>
        tellUser(tx, deps, documentExpiring, { userId, data, cause }),
      )
      return true
    }
    told += await eachRowOrFail(documents, tell, 'the end of a document is not told')
  }
  return told
}

/**
 * Reminds drivers who were approved before insurance was asked: every month, and once more when a
 * day is set from which publishing needs it. Returns their number.
 */
export async function tellInsurance(deps: ActDeps): Promise<number> {
  const today = bogotaDate(deps.clock.now())
  const from = await findInsuranceFrom(deps.db)
  const round = from ?? today.slice(0, 7)
  const cars = await listUninsured(deps.db, { today, round, limit: AT_ONCE })
  const ask = async ({ vehicleId, ownerId: userId, plate }: (typeof cars)[number]) => {
    const told = { userId, data: { plate, from }, cause: `${vehicleId}:${round}` }
    await inTransaction(deps.db, (tx) => tellUser(tx, deps, insuranceAsked, told))
    return true
  }
  return await eachRowOrFail(cars, ask, 'insurance is not asked for a car')
}

/**
 * Tells drivers who were approved before profile photos were required, once each, and starts their
 * 30 days. Returns their number.
 */
export async function tellPhotoRule(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'consentTexts'>,
): Promise<number> {
  const drivers = await listUntoldOfPhoto(deps.db, deps, { limit: AT_ONCE })
  const tell = (userId: string) =>
    inTransaction(deps.db, async (tx) => {
      const lastDay = await startPhotoGrace(tx, deps, { userId })
      await tellUser(tx, deps, profilePhotoRule, { userId, data: { lastDay }, cause: 'photo-rule' })
      return true
    })
  return await eachRowOrFail(drivers, tell, 'the rule of the photo is not told')
}
