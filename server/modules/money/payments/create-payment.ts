import type { DocumentType } from '#contract/document-number.ts'
import { type OpenTopUps, TOPUP_MAX_PESOS, TOPUP_MIN_PESOS } from '#contract/payments.ts'
import { theTime } from '#server/modules/foundation/notifications/index.ts'
import { readSwitch } from '#server/modules/foundation/switches/index.ts'
import { findContact, lockUser } from '#server/modules/people/users/index.ts'
import { addMs, bogotaDate, MINUTE_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { type CallKey, claimKey } from '#server/platform/idempotency.queries.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import {
  CHECK_MINUTES,
  DAY_PAYMENTS_MAX,
  environmentOf,
  LEFT_AFTER_MS,
  OPEN_PAYMENTS_MAX,
  referenceOf,
} from './payment.ts'
import {
  countPayments,
  findPayment,
  insertPayment,
  listOpenPayments,
  type OpenPayment,
  type PaymentRow,
} from './payments.queries.ts'
import { ABANDONED_JOB } from './tell-abandoned.ts'

export type CreatePayment = {
  /** Amount in pesos. */
  amount: number
  /** User id; if given, it must be the id of the caller. */
  userId?: string | undefined
  idempotencyKey: CallKey | undefined
}

export type Customer = {
  email: string
  fullName: string | null
  phoneNumber: string | null
  legalId: string | null
  /** Code of the document type in the gateway's list. */
  legalIdType: string
}

/** Document types of the gateway's checkout, where a passport is PP, and a PPT has no name. */
const gatewayIdTypes: Record<DocumentType, string> = {
  ...{ CC: 'CC', CE: 'CE', PAS: 'PP' },
  PPT: 'OTHER',
}

/**
 * Prepares a top-up: nothing is charged until the person pays at the gateway.
 * Errors: `forbidden`, `amount_too_small`, `amount_too_large`, `idempotency_mismatch`,
 * `too_many_open_payments` with the open ones as details, `payments_of_day`, `top_ups_off`.
 */
export async function createPayment(
  deps: Deps,
  actor: Actor,
  input: CreatePayment,
): Promise<{ payment: PaymentRow; customer: Customer }> {
  assertOwn(actor, input.userId)
  if (input.amount < TOPUP_MIN_PESOS) throw new AppError('amount_too_small')
  if (input.amount > TOPUP_MAX_PESOS) throw new AppError('amount_too_large')
  const topUps = await readSwitch(deps, 'top_ups')
  const payment = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const call = {
      actorId: actor.userId,
      operation: 'payments.create',
      key: input.idempotencyKey,
      request: { amount: input.amount },
      now,
    }
    const { resourceId, earlier } = await claimKey(tx, call, (id) => findPayment(tx, id))
    if (earlier) return earlier
    topUps.assertOn()
    await assertMayCreate(tx, actor.userId, now)
    await insertPayment(tx, {
      id: resourceId,
      reference: referenceOf(resourceId),
      userId: actor.userId,
      pesos: input.amount,
      environment: environmentOf(deps.secrets.wompi),
      now,
      nextCheckAt: addMs(now, (CHECK_MINUTES[0] ?? 1) * MINUTE_MS),
    })
    const payload = { paymentId: resourceId }
    const runAt = addMs(now, LEFT_AFTER_MS)
    await enqueue(tx, deps.clock, { name: ABANDONED_JOB, payload, runAt })
    return await findPayment(tx, resourceId)
  })
  assert(payment, 'the payment was inserted or found')
  return { payment, customer: await customerOf(deps, actor.userId) }
}

/** Limits the payments of a person, because each is polled at the gateway. */
async function assertMayCreate(tx: Tx, userId: string, now: Date): Promise<void> {
  // Serialises the requests of a person, so that parallel requests count each other.
  await lockUser(tx, userId)
  const since = startOfBogotaDate(bogotaDate(now))
  if ((await countPayments(tx, { userId, since })) >= DAY_PAYMENTS_MAX) {
    throw new AppError('payments_of_day')
  }
  const open = await listOpenPayments(tx, { userId, leftBefore: addMs(now, -LEFT_AFTER_MS) })
  if (open.length >= OPEN_PAYMENTS_MAX) throw tooManyOpen(open)
}

/** Names the way out that exists: an unseen payment can be discarded, and ends by itself. */
function tooManyOpen(open: readonly OpenPayment[]): AppError {
  const [oldest] = open.filter(({ isSeen }) => !isSeen)
  const endsAt = oldest ? addMs(oldest.createdAt, LEFT_AFTER_MS).toISOString() : null
  const details: OpenTopUps = {
    open: open.map(({ createdAt, ...rest }) => ({ ...rest, createdAt: createdAt.toISOString() })),
    endsAt,
  }
  const wayOut = endsAt
    ? `Descarta una de estas o espera hasta ${theTime(endsAt)}.`
    : 'Tu banco las está confirmando: espera a que termine una o escríbenos.'
  const message = `Tienes ${open.length} recargas sin terminar. ${wayOut}`
  return new AppError('too_many_open_payments', { details, message })
}

/** Refuses a `userId` in the body that is not the caller's id. Errors: `forbidden`. */
export function assertOwn(actor: Actor, userId: string | undefined): void {
  if (userId !== undefined && userId !== actor.userId) throw new AppError('forbidden')
}

/** Reads what the gateway's checkout asks about the payer. */
export async function customerOf(deps: Deps, userId: string): Promise<Customer> {
  const contact = await findContact(deps.db, deps, userId)
  return { ...contact, legalIdType: gatewayIdTypes[contact.legalIdType ?? 'CC'] }
}
