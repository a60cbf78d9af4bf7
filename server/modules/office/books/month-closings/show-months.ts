import {
  type ClosedMonth,
  MonthReport,
  type NextMonth,
  type SignedMonth,
} from '#contract/month-closings.ts'
import { dateTime, drawReceipt } from '#server/modules/foundation/files/index.ts'
import { findTeamNames } from '#server/modules/people/users/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { type ClosingRow, findClosing, listLastClosings } from './month-closings.queries.ts'

/** Maximum of months on the page: three years. */
const SHOWN = 36

const reportOf = ({ report }: ClosingRow): MonthReport => MonthReport.parse(JSON.parse(report))

export async function presentClosings(
  db: Reader,
  rows: readonly ClosingRow[],
): Promise<ClosedMonth[]> {
  const closers = rows.map(({ closedBy }) => closedBy)
  const nameOf = await findTeamNames(db, closers)
  return rows.map((row) => {
    const { totals, differences } = reportOf(row)
    return {
      month: row.month,
      closedAt: row.closedAt.toISOString(),
      closedBy: nameOf(row.closedBy),
      keyId: row.keyId,
      totals,
      differences: differences.length,
    }
  })
}

/** Lists closed months, the newest first, and the reasons that block the next one. */
export async function listMonths(
  { db }: Pick<Deps, 'db'>,
  next: NextMonth | null,
): Promise<{ months: ClosedMonth[]; next: NextMonth | null }> {
  return { months: await presentClosings(db, await listLastClosings(db, SHOWN)), next }
}

async function requireClosing(db: Reader, month: string): Promise<ClosingRow> {
  const row = await findClosing(db, month)
  if (!row) throw new AppError('month_not_found')
  return row
}

export function signedOf(row: ClosingRow): SignedMonth {
  return {
    report: JSON.parse(row.report) as MonthReport,
    signature: row.signature.toString('base64'),
    keyId: row.keyId,
    publicKey: row.publicKey.toString('base64'),
  }
}

/** Shows the report of a month as it was signed. Errors: `month_not_found`. */
export async function showMonth({ db }: Pick<Deps, 'db'>, { month }: { month: string }) {
  return signedOf(await requireClosing(db, month))
}

/** Names of the classes of a report, which are kinds of people's accounts and codes of ours. */
export const ACCOUNT_NAMES: Readonly<Record<string, string>> = {
  wallet: 'Billeteras de las personas',
  receivable: 'Lo que deben personas',
  'gateway:wompi': 'Pasarela de pagos',
  'payouts:clearing': 'Retiros pagados',
  'revenue:commission': 'Comisiones',
  'suspense:payments': 'Segundos cobros por devolver',
  'company:credits': 'Créditos de Cupo',
  'fund:guarantee': 'Fondo de garantía',
}

/** Draws the sums of a report with its signature as a PDF. Errors: `month_not_found`. */
export async function drawMonth(
  { db }: Pick<Deps, 'db'>,
  { month }: { month: string },
): Promise<Buffer> {
  const row = await requireClosing(db, month)
  const [shown] = await presentClosings(db, [row])
  const { ledger, totals, classes, differences } = reportOf(row)
  const pesos = classes.filter(({ currency }) => currency === 'COP')
  return await drawReceipt({
    title: `Cierre de ${month}`,
    number: `${month}-${row.keyId}`,
    issuedAt: row.closedAt,
    facts: [
      ['Cerró', shown?.closedBy ?? ''],
      ['Cerrado', dateTime(row.closedAt)],
      ['Movimientos', String(ledger.movements)],
      ['De fechas anteriores', String(ledger.late)],
      ['Último movimiento', ledger.lastTransfer ? `n.º ${ledger.lastTransfer.number}` : 'ninguno'],
      ['Lote de la cadena', String(ledger.chain.batch)],
      ['Huella del lote', inGroups(ledger.chain.hash)],
      ['Diferencias decididas', String(differences.length)],
    ],
    lines: [
      ['Recargas', totals.topUps],
      ['Recargas anuladas', -totals.topUpsReversed],
      ['Retiros', totals.payouts],
      ['Viajes', totals.fares],
      ['Comisiones', totals.commissions],
      ['Apartado al final', totals.held],
      ...pesos.flatMap(({ name, opening, closing }): [string, number][] => [
        [`${ACCOUNT_NAMES[name] ?? name}, al empezar`, opening],
        [`${ACCOUNT_NAMES[name] ?? name}, al terminar`, closing],
      ]),
    ],
    total: ['Suma de las cuentas', pesos.reduce((sum, { closing }) => sum + closing, 0)],
    notes: [
      `Firma Ed25519 con la llave ${row.keyId}: ${inGroups(row.signature.toString('hex'))}`,
      'Se comprueba con el archivo JSON y el comando month:verify.',
    ],
  })
}

/** Groups digits, so that long numbers break into lines. */
const inGroups = (digits: string) => digits.replaceAll(/(.{16})(?=.)/g, '$1 ')
