import { lapseCredits } from '#server/modules/bank/ledger/index.ts'
import { askClaim } from '#server/modules/money/withdrawals/index.ts'
import { lockUser } from '#server/modules/people/users/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { eachRow, eachRowOrFail } from '#server/platform/jobs/each-row.ts'
import { openClaim } from './claim.ts'
import { findClaim, forgetClaim, listEndedClaims, listOpenClaims } from './claims.queries.ts'
import { eraseAll } from './close-account.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Job: requests a withdrawal of what may leave closed accounts whose owner has given an account,
 * lets credits for travelling lapse that came back, and forgets whose a claim was once it is over.
 */
export async function payClaims(deps: Deps): Promise<void> {
  let page = await listOpenClaims(deps.db, FIRST_ID)
  while (page.length > 0) {
    await eachRow(
      page,
      ({ id }) => payClaim(deps, id),
      (err, { id: claimId }) =>
        deps.log.error({ err, claimId }, 'a claim could not be paid; the next run goes on'),
    )
    page = await listOpenClaims(deps.db, page.at(-1)?.id ?? FIRST_ID)
  }
  const ended = await listEndedClaims(deps.db, deps.clock.now())
  const forget = async ({ id, userId }: (typeof ended)[number]) => {
    // Withdrawals of the claim have brought the account back to some tables.
    await eraseAll(deps, userId)
    await inTransaction(deps.db, (tx) => forgetClaim(tx, id))
  }
  await eachRowOrFail(ended, forget, 'whose a claim was is not forgotten')
}

async function payClaim(deps: Deps, id: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const found = await findClaim(tx, id)
    if (!found) return
    const { userId, startedAt: since } = found
    await lockUser(tx, userId)
    await lapseCredits(tx, { userId, now: deps.clock.now() })
    const { sealed, payableFrom } = (await findClaim(tx, id)) ?? found
    const account = sealed ? openClaim(deps, id, sealed).account : undefined
    await askClaim(tx, deps, { userId, since, payableFrom, account })
  })
}
