import type { z } from 'zod'
import type { settings } from '#contract/settings.ts'
import { openFund } from '#server/modules/bank/ledger/index.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { authorizeAct } from '#server/modules/people/users/index.ts'
import {
  findTollStation,
  forgetNetwork,
  insertTariffs,
  placesByIds,
} from '#server/modules/roads/places/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { NATIONAL } from '../fuel.ts'
import { insertFuelPrices } from '../pricing.queries.ts'
import { forgetFuel } from '../quote-trip.ts'
import {
  decideProposal,
  insertProposal,
  lockProposal,
  type ProposalRow,
} from './price-proposals.queries.ts'

type Asked = z.output<typeof settings.proposePrice.body>

/**
 * Enters a price from today or a later day; it counts once a second person confirms it.
 * Errors: `price_in_past`, `not_found` (unknown city or station), `price_exists` (the same day has
 * a price, confirmed or waiting), `signer_unverified`.
 */
export async function proposePrice(deps: ActDeps, actor: ActorId, asked: Asked): Promise<void> {
  const at = deps.clock.now()
  assertNotPast(asked.validFrom, at)
  await requireSubject(deps, asked)
  await inTransaction(deps.db, async (tx) => {
    const row = { id: newId(), pesos: null, ...asked, proposedBy: actor.userId, proposedAt: at }
    await authorizeAct(tx, deps, { actor: actor.userId, signs: 'first', ...about(row.id) })
    if (!(await insertProposal(tx, row))) throw new AppError('price_exists')
    await record(tx, actor, { at, action: 'price.proposed', row })
  })
}

function assertNotPast(validFrom: string, now: Date): void {
  if (validFrom < bogotaDate(now)) throw new AppError('price_in_past')
}

async function requireSubject(deps: ActDeps, { kind, subjectId }: Asked): Promise<void> {
  if (kind === 'insurance' || kind === 'fund') return
  if (kind === 'fuel') {
    if (subjectId === NATIONAL || (await placesByIds(deps, [subjectId])).length > 0) return
  } else if (await findTollStation(deps, subjectId)) return
  throw new AppError('not_found')
}

/**
 * Confirms a price as a second person, so that it counts for new quotes from its first day; or
 * rejects it. Errors: `not_found` (no such waiting price), `price_same_person` (confirming one's
 * own price), `price_in_past` (its first day is over), `price_exists`; when confirming, also those
 * of `authorizeAct`.
 */
export async function decidePrice(
  deps: ActDeps,
  actor: ActorId,
  { proposalId, outcome }: { proposalId: string; outcome: 'confirmed' | 'rejected' },
): Promise<void> {
  const at = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const row = await lockProposal(tx, proposalId)
    if (!row) throw new AppError('not_found')
    if (outcome === 'confirmed') await confirm(tx, deps, actor, { row, at })
    await decideProposal(tx, { id: row.id, by: actor.userId, at, outcome })
    if (outcome === 'confirmed' && row.kind === 'fund' && row.subjectId === 'open') {
      assert(row.pesos !== null, 'a sum')
      await openFund(tx, { proposalId: row.id, pesos: row.pesos, now: at })
    }
    await record(tx, actor, { at, action: `price.${outcome}`, row })
  })
  forgetFuel(deps.db)
  forgetNetwork(deps.db)
}

const about = (id: string) => {
  return { permission: 'prices.manage', affected: [], subject: { kind: 'price', id } } as const
}

async function confirm(
  tx: Tx,
  deps: ActDeps,
  actor: ActorId,
  { row, at }: { row: ProposalRow; at: Date },
): Promise<void> {
  if (row.proposedBy === actor.userId) throw new AppError('price_same_person')
  assertNotPast(row.validFrom, at)
  const signed = { actor: actor.userId, signs: 'second', earlier: [row.proposedBy] } as const
  await authorizeAct(tx, deps, { ...signed, ...about(row.id) })
  const { subjectId, validFrom, pesos, source } = row
  // The confirmed proposal is the rule itself.
  if (pesos === null || row.kind === 'fund') return
  const added =
    row.kind === 'fuel'
      ? await insertFuelPrices(tx, [{ place: subjectId, validFrom, pesosPerGallon: pesos, source }])
      : await insertTariffs(tx, [{ stationId: subjectId, validFrom, pesos, source }])
  if (added === 0) throw new AppError('price_exists')
}

async function record(
  tx: Tx,
  actor: ActorId,
  { at, action, row }: { at: Date; action: string; row: ProposalRow },
): Promise<void> {
  const { kind, subjectId, validFrom, pesos, source } = row
  const subject = { kind: 'price', id: row.id }
  const reason = `${kind} ${subjectId}, ${validFrom}: ${pesos}. ${source}`
  await recordStaffAction(tx, actor, { at, action, subject, reason })
}
