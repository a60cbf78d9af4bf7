import type { z } from 'zod'
import type { backOffice } from '#contract/back-office.ts'
import {
  findFundSettings,
  listFundReceivers,
  listFundSums,
  showFund,
} from '#server/modules/bank/ledger/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { isOfFund } from '../desk-actions/fund-acts.ts'
import { listOpenMoneyActs } from '../desk-actions/money-acts.queries.ts'
import { namesOf } from './desk-lists.ts'

/** Days of the largest receivers and of the months before. */
const SHOWN_DAYS = 365

/** Shows the guarantee fund: its month, months before, receivers, settings, and what to sign. */
export async function showFundToTeam({
  db,
  clock,
}: ReadDeps): Promise<z.input<typeof backOffice.showFund.ok>> {
  const now = clock.now()
  const since = addMs(now, -SHOWN_DAYS * DAY_MS)
  const settings = await findFundSettings(db, now)
  assert(settings, 'one row')
  const receivers = await listFundReceivers(db, since)
  const open = (await listOpenMoneyActs(db)).flatMap(({ kind, ...act }) =>
    isOfFund(kind) ? [{ kind, ...act }] : [],
  )
  const userIds = [...receivers, ...open].map(({ userId }) => userId)
  const signers = open.flatMap(({ firstBy }) => firstBy ?? [])
  const nameOf = await namesOf(db, [...userIds, ...signers])
  return {
    fund: await showFund(db, now),
    months: await listFundSums(db, since),
    settings,
    receivers: receivers.map(({ userId, ...row }) => ({ ...nameOf(userId), ...row })),
    open: open.map(({ id, kind, pesos, userId, proposedAt, firstBy }) => ({
      ...{ id, kind, pesos, person: nameOf(userId), at: proposedAt.toISOString() },
      firstBy: firstBy === null ? null : nameOf(firstBy),
    })),
  }
}
