import { displayCode } from '#contract/display-code.ts'
import type { MovementTrip, WalletTransaction } from '#contract/wallet.ts'
import type { StatementLine } from '#server/modules/bank/ledger/index.ts'
import { pesosFormat } from '#server/modules/foundation/notifications/index.ts'
import type { UncreditedTopUp } from '#server/modules/money/payments/index.ts'

type Kind = WalletTransaction['transaction_type']

/** One line of the wallet history, before its reference and its trip are added. */
export type WalletLine = {
  id: string
  at: Date
  kind: Kind
  /** Pesos; negative when the money leaves the wallet. */
  pesos: number
  /** Pesos of a hold that came back to the wallet, all of it or the rest; null without a return. */
  returned: number | null
  status: WalletTransaction['status']
  description: string
  reference: string | null
  trip: MovementTrip | null
  /** Whether the gateway reported a transaction of this uncredited top-up; null for other lines. */
  seen: boolean | null
}

export function presentLine(line: WalletLine): WalletTransaction {
  return {
    id: line.id,
    transaction_date: line.at.toISOString(),
    transaction_type: line.kind,
    amount: line.pesos,
    returned: line.returned,
    status: line.status,
    description: line.description,
    reference: line.reference,
    trip: line.trip,
    transaction_seen: line.seen,
  }
}

/**
 * Converts a ledger entry to a line of the owner's wallet history; `returnedSeats`: number of seats
 * if the entry is about seats that the passenger gave back out of a booking that goes on.
 */
export function ledgerLine(line: StatementLine, returnedSeats?: number | null): WalletLine {
  const { kind, description } = describe(line, returnedSeats ?? 0)
  const status = line.status === 'released' ? 'cancelled' : line.status
  return {
    id: line.id,
    at: line.at,
    kind,
    // A released hold moves no money: `returned` says what came back.
    pesos: status === 'cancelled' ? 0 : line.pesos,
    returned: returnedOf(line) || null,
    status,
    description,
    reference: line.cause.kind === 'booking' ? displayCode(line.cause.id) : null,
    trip: null,
    seen: null,
  }
}

/** Pesos that came back from a hold of this wallet; 0 for money of others and for open holds. */
function returnedOf({ status, pesos, heldPesos }: StatementLine): number {
  if (pesos > 0 || status === 'pending') return 0
  return status === 'released' ? heldPesos : Math.max(0, heldPesos + pesos)
}

/** Presents a top-up that is not in the wallet: the requested amount, without effect on it. */
export function topUpLine(topUp: UncreditedTopUp): WalletLine {
  const words = topUpWords[topUp.status === 'pending' && !topUp.seen ? 'unseen' : topUp.status]
  const { kind, status } = words
  const back = kind === 'devolucion'
  return {
    id: topUp.id,
    at: topUp.at,
    kind,
    // A charge that is returned to the payer was never in the wallet.
    pesos: back ? 0 : topUp.pesos,
    returned: null,
    status,
    description: back
      ? `${words.description} (${pesosFormat.format(topUp.pesos)})`
      : words.description,
    reference: topUp.reference,
    trip: null,
    seen: topUp.seen,
  }
}

const topUpWords = {
  pending: { kind: 'recarga', status: 'pending', description: 'El banco confirma tu recarga' },
  unseen: { kind: 'recarga', status: 'pending', description: 'No vemos un pago todavía' },
  failed: { kind: 'recarga', status: 'failed', description: 'Recarga rechazada' },
  abandoned: {
    kind: 'recarga',
    status: 'abandoned',
    description: 'Recarga abandonada: no terminaste el pago',
  },
  charged_twice: {
    kind: 'devolucion',
    status: 'pending',
    description: 'Segundo cobro, por devolver a tu medio de pago',
  },
  charge_returned: {
    kind: 'devolucion',
    status: 'completed',
    description: 'Segundo cobro, devuelto a tu medio de pago',
  },
} as const satisfies Record<
  UncreditedTopUp['status'] | 'unseen',
  Pick<WalletLine, 'kind' | 'status' | 'description'>
>

type Words = { kind: Kind; description: string }

const ADJUSTED = 'Ajuste de saldo'

/** Descriptions of the ledger codes that are an adjustment, whatever their state. */
const adjustments = {
  topup_reversal: 'Recarga anulada por la pasarela de pagos',
  team_credit: 'Crédito de Cupo',
  rescue_credit: 'El fondo paga la diferencia de tu otro carro',
  rescue_return: 'La diferencia de tu otro carro vuelve al fondo',
  connection_pay: 'El fondo te paga una reserva perdida',
  stranded_aid: 'El fondo te ayuda con la parte que viajaste',
  credit_lapsed: 'Crédito solo para viajar, vencido al cerrar la cuenta',
  commission_return: 'Comisión devuelta por un reclamo',
  debt_repayment: 'Pago de tu saldo pendiente',
  adjustment: ADJUSTED,
  // Transfers with these codes move no wallet money.
  fund_open: ADJUSTED,
  fund_share: ADJUSTED,
  topup_debt: ADJUSTED,
  topup_suspense: ADJUSTED,
  suspense_return: ADJUSTED,
  points_trip: ADJUSTED,
  points_referral: ADJUSTED,
  points_redeemed: ADJUSTED,
  points_undone: ADJUSTED,
}

function describe(line: StatementLine, returnedSeats: number): Words {
  const { code, status, pesos } = line
  switch (code) {
    case 'topup':
      return { kind: 'recarga', description: 'Recarga de billetera' }
    case 'topup_refund':
      return { kind: 'devolucion', description: refundedWords[status] }
    case 'fare':
      return pesos < 0 ? paidFare(line, returnedSeats) : receivedFare(line)
    case 'commission':
      return { kind: 'comision', description: commissionWords[status] }
    case 'fare_return':
    case 'fare_debt':
      return pesos < 0
        ? { kind: 'ajuste', description: 'Devolución de un pasaje por un reclamo' }
        : { kind: 'ajuste', description: 'Te devolvieron un pasaje por tu reclamo' }
    case 'withdrawal':
      return { kind: 'retiro', description: withdrawnWords[status] }
    case 'withdrawal_return':
      return { kind: 'devolucion', description: 'El banco devolvió tu retiro' }
    default:
      return { kind: 'ajuste', description: adjustments[code] }
  }
}

function paidFare(line: StatementLine, returnedSeats: number): Words {
  if (line.status === 'pending') return { kind: 'reserva', description: 'Apartado para tu reserva' }
  if (line.status === 'released') {
    const why = returnedSeats
      ? `Devolviste ${returnedSeats} ${returnedSeats === 1 ? 'cupo' : 'cupos'}`
      : 'Tu reserva no siguió'
    return { kind: 'devolucion', description: `${why}: volvió a tu saldo` }
  }
  const back = returnedOf(line)
  const note = back > 0 ? ` (te devolvimos ${pesosFormat.format(back)})` : ''
  return { kind: 'pago_viaje', description: `Pago de viaje${note}` }
}

function receivedFare(line: StatementLine): Words {
  const { commission } = line
  const [whole, less] = [line.pesos + commission, commission].map((sum) => pesosFormat.format(sum))
  const parts = `${whole} menos ${less} de comisión`
  const detail = commission > 0 ? ` (${parts})` : ''
  const descriptions = {
    pending: `Ingreso por viaje, por confirmar${detail}`,
    released: 'Reserva cancelada: el pasaje volvió al pasajero',
    completed: `Ingreso por viaje${detail}`,
  }
  return { kind: 'ingreso_viaje', description: descriptions[line.status] }
}

const commissionWords = {
  pending: 'Comisión apartada',
  released: 'Comisión devuelta a tu saldo',
  completed: 'Comisión de Cupo',
}

const refundedWords = {
  pending: 'Recarga por devolver a tu medio de pago',
  released: 'La devolución de la recarga no siguió: volvió a tu saldo',
  completed: 'Recarga devuelta a tu medio de pago',
}

const withdrawnWords = {
  pending: 'Retiro en camino',
  released: 'Retiro devuelto a tu saldo',
  completed: 'Retiro a tu cuenta',
}
