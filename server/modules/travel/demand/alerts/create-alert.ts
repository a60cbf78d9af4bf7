import type { z } from 'zod'
import type { alerts } from '#contract/alerts.ts'
import { textInForce } from '#contract/consent-texts.ts'
import { ALERT_DAYS_AHEAD_MAX } from '#contract/limits.ts'
import {
  lockUser,
  recordConsent,
  requireConfirmedEmail,
} from '#server/modules/people/users/index.ts'
import { placesByIds } from '#server/modules/roads/places/index.ts'
import { bogotaDate, daysAfter } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type CallKey, claimKey } from '#server/platform/idempotency.queries.ts'
import { newId } from '#server/platform/ids.ts'
import { type Alert, NO_LIST } from './alert.ts'
import {
  findAlert,
  findOverlapping,
  insertAlert,
  type NewAlert,
  stopAlertRow,
} from './alerts.queries.ts'
import { assertMayList, assertRoom } from './may-list.ts'

type Asked = z.output<typeof alerts.create.body>

export type CreateAlert = Asked & { idempotencyKey: CallKey | undefined }

/**
 * Saves a search as an alert. A person has at most one active alert per pair of places and day: a
 * second request returns the existing alert unchanged. A list that buys takes the place of an alert
 * that only tells, and begins at the end of the order.
 * Errors: those of `assertMayList`, `list_exists`, `place_not_found`, `route_stops_invalid`
 * (the same place twice), `invalid_request` (days
 * in the past, in the wrong order or too far ahead; seats for which such cars take each person
 * alone), `alert_limit`, `email_unconfirmed`,
 * `idempotency_mismatch`.
 */
export async function createAlert(
  deps: ReadDeps,
  { userId }: ActorId,
  input: CreateAlert,
): Promise<{ alert: Alert; created: boolean }> {
  const { idempotencyKey: key, ...request } = input
  if (input.from === input.to) throw new AppError('route_stops_invalid')
  const ends = await placesByIds(deps, [input.from, input.to])
  if (ends.length < 2) throw new AppError('place_not_found')
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const call = { actorId: userId, operation: 'alerts.create', key, request, now }
    const claim = await claimKey(tx, call, (id) => findAlert(tx, id))
    const earlier = claim.earlier ?? (claim.repeated && (await findSame(tx, userId, request)))
    if (earlier) return { alert: earlier, created: false }
    return await writeAlert(tx, { ...planAlert(userId, request, now), id: claim.resourceId }, now)
  })
}

/** Finds the alert that the key returned the first time, so that none is created again. */
function findSame(tx: Tx, userId: string, asked: Asked): Promise<Alert | undefined> {
  const { from: fromPlace, to: toPlace } = asked
  return findOverlapping(tx, { ...asked, userId, fromPlace, toPlace })
}

async function writeAlert(tx: Tx, plan: NewAlert, now: Date) {
  const { userId, buys } = plan
  await lockUser(tx, userId)
  const same = await findOverlapping(tx, plan)
  if (same?.status === 'active') {
    if (!buys) return { alert: same, created: false }
    if (same.buys) throw new AppError('list_exists')
    await stopAlertRow(tx, same.id, now)
  }
  await requireConfirmedEmail(tx, userId)
  await assertRoom(tx, userId, now)
  if (buys) {
    await assertMayList(tx, userId, now, plan)
    const { purpose, version } = textInForce('list_purchase', bogotaDate(now))
    await recordConsent(tx, { userId, purpose, version, given: true }, now)
  }
  await insertAlert(tx, plan, now)
  const alert = await findAlert(tx, plan.id)
  assert(alert, 'an alert just written is found')
  return { alert, created: true }
}

/**
 * Returns the person's active alert for these places and days, or creates it. Errors:
 * `invalid_request` (its days), `alert_limit`, `email_unconfirmed`.
 */
export async function ensureAlert(
  tx: Tx,
  { userId }: ActorId,
  { now, ...asked }: Asked & { now: Date },
): Promise<{ alertId: string; created: boolean }> {
  const plan = { ...planAlert(userId, asked, now), id: newId() }
  const { alert, created } = await writeAlert(tx, plan, now)
  return { alertId: alert.id, created }
}

/** Builds the alert of a request, without days that are over. */
function planAlert(userId: string, asked: Asked, now: Date) {
  const { from: fromPlace, to: toPlace, maxPrice = null, list, ...terms } = asked
  if (list && !maxPrice) refuse('maxPrice', 'Escribe el máximo que pagas por cupo.')
  if (list && list.earliestMinute >= list.latestMinute) {
    refuse('list', 'La última hora va después de la primera.')
  }
  if ((list?.womenOnly || list?.verifiedOnly) && terms.seats > 1) {
    const message = 'En esos carros cada persona reserva su propio cupo: pide uno.'
    throw new AppError('invalid_request', { message, fields: { seats: message } })
  }
  const { until } = terms
  const today = bogotaDate(now)
  if (terms.since > until) refuse('until', 'El último día va después del primero.')
  if (until < today) refuse('until', 'Ese día ya pasó.')
  if (until > daysAfter(today, ALERT_DAYS_AHEAD_MAX)) {
    refuse('until', `Elige un día de los próximos ${ALERT_DAYS_AHEAD_MAX}.`)
  }
  const hasBegun = terms.since < today
  return {
    ...{ ...NO_LIST, ...list, ...terms, buys: list !== undefined },
    ...{ userId, fromPlace, toPlace, maxPrice },
    since: hasBegun ? today : terms.since,
  }
}

function refuse(field: string, sentence: string): never {
  throw new AppError('invalid_request', { fields: { [field]: sentence } })
}
