import { z } from 'zod'
import { CalendarDate, Id, Instant, matching, PagePlace, Pesos, PesosSum } from './common.ts'
import { FundCause } from './desk-actions.ts'
import { deskFile, EXPORT_TEXT, exportReason, FILE_TEXT } from './desk-filters.ts'
import { FundLine, FundMonth } from './impact.ts'
import { get, post } from './route.ts'

/** A ledger account as lists show it. */
export const LedgerAccountName = z.object({
  id: Id,
  /** `wallet`, `points` or `receivable` of a person, or the kind of a house account. */
  kind: z.string(),
  /** Code of a house account, such as `gateway:wompi`; null for other accounts. */
  code: z.string().nullable(),
  owner: z.object({ id: Id, name: z.string() }).nullable(),
  currency: z.string(),
})
export type LedgerAccountName = z.infer<typeof LedgerAccountName>

/** A movement, with the end of the hold when it was a hold. */
export const LedgerLine = z.object({
  id: Id,
  at: Instant,
  /** `transfer` moved at once; `pending` was held first. */
  kind: z.enum(['transfer', 'pending']),
  code: z.string(),
  amount: PesosSum,
  from: LedgerAccountName,
  to: LedgerAccountName,
  cause: z.object({ kind: z.string(), id: z.string() }),
  expiresAt: Instant.nullable(),
  /** How a hold ended, and how many pesos it took. */
  ending: z
    .object({ id: Id, kind: z.enum(['post', 'void', 'expire']), at: Instant, amount: PesosSum })
    .nullable(),
})
export type LedgerLine = z.infer<typeof LedgerLine>

/** Balance of an account at an instant, summed from its movements up to then. */
export const LedgerBalance = z.object({
  at: Instant,
  debitsPosted: PesosSum,
  creditsPosted: PesosSum,
  debitsPending: PesosSum,
  creditsPending: PesosSum,
  /** Final credits minus final debits. */
  posted: PesosSum,
  /** `posted` minus the amounts held for outgoing movements. */
  available: PesosSum,
  movements: z.int(),
})
export type LedgerBalance = z.infer<typeof LedgerBalance>

const view = { permission: 'ledger.view' } as const
const filters = {
  since: CalendarDate.optional(),
  until: CalendarDate.optional(),
  code: matching(/^[a-z_]+$/, 40).optional(),
}

const FundView = z.object({
  fund: FundMonth,
  /** Sums of the last 365 days, the newest month (`2026-11`) first. */
  months: z.array(FundLine.extend({ month: z.string() })),
  /** In force: per cent of commission and of the old fare, pesos of the largest cover. */
  settings: z.object({ share: z.int(), coverPercent: z.int(), coverMax: Pesos }),
  /** Who got most in 365 days, less what came back. */
  receivers: z.array(z.object({ id: Id, name: z.string(), pesos: z.int(), cases: z.int() })),
  /** What the program proposed and nobody decided. */
  open: z.array(
    z.object({
      id: Id,
      kind: FundCause,
      pesos: Pesos,
      person: z.object({ id: Id, name: z.string() }),
      at: Instant,
      /** Who signed first, and cannot sign again; null while nobody did. */
      firstBy: z.object({ id: Id, name: z.string() }).nullable(),
    }),
  ),
})
export type FundView = z.infer<typeof FundView>

export const ledgerCalls = {
  showFund: get('/admin/fund', {
    auth: view,
    summary: 'Show the guarantee fund to the team',
    description:
      'Returns the guarantee fund, its months, largest receivers and settings, and what waits ' +
      'for a signature.',
    ok: FundView,
  }),
  listLedgerAccounts: get('/admin/ledger/accounts', {
    auth: view,
    summary: 'List accounts of the ledger',
    description: 'Returns accounts of the house by name, or with `person` those of one person.',
    query: z.strictObject({ person: Id.optional() }),
    ok: z.object({ items: z.array(LedgerAccountName) }),
  }),
  showLedgerAccount: get('/admin/ledger/accounts/:ledgerAccountId', {
    auth: view,
    summary: 'Show an account of the ledger',
    description:
      'Returns an account with its balance at `at`, or now: summed from the movements up to that ' +
      'instant, both ends included, not read from the running totals.',
    query: z.strictObject({ at: Instant.optional() }),
    ok: z.object({
      account: LedgerAccountName,
      balance: LedgerBalance,
      /** Movement codes that this account can have, for the filter. */
      codes: z.array(z.string()),
    }),
    limit: { max: 300, windowSeconds: 600, by: 'user' },
    errors: ['ledger_account_not_found'],
  }),
  listLedgerLines: get('/admin/ledger/accounts/:ledgerAccountId/lines', {
    auth: view,
    summary: 'List movements of an account',
    description:
      'Returns movements of an account, the newest first; a hold is one line with its ending, ' +
      'where it was made, so that pages never move.',
    query: z.strictObject({ ...filters, after: PagePlace.optional() }),
    ok: z.object({ items: z.array(LedgerLine), next: z.string().nullable() }),
    errors: ['ledger_account_not_found'],
  }),
  downloadLedgerLines: post('/admin/ledger/accounts/:ledgerAccountId/file', {
    auth: view,
    summary: 'Download movements of an account as CSV',
    description:
      'Returns movements of an account as a file. Also needs `people.export`. ' +
      `${FILE_TEXT} ${EXPORT_TEXT}`,
    body: z.strictObject({ reason: exportReason, ...filters }),
    ...deskFile,
    errors: ['ledger_account_not_found'],
  }),
  showTransfer: get('/admin/ledger/transfers/:transferId', {
    auth: view,
    summary: 'Show a movement',
    description:
      'Returns a movement, its hold or ending, and the other movements of the same cause between ' +
      'the same accounts.',
    ok: z.object({ line: LedgerLine, related: z.array(LedgerLine) }),
    errors: ['ledger_transfer_not_found'],
  }),
}
