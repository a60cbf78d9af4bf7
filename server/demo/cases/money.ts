// Withdrawals in each state, a bank statement, and payments that somebody must look at.

import { openCase } from '#server/modules/bank/ledger/index.ts'
import { resolveCase } from '#server/modules/money/payments/index.ts'
import {
  addProvedAccount,
  approveWithdrawal,
  askWithdrawal,
  cancelWithdrawal,
  confirmResult,
  createBatch,
  rejectWithdrawal,
  tellResult,
} from '#server/modules/money/withdrawals/index.ts'
import { compareStatement, proposeCase } from '#server/modules/office/books/index.ts'
import { proposeCredit, proposeRefund } from '#server/modules/office/desk/index.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { derivedId } from '#server/platform/ids.ts'
import { findOpenCase } from '../demo.queries.ts'
import { openingBalance } from '../opening-balance.queries.ts'
import { nth } from '../people.ts'
import { at, hoursAgo } from '../times.ts'
import { type Cast, rideOf } from './cast.ts'
import type { CaseRide } from './rides.ts'

/** Time at which a driver's account for withdrawals was added: the waiting time is long over. */
const ACCOUNT_DAYS = 20

type Wish = { userId: string; pesos: number }
type Asked = { id: string; reference: string }

/** Asks for a withdrawal to a new Nequi account of the driver. */
async function ask(then: Deps, { userId, pesos }: Wish): Promise<Asked> {
  const before = at(then, addMs(then.clock.now(), -ACCOUNT_DAYS * DAY_MS))
  const digits = Number.parseInt(userId.replaceAll('-', '').slice(-7), 16) % 10_000_000
  const number = `310${String(digits).padStart(7, '0')}`
  const actor = { userId }
  const account = await addProvedAccount(before, actor, { kind: 'nequi', number })
  const idempotencyKey = `demo-withdrawal-${userId}`
  const asked = { amount: pesos, accountId: account.id, idempotencyKey }
  return await askWithdrawal(then, actor, asked)
}

/**
 * A withdrawal that was approved before a passenger disputed a fare of its owner: it waits, also
 * for a provider that pays at once.
 */
export async function approvedWithdrawal({ deps, finance }: Cast, ride: CaseRide): Promise<void> {
  const asked = at(deps, addMs(ride.picksUpAt, HOUR_MS))
  const { id } = await ask(asked, { userId: ride.driverId, pesos: 40_000 })
  const then = at(deps, addMs(ride.picksUpAt, 2 * HOUR_MS))
  await approveWithdrawal(then, finance, { withdrawalId: id })
}

/** Drivers with money of their own, other than those of disputes. */
function saversOf({ fleet }: Cast, emails: readonly string[]): string[] {
  return emails.flatMap((email) => fleet.get(email)?.userId ?? [])
}

/** `emails`: drivers with an opening balance. */
export async function demoWithdrawals(cast: Cast, emails: readonly string[]): Promise<void> {
  const { deps, admin, finance } = cast
  const [paid, failed, told, sent, asked, refused, cancelled, large] = saversOf(cast, emails)
  assert(paid && failed && told && sent && asked && refused && cancelled && large, 'eight savers')
  const [arrived, returned] = await handOver(cast, [paid, failed], 46)
  const result = (
    made: Asked | undefined,
    hours: number,
    outcome: 'paid' | 'failed',
    note: string,
  ) => tellResult(hoursAgo(deps, hours), finance, { withdrawalId: made?.id ?? '', outcome, note })
  await result(arrived, 26, 'paid', 'Comprobante 4471820 de Nequi.')
  await result(returned, 26, 'failed', 'El banco responde: cuenta inactiva.')
  for (const made of [arrived, returned]) {
    await confirmResult(hoursAgo(deps, 25), admin, { withdrawalId: made?.id ?? '', agree: true })
  }
  const [waiting] = await handOver(cast, [told, sent], 4)
  await result(waiting, 2, 'paid', 'Comprobante 4471993 de Nequi.')
  await ask(hoursAgo(deps, 7), { userId: asked, pesos: 35_000 })
  const { id: refusedId } = await ask(hoursAgo(deps, 70), { userId: refused, pesos: 50_000 })
  const reason =
    'El titular de la cuenta no eres tú. Agrega una cuenta a tu nombre y pídelo otra vez.'
  await rejectWithdrawal(hoursAgo(deps, 60), finance, { withdrawalId: refusedId, reason })
  const { id: cancelledId } = await ask(hoursAgo(deps, 33), { userId: cancelled, pesos: 25_000 })
  const own = { userId: cancelled }
  await cancelWithdrawal(hoursAgo(deps, 32), own, { withdrawalId: cancelledId })
  await largeWithdrawal(cast, large)
  await statement(cast, { matched: arrived, other: returned })
}

/** Hands withdrawals of these drivers to the bank, in one batch, hours ago. */
async function handOver({ deps, finance }: Cast, userIds: readonly string[], hours: number) {
  const made: Asked[] = []
  for (const userId of userIds) {
    const asked = await ask(hoursAgo(deps, hours + 6), { userId, pesos: 60_000 })
    await approveWithdrawal(hoursAgo(deps, hours + 2), finance, { withdrawalId: asked.id })
    made.push(asked)
  }
  await createBatch(hoursAgo(deps, hours), finance, { idempotencyKey: `demo-batch-${hours}` })
  return made
}

/** A withdrawal above the limit of one signature, signed by finance. */
async function largeWithdrawal({ deps, finance }: Cast, userId: string): Promise<void> {
  const paidAt = { method: 'PSE', now: addMs(deps.clock.now(), -30 * DAY_MS) }
  const saved = { paymentId: derivedId('demo.savings', userId), userId, pesos: 700_000, ...paidAt }
  await inTransaction(deps.db, (tx) => openingBalance(tx, saved))
  const { id: withdrawalId } = await ask(hoursAgo(deps, 18), { userId, pesos: 650_000 })
  await approveWithdrawal(hoursAgo(deps, 15), finance, { withdrawalId })
}

/** A statement of the bank: a payment that matches, and one that had failed, which is a case. */
async function statement(
  { deps, admin }: Cast,
  { matched, other }: { matched: Asked | undefined; other: Asked | undefined },
): Promise<void> {
  const day = bogotaDate(hoursAgo(deps, 26).clock.now())
  const bytes = Buffer.from(
    [
      'Fecha;Descripción;Valor',
      `${day};Pago Nequi ${matched?.reference ?? ''};-60000`,
      `${day};Pago Nequi ${other?.reference ?? ''};-60000`,
      `${day};Cuota de manejo;-14900`,
    ].join('\n'),
  )
  const fromDay = bogotaDate(hoursAgo(deps, 52).clock.now())
  // A day can be compared 2 hours after its end, which is 26 hours after each of its moments.
  await compareStatement(deps, admin, { fromDay, untilDay: day, bytes })
}

type Odd = {
  kind: 'mismatch_amount' | 'reconcile_absent' | 'event_failed'
  row: number
  hours: number
  details: Record<string, unknown>
}

/** A payment of the traveller's opening balance, as the gateway would name it. */
function paymentOf({ travellers }: Cast, row: number) {
  const userId = travellers[row] ?? ''
  const paymentId = derivedId('demo.opening', userId)
  const reference = `CUPO-${paymentId.replaceAll('-', '')}`
  return { reference, transactionId: `112470-${1_763_000_000 + row * 977}-${40_210 + row}` }
}

/** Opens a case and returns its id. */
async function odd(cast: Cast, { kind, row, hours, details }: Odd): Promise<string> {
  const { deps } = cast
  const now = hoursAgo(deps, hours).clock.now()
  const payment = paymentOf(cast, row)
  await inTransaction(deps.db, (tx) => openCase(tx, { kind, ...payment, details, now }))
  const id = await findOpenCase(deps.db, payment.transactionId)
  assert(id, 'a case just opened')
  return id
}

const charged = (pesos: number) => {
  return { status: 'APPROVED', amountInCents: pesos * 100, currency: 'COP' }
}

/** A fare of two people who share a card, as the driver's withdrawals would have opened it. */
async function sharedFare(cast: Cast): Promise<void> {
  const { deps } = cast
  const { id: transactionId, driverId: userId } = rideOf(cast, 10)
  const now = hoursAgo(deps, 31).clock.now()
  const found = { kind: 'shared_fare', reference: null, transactionId } as const
  const details = { userId, pesos: 64_000 }
  await inTransaction(deps.db, (tx) => openCase(tx, { ...found, details, now }))
}

/** Payments to look at: two open, one that waits for a second person, one closed. */
export async function demoPaymentCases(cast: Cast): Promise<void> {
  const { deps, finance } = cast
  await odd(cast, { kind: 'mismatch_amount', row: 9, hours: 6, details: charged(390_000) })
  await sharedFare(cast)
  const details = { pesos: 400_000 }
  const absent = await odd(cast, { kind: 'reconcile_absent', row: 11, hours: 44, details })
  await proposeCase(hoursAgo(deps, 21), finance, {
    caseId: absent,
    note: 'Wompi confirma por correo que la transacción existe y que su lista la omitió ese día.',
  })
  const failed = await odd(cast, {
    kind: 'event_failed',
    row: 12,
    hours: 90,
    details: charged(400_000),
  })
  const note = 'La recarga se acreditó con la consulta siguiente. El evento llegó repetido.'
  await resolveCase(hoursAgo(deps, 80), finance, { caseId: failed, note })
}

/** A credit and a refund that one person proposed and another must sign. */
export async function demoMoneyActs({ deps, finance, travellers }: Cast): Promise<void> {
  const credited = nth(travellers, 13)
  const credit = derivedId('demo.credit', credited)
  await proposeCredit(hoursAgo(deps, 12), finance, {
    ...{ id: credit, userId: credited, pesos: 15_000, cause: 'service_failure' },
    withdrawable: false,
    reason: 'Esperó 40 minutos porque el aviso del cambio de hora le llegó tarde.',
  })
  const payer = nth(travellers, 14)
  const refund = derivedId('demo.refund', payer)
  await proposeRefund(hoursAgo(deps, 7), finance, {
    ...{ id: refund, paymentId: derivedId('demo.opening', payer), pesos: 20_000 },
    ...{ cause: 'error', gatewayReference: 'ANULA-2026-0417' },
    reason: 'Recargó dos veces el mismo valor y pidió que le devolviéramos una.',
  })
}
