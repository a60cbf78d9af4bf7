import type { PersonContext } from '#contract/back-office-people.ts'
import { findDebt, walletTotals } from '#server/modules/bank/ledger/index.ts'
import { averageOf, findReputation } from '#server/modules/people/standing/index.ts'
import { findMaskedPerson } from '#server/modules/people/users/index.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { isoDates } from '#server/platform/iso-dates.ts'
import { presentFound } from './find-people.ts'
import { NO_KEYS } from './list-keys.ts'
import { presentPayments } from './list-payments.ts'
import { listFoundPayments } from './payments.queries.ts'
import { listSanctionRows, listWithdrawalRows } from './person.queries.ts'
import { findAge, listJourneyRows, listOpenCaseRows } from './person-context.queries.ts'
import { barsOf, recordView } from './show-person.ts'

/** Top-ups and withdrawals that are shown beside a case. */
const PAYMENTS_SHOWN = 3
const WITHDRAWALS_SHOWN = 4

/** Shows what a decision about a person needs, and records the view. Errors: `person_not_found`. */
export async function showPersonContext(
  deps: ActDeps,
  actor: Actor,
  { userId }: { userId: string },
): Promise<PersonContext> {
  const { db } = deps
  const person = await findMaskedPerson(db, deps, userId)
  if (!person) throw new AppError('person_not_found')
  await recordView(deps, actor, userId)
  const { available, held } = await walletTotals(db, userId)
  const now = deps.clock.now()
  const { stars, tripsDriven, tripsRidden } = (await findReputation(db, [userId]))(userId)
  const sanctions = await listSanctionRows(db, userId)
  const withdrawals = await listWithdrawalRows(db, userId)
  const journeys = await listJourneyRows(db, { userId, now })
  const cases = await listOpenCaseRows(db, userId)
  const keys = { ...NO_KEYS, personIds: [userId] }
  const payments = await listFoundPayments(db, { keys, limit: PAYMENTS_SHOWN })
  return {
    ...presentFound(person),
    age: await findAge(db, { userId, now }),
    standing: { rating: averageOf(stars), tripsDriven, tripsRidden },
    sanctions: sanctions.items
      .filter(({ lifted, endsAt }) => !lifted && (endsAt === null || endsAt > now))
      .map(isoDates),
    withdrawals: withdrawals.items.slice(0, WITHDRAWALS_SHOWN).map(isoDates),
    ...(await barsOf(deps, userId)),
    wallet: { available, held, debt: await findDebt(db, userId) },
    journeys: journeys.map(isoDates),
    payments: await presentPayments(db, payments),
    openCases: cases.map(isoDates),
  }
}
