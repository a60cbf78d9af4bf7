import type { z } from 'zod'
import type { backOffice } from '#contract/back-office.ts'
import type { DeskPayment, PaymentSummary } from '#contract/back-office-payments.ts'
import { typedDisplayCode } from '#contract/display-code.ts'
import { DESK_FILE_LINES } from '#contract/limits.ts'
import { suspensePayments, walletId } from '#server/domains/bank/ledger/ledger.public.ts'
import { csvList } from '#server/platform/csv-list.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { readPlace } from '#server/platform/page-place.ts'
import { instantsOf, iso, namesOf, PAGE_SIZE, pageOf } from './desk-lists.ts'
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

type ReadDeps = Pick<Deps, 'db'>
type Asked = z.output<typeof backOffice.downloadPayments.query>

const filterOf = ({ status, method, reference, person, min, max, ...days }: Asked) => ({
  status: status ?? null,
  method: method ?? null,
  reference: reference ?? null,
  displayCode: reference ? typedDisplayCode(reference) : null,
  userId: person ?? null,
  min: min ?? null,
  max: max ?? null,
  ...instantsOf(days),
})

const placeOf = ({ createdAt, id }: PaymentRow) => ({ at: createdAt, id })

/** Lists a page of top-ups, the newest first. */
export async function listPayments(
  deps: ReadDeps,
  _actor: Actor,
  { after, ...asked }: z.output<typeof backOffice.listPayments.query>,
): Promise<z.input<typeof backOffice.listPayments.ok>> {
  const page = { after: readPlace(after), limit: PAGE_SIZE + 1 }
  const rows = await listPaymentRows(deps.db, { ...filterOf(asked), ...page })
  const { shown, next } = pageOf(rows, placeOf)
  const items = await presentPayments(deps.db, shown)
  return { items, next, methods: await listKnownMethods(deps.db) }
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

/** Writes the list of top-ups as CSV, in parts. */
export function writePayments(deps: ReadDeps, _actor: Actor, asked: Asked): AsyncGenerator<string> {
  const filter = filterOf(asked)
  return csvList<PaymentRow>({
    head: ['Recarga', 'Referencia', 'Estado', 'Persona', 'Valor', 'Medio', 'Creada'],
    read: (after, limit) => listPaymentRows(deps.db, { ...filter, after, limit }),
    place: placeOf,
    line: (row) => [
      ...[row.id, row.reference, row.status, row.userId, row.amount, row.method],
      row.createdAt.toISOString(),
    ],
    max: DESK_FILE_LINES,
  })
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
