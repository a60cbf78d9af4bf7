// Responses of the payout sandbox, in the shapes that the provider publishes. Wompi's pages are at
// https://docs.wompi.co/docs/colombia/ (`consultas-y-operaciones`, `eventos-pagos-a-terceros`,
// `introduccion-pagos-a-terceros`, `guia-integracion-breb`). The wompi-node client is
// github.com/pulgueta/wompi-node at 0b6f845 (`packages/core`), which is tested against the
// provider's sandbox.
import { createHash, randomUUID } from 'node:crypto'
import type { SandboxPayout } from './payouts-store.ts'

/** Envelope of most answers of the wompi-node client; not of `/banks`, `/limits`, recharge. */
export const enveloped = (data: unknown, status = 200) => ({
  status,
  code: 'OK',
  message: 'Solicitud ejecutada correctamente.',
  meta: { trace_id: randomUUID() },
  data,
})

/** Page of a list, as `payoutPage` of the wompi-node client. */
export function paged(records: unknown[], input: { page: number; limit: number; total: number }) {
  const pages = Math.ceil(input.total / input.limit)
  return enveloped({ ...input, pages, records })
}

/** Status of a batch (Wompi's page "9. Estados"): it ends when all of its transactions have. */
export const batchStatus = (row: SandboxPayout) =>
  row.batch_status ?? (row.applied_at === null ? 'PENDING' : 'TOTAL_PAYMENT')

/** Batch as `PayoutSchema` of the wompi-node client. */
export function batchOf(row: SandboxPayout) {
  return {
    id: row.payout_id,
    status: batchStatus(row),
    reference: row.batch_reference,
    type: 'IMMEDIATE',
    amountInCents: row.amount_in_cents,
    currency: 'COP',
    statusMessage: null,
    totalTransactions: 1,
    paymentType: 'PROVIDERS',
    createdAt: row.created_at,
  }
}

/**
 * Transaction as `PayoutTransactionSchema` of the wompi-node client: without `payoutId`, and with a
 * text as the reason.
 */
export function transactionOf(row: SandboxPayout) {
  const payee = JSON.parse(row.payee) as Record<string, unknown>
  return {
    id: row.id,
    status: row.status,
    amountInCents: row.amount_in_cents,
    payeeInfo: {
      name: payee.name,
      email: payee.email,
      legalId: payee.legalId,
      legalIdType: payee.legalIdType,
      accountType: payee.accountType,
      accountNumber: payee.accountNumber,
    },
    reference: row.reference,
    failureReason: row.failure_code && `${row.failure_code} ${reasonOf(row.failure_code)}`,
    appliedAt: row.applied_at,
    createdAt: row.created_at,
  }
}

/** Reasons of refusals, from Wompi's page "10. Causales de rechazo". */
const REASONS: Record<string, string> = {
  D07: 'Numero cuenta no existe',
  D11: 'Cuenta Nit no corresponden',
  D19: 'Fondos insuficientes',
}
const reasonOf = (code: string) => REASONS[code] ?? 'Rechazado'

type Signed = { secret: string; now: number; status?: string | undefined }

/** Event `transaction.updated` of Wompi's pages: its shape differs from the REST response. */
export function transactionEvent(row: SandboxPayout, { status, ...signing }: Signed): string {
  const payee = JSON.parse(row.payee) as Record<string, unknown>
  const code = row.failure_code
  return signed('transaction.updated', signing, {
    transaction: {
      id: row.id,
      payoutId: row.payout_id,
      amountInCents: row.amount_in_cents,
      status: status ?? row.status,
      payee: { name: payee.name, document: payee.legalId, accountNumber: payee.accountNumber },
      failureReason: code && { code, message: reasonOf(code) },
      currency: 'COP',
      appliedAt: row.applied_at,
      createdAt: row.created_at,
    },
  })
}

/** Event `payout.updated` of Wompi's pages. */
export function batchEvent(row: SandboxPayout, signing: Signed): string {
  const { type: _, statusMessage: __, ...payout } = batchOf(row)
  return signed('payout.updated', signing, { payout })
}

/** Signature of events (Wompi's page "Seguridad"): SHA-256 over values, milliseconds, secret. */
function signed(event: string, { secret, now }: Signed, data: Record<string, object>): string {
  const [[name = '', subject] = []] = Object.entries(data)
  const values = subject as { id: string; status: string; amountInCents: number }
  const fields = ['id', 'status', 'amountInCents'] as const
  const text = fields.map((field) => String(values[field])).join('')
  return JSON.stringify({
    event,
    data,
    signature: {
      properties: fields.map((field) => `${name}.${field}`),
      checksum: createHash('sha256').update(`${text}${now}${secret}`).digest('hex'),
    },
    timestamp: now,
    sentAt: new Date(now).toISOString(),
  })
}

/**
 * Banks of Wompi's page "7. Códigos de bancos"; `code` is a word where one is published (Wompi's
 * page "Consultar cuentas").
 */
const BANKS: [ach: string, name: string, word?: string][] = [
  ['1001', 'BANCO DE BOGOTA', 'BANCO_BOGOTA'],
  ['1002', 'BANCO POPULAR'],
  ['1006', 'ITAU antes Corpbanca'],
  ['1007', 'BANCOLOMBIA', 'BANCOLOMBIA'],
  ['1009', 'CITIBANK'],
  ['1012', 'BANCO GNB SUDAMERIS'],
  ['1013', 'BBVA COLOMBIA'],
  ['1019', 'SCOTIABANK COLPATRIA S.A'],
  ['1023', 'BANCO DE OCCIDENTE'],
  ['1032', 'BANCO CAJA SOCIAL BCSC SA'],
  ['1040', 'BANCO AGRARIO'],
  ['1047', 'BANCO MUNDO MUJER'],
  ['1051', 'BANCO DAVIVIENDA SA'],
  ['1052', 'BANCO AV VILLAS'],
  ['1061', 'BANCOOMEVA'],
  ['1062', 'BANCO FALABELLA S.A.'],
  ['1063', 'BANCO FINANDINA S.A.'],
  ['1066', 'BANCO COOPERATIVO COOPCENTRAL'],
  ['1070', 'LULO BANK S.A.'],
  ['1507', 'NEQUI'],
  ['1551', 'DAVIPLATA'],
  ['1560', 'PIBANK'],
  ['1801', 'MOVII'],
  ['1804', 'Ualá'],
  ['1808', 'BOLD CF'],
  ['1809', 'NU'],
  ['1811', 'RAPPIPAY'],
]

/**
 * List of banks as `PayoutBankSchema` of the wompi-node client: without an envelope, and the digits
 * as a text or a number.
 */
export const bankList = () =>
  BANKS.map(([ach, name, word], index) => ({
    id: bankId(ach),
    name,
    ...(word ? { code: word } : {}),
    achCode: index % 2 === 0 ? ach : Number(ach),
    allowedForOrigin: ach === '1007',
    isElectronicDeposit: ['1507', '1551'].includes(ach),
  }))

const bankId = (ach: string) => `00000000-0000-4000-8000-00000000${ach}`
