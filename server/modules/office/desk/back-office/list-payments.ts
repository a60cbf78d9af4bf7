import type { z } from 'zod'
import type { backOffice } from '#contract/back-office.ts'
import type { DeskPayment, PaymentSummary } from '#contract/back-office-payments.ts'
import { paymentTexts, wordOf } from '#contract/desk-words.ts'
import { typedDisplayCode } from '#contract/display-code.ts'
import { DESK_FILE_LINES } from '#contract/limits.ts'
import { suspensePayments, walletId } from '#server/modules/bank/ledger/index.ts'
import { csvList } from '#server/platform/csv-list.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { instantsOf, iso, namesOf, personCell, readSorted } from './desk-lists.ts'
import { moneyOf } from './ledger-lines.ts'
import { keysFor, type ListKeys } from './list-keys.ts'
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
import { recordExport } from './record-export.ts'

type ReadDeps = Pick<Deps, 'db'>
type Listed = z.output<typeof backOffice.listPayments.query>
type Asked = Omit<Listed, 'after' | 'sort' | 'dir'>

const filterOf = (
  { status, method, reference, person, min, max, ...days }: Asked,
  keys: ListKeys | null,
) => ({
  keys,
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

const values = {
  createdAt: ({ createdAt }: PaymentRow) => createdAt.getTime(),
  amount: ({ amount }: PaymentRow) => amount,
}

/** Lists a page of top-ups; with a text those with this reference, transaction or person. */
export async function listPayments(
  deps: ActDeps,
  actor: Actor,
  { after, sort, dir, text, ...asked }: Listed & { text?: string },
): Promise<z.input<typeof backOffice.listPayments.ok>> {
  const { keys, partial } = await keysFor(deps, actor, text)
  const filter = filterOf(asked, keys)
  const page = await readSorted<PaymentRow>(
    { after, sort, dir },
    {
      read: (place, limit) => listPaymentRows(deps.db, { ...filter, after: place, limit }),
      place: placeOf,
      values,
    },
  )
  const items = await presentPayments(deps.db, page.shown)
  const methods = await listKnownMethods(deps.db)
  return { items, next: page.next, partial: partial || page.partial, methods }
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

/** Writes the list of top-ups as CSV, in parts, with people as initials. Errors: `forbidden`. */
export async function writePayments(
  deps: ActDeps,
  actor: Actor,
  asked: z.output<typeof backOffice.downloadPayments.body>,
): Promise<AsyncGenerator<string>> {
  await recordExport(deps, actor, { list: 'recargas', asked })
  const { reason: _reason, text, ...filters } = asked
  const filter = filterOf(filters, (await keysFor(deps, actor, text)).keys)
  return csvList<PaymentRow & { person: string }>({
    head: ['Recarga', 'Referencia', 'Estado', 'Persona', 'Valor', 'Medio', 'Creada'],
    read: async (after, limit) => {
      const rows = await listPaymentRows(deps.db, { ...filter, after, limit })
      const payers = rows.map(({ userId }) => userId)
      const names = await namesOf(deps.db, payers)
      return rows.map((row) => ({ ...row, person: personCell(names(row.userId)) }))
    },
    place: placeOf,
    line: (row) => [
      ...[row.id, row.reference, paymentTexts[row.status], row.person, row.amount],
      ...[row.method && wordOf(row.method), row.createdAt],
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
