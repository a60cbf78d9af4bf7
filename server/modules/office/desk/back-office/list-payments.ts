import type { z } from 'zod'
import type { backOffice } from '#contract/back-office.ts'
import type { DeskPayment, PaymentSummary } from '#contract/back-office-payments.ts'
import { paymentTexts, wordOf } from '#contract/desk-words.ts'
import { suspensePayments, walletId } from '#server/modules/bank/ledger/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { isoDates } from '#server/platform/iso-dates.ts'
import { instantsOf, namesOf } from './desk-lists.ts'
import { moneyOf } from './ledger-lines.ts'
import { maskMessage } from './mask-message.ts'
import {
  type EventRow,
  findPaymentById,
  listAnswersOfPayment,
  listAttemptsOfPayment,
  listCasesOfPayment,
  listEventsOfPayment,
  listKnownMethods,
  listPaymentRows,
  type PaymentRow,
} from './payments.queries.ts'
import { listSought, type SoughtList } from './sought-list.ts'

type Listed = z.output<typeof backOffice.listPayments.query>
type Filters = Omit<Listed, 'after' | 'sort' | 'dir'>

/** The top-ups; with a text those with this reference, transaction or person. */
export const paymentList: SoughtList<Filters, PaymentRow, PaymentSummary> = {
  read: ({ db }, { person = null, ...asked }, page) => {
    const { status = null, method = null, min = null, max = null, ...days } = asked
    const filter = { status, method, userId: person, min, max }
    return listPaymentRows(db, { ...page, ...filter, ...instantsOf(days) })
  },
  place: ({ createdAt, id }) => ({ at: createdAt, id }),
  values: {
    createdAt: ({ createdAt }) => createdAt.getTime(),
    amount: ({ amount }) => amount,
  },
  present: ({ db }, rows) => presentPayments(db, rows),
  file: {
    name: 'recargas',
    head: ['Recarga', 'Referencia', 'Estado', 'Persona', 'Valor', 'Medio', 'Creada'],
    people: ({ userId }) => [userId],
    line: (row, who) => [
      ...[row.id, row.reference, paymentTexts[row.status], who(row.userId), row.amount],
      ...[row.method && wordOf(row.method), row.createdAt],
    ],
  },
}

/** Lists a page of top-ups, with the payment methods by which they can be filtered. */
export async function listPayments(
  deps: ActDeps,
  actor: Actor,
  asked: Listed & { text?: string },
): Promise<z.input<typeof backOffice.listPayments.ok>> {
  const page = await listSought(deps, actor, paymentList, asked)
  return { ...page, methods: await listKnownMethods(deps.db) }
}

export async function presentPayments(
  reader: Reader,
  rows: readonly PaymentRow[],
): Promise<PaymentSummary[]> {
  const payers = rows.map(({ userId }) => userId)
  const names = await namesOf(reader, payers)
  return rows.map((row) => ({ ...isoDates(row), person: names(row.userId) }))
}

/** Shows a top-up with all messages and decisions about it. Errors: `payment_not_found`. */
export async function showPayment(
  { db }: Pick<Deps, 'db'>,
  { paymentId }: { paymentId: string },
): Promise<DeskPayment> {
  const row = await findPaymentById(db, paymentId)
  const [summary] = row ? await presentPayments(db, [row]) : []
  if (!row || !summary) throw new AppError('payment_not_found')
  const attempts = await listAttemptsOfPayment(db, paymentId)
  const events = await listEventsOfPayment(db, paymentId)
  const answers = await listAnswersOfPayment(db, paymentId)
  const cases = await listCasesOfPayment(db, row.reference)
  const accounts = [walletId(row.userId), suspensePayments]
  return {
    ...summary,
    ...isoDates(row),
    attempts: attempts.map(isoDates),
    events: events.map(presentEvent),
    answers: answers.map(isoDates),
    cases: cases.map(isoDates),
    money: await moneyOf(db, { accounts, causeId: paymentId }),
  }
}

function presentEvent({ raw, ...event }: EventRow) {
  const message = maskMessage(raw)
  return { ...isoDates(event), covers: message?.covers ?? null, raw: message?.text ?? null }
}
