import type { z } from 'zod'
import type { backOffice } from '#contract/back-office.ts'
import { wordOf } from '#contract/desk-words.ts'
import { DESK_FILE_LINES } from '#contract/limits.ts'
import {
  findAccountRow,
  findBalance,
  findLineOfTransfer,
  type LineRow,
  listAccountLines,
  listAccountsOf,
  listAccountsOfOwner,
  listLinesOfCause,
  suspensePayments,
  transferCodes,
} from '#server/modules/bank/ledger/index.ts'
import { recordExport } from '#server/modules/foundation/staff-actions/index.ts'
import { csvList } from '#server/platform/csv-text.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { readPlace } from '#server/platform/page-place.ts'
import { instantsOf, namesOf, PAGE_SIZE, pageOf } from './desk-lists.ts'
import { presentAccount, presentLines } from './ledger-lines.ts'

type OfAccount = { ledgerAccountId: string }
type Answer<K extends keyof typeof backOffice> = Promise<z.input<(typeof backOffice)[K]['ok']>>

/** Lists accounts of the company, or of a person. */
export async function listAccounts(
  { db }: ReadDeps,
  { person }: z.output<typeof backOffice.listLedgerAccounts.query>,
): Answer<'listLedgerAccounts'> {
  const rows = await listAccountsOfOwner(db, { ownerId: person ?? null })
  const owners = rows.map(({ ownerId }) => ownerId)
  const names = await namesOf(db, owners)
  return { items: rows.map((row) => presentAccount(row, names)) }
}

/** Shows an account with its balance at an instant, or now. Errors: `ledger_account_not_found`. */
export async function showAccount(
  { db, clock }: ReadDeps,
  { ledgerAccountId, at }: OfAccount & z.output<typeof backOffice.showLedgerAccount.query>,
): Answer<'showLedgerAccount'> {
  const row = await findAccountRow(db, ledgerAccountId)
  if (!row) throw new AppError('ledger_account_not_found')
  const instant = at ? new Date(at) : clock.now()
  const sums = await findBalance(db, { account: row.id, at: instant })
  const posted = sums.creditsPosted - sums.debitsPosted
  return {
    account: presentAccount(row, await namesOf(db, [row.ownerId])),
    balance: { ...sums, at: instant.toISOString(), posted, available: posted - sums.debitsPending },
    codes: [...transferCodes],
  }
}

const filterOf = (asked: z.output<typeof backOffice.listLedgerLines.query>) => ({
  code: asked.code ?? null,
  ...instantsOf(asked),
})

const placeOf = ({ at, id }: LineRow) => ({ at, id })

/** Lists a page of the movements of an account. Errors: `ledger_account_not_found`. */
export async function listLines(
  { db }: ReadDeps,
  {
    ledgerAccountId,
    after,
    ...asked
  }: OfAccount & z.output<typeof backOffice.listLedgerLines.query>,
): Answer<'listLedgerLines'> {
  if (!(await findAccountRow(db, ledgerAccountId))) throw new AppError('ledger_account_not_found')
  const page = { account: ledgerAccountId, after: readPlace(after), limit: PAGE_SIZE + 1 }
  const rows = await listAccountLines(db, { ...filterOf(asked), ...page })
  const { shown, next } = pageOf(rows, placeOf)
  return { items: await presentLines(db, shown), next }
}

/** Writes the movements of an account as CSV. Errors: `ledger_account_not_found`, `forbidden`. */
export async function writeLines(
  deps: ReadDeps,
  actor: Actor,
  asked: OfAccount & z.output<typeof backOffice.downloadLedgerLines.body>,
): Promise<AsyncGenerator<string>> {
  const { db } = deps
  const { ledgerAccountId } = asked
  if (!(await findAccountRow(db, ledgerAccountId))) throw new AppError('ledger_account_not_found')
  await recordExport(deps, actor, { list: 'libro', asked })
  const filter = { account: ledgerAccountId, ...filterOf(asked) }
  return csvList<LineRow>({
    head: [
      ...['Movimiento', 'Fecha', 'Tipo', 'Código', 'Entra', 'Sale', 'De', 'A', 'Causa', 'Id'],
      ...['Terminó', 'Cómo', 'Tomado'],
    ],
    read: (after, limit) => listAccountLines(db, { ...filter, after, limit }),
    place: placeOf,
    line: (row) => [
      ...[row.id, row.at, wordOf(row.kind), wordOf(row.code)],
      row.creditAccount === ledgerAccountId ? row.amount : null,
      row.debitAccount === ledgerAccountId ? row.amount : null,
      ...[row.debitAccount, row.creditAccount, wordOf(row.causeKind), row.causeId],
      ...[row.endingAt, row.endingKind && wordOf(row.endingKind), row.endingAmount],
    ],
    max: DESK_FILE_LINES,
  })
}

/**
 * Shows a movement, by its id or the id of its ending, with the other movements of the same cause
 * on the same accounts of people. Errors: `ledger_transfer_not_found`.
 */
export async function showTransfer(
  { db }: ReadDeps,
  { transferId }: { transferId: string },
): Answer<'showTransfer'> {
  const row = await findLineOfTransfer(db, transferId)
  if (!row) throw new AppError('ledger_transfer_not_found')
  const accounts = await listAccountsOf(db, [row.debitAccount, row.creditAccount])
  // Company accounts are slow to search, except the small account of second charges.
  const short = accounts.filter(({ id, ownerId }) => ownerId !== null || id === suspensePayments)
  const ids = short.map(({ id }) => id)
  const found = await listLinesOfCause(db, { accounts: ids, causeId: row.causeId })
  const [line] = await presentLines(db, [row])
  const others = found.filter(({ id }) => id !== row.id)
  return { line: line as NonNullable<typeof line>, related: await presentLines(db, others) }
}
