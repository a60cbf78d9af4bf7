import type { z } from 'zod'
import type { backOffice } from '#contract/back-office.ts'
import type { DeskPayment, PaymentSummary } from '#contract/back-office-payments.ts'
import { paymentTexts, wordOf } from '#contract/desk-words.ts'
import { typedDisplayCode } from '#contract/display-code.ts'
import { suspensePayments, walletId } from '#server/modules/bank/ledger/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { instantsOf, iso, namesOf } from './desk-lists.ts'
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
import { listSought, type SoughtList, writeSought } from './sought-list.ts'

type ReadDeps = Pick<Deps, 'db'>
type Listed = z.output<typeof backOffice.listPayments.query>
type Filters = Omit<Listed, 'after' | 'sort' | 'dir'>

const payments: SoughtList<Filters, PaymentRow> = {
  read: ({ db }, { reference = null, person = null, ...asked }, page) => {
    const { status = null, method = null, min = null, max = null, ...days } = asked
    const displayCode = reference ? typedDisplayCode(reference) : null
    const filter = { status, method, reference, displayCode, userId: person, min, max }
    return listPaymentRows(db, { ...page, ...filter, ...instantsOf(days) })
  },
  place: ({ createdAt, id }) => ({ at: createdAt, id }),
  values: {
    createdAt: ({ createdAt }) => createdAt.getTime(),
    amount: ({ amount }) => amount,
  },
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

/** Lists a page of top-ups; with a text those with this reference, transaction or person. */
export async function listPayments(
  deps: ActDeps,
  actor: Actor,
  asked: Listed & { text?: string },
): Promise<z.input<typeof backOffice.listPayments.ok>> {
  const { shown, ...page } = await listSought(deps, actor, payments, asked)
  const items = await presentPayments(deps.db, shown)
  return { ...page, items, methods: await listKnownMethods(deps.db) }
}

export async function presentPayments(
  reader: Reader,
  rows: readonly PaymentRow[],
): Promise<PaymentSummary[]> {
  const payers = rows.map(({ userId }) => userId)
  const names = await namesOf(reader, payers)
  return rows.map(({ userId, createdAt, ...row }) => ({
    ...row,
    person: names(userId),
    createdAt: createdAt.toISOString(),
  }))
}

/** Writes the list of top-ups as CSV, with people as initials. Errors: `forbidden`. */
export function writePayments(
  deps: ActDeps,
  actor: Actor,
  asked: z.output<typeof backOffice.downloadPayments.body>,
): Promise<AsyncGenerator<string>> {
  return writeSought(deps, actor, payments, asked)
}

/** Shows a top-up with all messages and decisions about it. Errors: `payment_not_found`. */
export async function showPayment(
  deps: ReadDeps,
  _actor: Actor,
  { paymentId }: { paymentId: string },
): Promise<DeskPayment> {
  const row = await findPaymentById(deps.db, paymentId)
  if (!row) throw new AppError('payment_not_found')
  const { updatedAt, environment, checks, ...listed } = row
  const [summary] = await presentPayments(deps.db, [listed])
  const attempts = await listAttemptsOfPayment(deps.db, paymentId)
  const events = await listEventsOfPayment(deps.db, paymentId)
  const answers = await listAnswersOfPayment(deps.db, paymentId)
  const cases = await listCasesOfPayment(deps.db, row.reference)
  const accounts = [walletId(row.userId), suspensePayments]
  return {
    ...(summary as PaymentSummary),
    environment,
    checks,
    updatedAt: updatedAt.toISOString(),
    attempts: attempts.map((each) => ({
      ...each,
      createdAt: each.createdAt.toISOString(),
      updatedAt: each.updatedAt.toISOString(),
    })),
    events: events.map(presentEvent),
    answers: answers.map((each) => ({ ...each, at: each.at.toISOString() })),
    cases: cases.map((each) => ({
      ...each,
      openedAt: each.openedAt.toISOString(),
      closedAt: iso(each.closedAt),
    })),
    money: await moneyOf(deps.db, { accounts, causeId: paymentId }),
  }
}

function presentEvent({ raw, receivedAt, processedAt, ...event }: EventRow) {
  const message = maskMessage(raw)
  return {
    ...event,
    receivedAt: receivedAt.toISOString(),
    processedAt: iso(processedAt),
    covers: message?.covers ?? null,
    raw: message?.text ?? null,
  }
}
