import { walletSums, type YearSums } from '#server/modules/bank/ledger/index.ts'
import { dateTime, drawReceipt, type Receipt } from '#server/modules/foundation/files/index.ts'
import { findContact } from '#server/modules/people/users/index.ts'
import { startOfBogotaDate } from '#server/platform/clock.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { accountLine, destinationOfWithdrawal } from './destination.ts'
import { findOwn } from './show-withdrawals.ts'

/** Draws the receipt of a paid withdrawal. Errors: `withdrawal_not_found`, `receipt_not_ready`. */
export async function drawWithdrawalReceipt(
  deps: ActDeps,
  actor: ActorId,
  asked: { withdrawalId: string },
): Promise<{ reference: string; pdf: Buffer }> {
  const row = await findOwn(deps, actor, asked)
  if (row.status !== 'paid' || !row.closedAt) throw new AppError('receipt_not_ready')
  const destination = destinationOfWithdrawal(deps, row)
  assert(destination, 'the destination of a paid withdrawal')
  const { reference, amountPesos, createdAt, closedAt } = row
  const pdf = await drawReceipt({
    title: 'Comprobante de retiro',
    number: reference,
    issuedAt: closedAt,
    facts: [
      ['Estado', 'Pagado'],
      ['Cuenta', accountLine(destination)],
      ['Titular', destination.holder],
      ['Pedido', dateTime(createdAt)],
      ['Pagado', dateTime(closedAt)],
    ],
    lines: [
      ['Retiro de tu billetera', amountPesos],
      ['Costo para ti', 0],
    ],
    total: ['Pagado a tu cuenta', amountPesos],
    notes: ['El dinero salió de tu billetera Cupo a una cuenta a tu nombre.'],
  })
  return { reference, pdf }
}

/** Headings of the statement in order, each with the ledger codes that it sums. */
const HEADINGS: readonly [string, readonly YearSums['byCode'][number]['code'][]][] = [
  ['Recargas', ['topup']],
  ['Recargas anuladas', ['topup_reversal']],
  ['Recargas devueltas a tu medio de pago', ['topup_refund']],
  ['Créditos de Cupo', ['team_credit']],
  ['Pagos del fondo de garantía', ['rescue_credit', 'connection_pay', 'stranded_aid']],
  ['Pagos devueltos al fondo de garantía', ['rescue_return']],
  ['Créditos vencidos al cerrar la cuenta', ['credit_lapsed']],
  ['Comisiones de Cupo', ['commission', 'commission_return']],
  ['Devoluciones por reclamos', ['fare_return', 'fare_debt']],
  ['Pago de saldos pendientes', ['debt_repayment']],
  ['Retiros a tus cuentas', ['withdrawal']],
  ['Retiros que devolvió el banco', ['withdrawal_return']],
]

/**
 * Draws the statement of a calendar year in Bogotá: money in and out of the wallet, from the
 * opening to the closing balance. Errors: `invalid_request` for a year that has not begun.
 */
export async function drawYear(
  deps: ActDeps,
  { userId }: ActorId,
  { year }: { year: number },
): Promise<Buffer> {
  const now = deps.clock.now()
  const from = startOfBogotaDate(`${year}-01-01`)
  if (from > now) throw new AppError('invalid_request')
  const to = startOfBogotaDate(`${year + 1}-01-01`)
  const sums = await walletSums(deps.db, { userId, from, to })
  const { fullName } = await findContact(deps.db, deps, userId)
  return await drawReceipt(yearOf({ year, sums, name: fullName, now, isOver: to <= now }))
}

type Year = { year: number; sums: YearSums; name: string | null; now: Date; isOver: boolean }

function yearOf({ year, sums, name, now, isOver }: Year): Receipt {
  const lines = linesOf(sums)
  const total = lines.reduce((sum, [, pesos]) => sum + pesos, 0)
  return {
    title: `Extracto de ${year}`,
    number: String(year),
    issuedAt: now,
    facts: [
      ['Titular', name ?? ''],
      ['Periodo', isOver ? `Todo ${year}` : `${year}, hasta hoy`],
    ],
    lines,
    total: [isOver ? 'Saldo al terminar el año' : 'Saldo hoy', total],
    notes: [
      'El saldo incluye lo que está apartado o en camino.',
      'Es un resumen de tus movimientos; no es un certificado tributario.',
    ],
  }
}

/** Lines of the statement, which add up to the balance: each ledger entry is in one line. */
function linesOf({ opening, byCode }: YearSums): [string, number][] {
  const fares = byCode.find(({ code }) => code === 'fare')
  const net = (codes: readonly string[]) =>
    byCode
      .filter(({ code }) => codes.includes(code))
      .reduce((sum, { into, out }) => sum + into - out, 0)
  const named = HEADINGS.map(([title, codes]): [string, number] => [title, net(codes)])
  const known = ['fare', ...HEADINGS.flatMap(([, codes]) => codes)]
  const rest = net(byCode.map(({ code }) => code).filter((code) => !known.includes(code)))
  const all: [string, number][] = [
    ['Ingresos por viajes', fares?.into ?? 0],
    ['Pagos de viajes', -(fares?.out ?? 0)],
    ...named,
    ['Ajustes', rest],
  ]
  return [['Saldo anterior', opening], ...all.filter(([, pesos]) => pesos !== 0)]
}
