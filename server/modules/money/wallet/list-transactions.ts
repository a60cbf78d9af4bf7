import { commissionOn } from '#contract/commission.ts'
import type { MovementTrip } from '#contract/wallet.ts'
import {
  findStatementMark,
  isStatementMark,
  type StatementLine,
  statement,
  statementLength,
  walletId,
} from '#server/modules/bank/ledger/index.ts'
import { findTopUpReferences, uncreditedTopUps } from '#server/modules/money/payments/index.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { mergePage, windowFor } from './merge-lines.ts'
import { findLineBookings, type LineBooking } from './wallet.queries.ts'
import { ledgerLine, topUpLine, type WalletLine } from './wallet-line.ts'

/** Transactions per page (spec-coverage §9). */
const PAGE_SIZE = 10
/** Maximum number of unpaid top-ups in the history; older ones are of no use to the person. */
const TOP_UPS_SHOWN = 200

type TransactionQuery = {
  page?: number | undefined
  limit?: number | undefined
  wallet_id?: string | undefined
  asOf?: string | undefined
}

export type TransactionPage = {
  lines: WalletLine[]
  totalPages: number
  page: number
  /** Mark of the ledger state that the page shows. */
  asOf: string
}

/**
 * Returns a page of the person's history: ledger entries, and top-ups that never reached the
 * wallet. Pages with the same `asOf` neither repeat nor skip a line. Errors: `not_found` for
 * another person's wallet, `invalid_request` for a malformed `asOf`.
 */
export async function listTransactions(
  deps: ReadDeps,
  { userId }: ActorId,
  query: TransactionQuery,
): Promise<TransactionPage> {
  const account = walletId(userId)
  if (query.wallet_id !== undefined && query.wallet_id !== account) throw new AppError('not_found')
  const page = query.page ?? 1
  const limit = query.limit ?? PAGE_SIZE
  const offset = (page - 1) * limit

  const asOf = query.asOf ?? (await findStatementMark(deps.db))
  if (!isStatementMark(asOf)) throw new AppError('invalid_request')
  const now = deps.clock.now()
  const topUps = await uncreditedTopUps(deps.db, { userId, limit: TOP_UPS_SHOWN, asOf, now })
  const total = topUps.length + (await statementLength(deps.db, account, asOf))
  const window = windowFor({ offset, limit, short: topUps.length })
  const movements = offset < total ? await statement(deps.db, { account, asOf, ...window }) : []
  const bookings = await findLineBookings(deps.db, causesOf(movements, 'booking'))
  const references = await findTopUpReferences(deps.db, causesOf(movements, 'payment'))
  const present = (movement: StatementLine) => {
    const booking = bookings.get(movement.cause.id)
    const line = ledgerLine(lessCommission(movement, booking), booking?.returnedSeats)
    const route = booking ? ` · ${booking.start} → ${booking.finish}` : ''
    const reference = line.reference ?? references.get(movement.cause.id) ?? null
    const trip = booking ? presentTrip(booking, userId) : null
    return { ...line, reference, trip, description: `${line.description}${route}` }
  }
  return {
    lines: mergePage(topUps.map(topUpLine), movements.map(present), { offset, limit }),
    totalPages: Math.max(1, Math.ceil(total / limit)),
    page,
    asOf,
  }
}

function presentTrip(booking: LineBooking, userId: string): MovementTrip {
  return {
    bookingId: booking.id,
    tripId: booking.tripId,
    as: booking.passengerId === userId ? 'passenger' : 'driver',
    from: booking.start,
    to: booking.finish,
    picksUpAt: booking.picksUpAt.toISOString(),
  }
}

function causesOf(movements: readonly StatementLine[], kind: 'booking' | 'payment'): string[] {
  return movements.flatMap(({ cause }) => (cause.kind === kind ? [cause.id] : []))
}

/** Takes the commission, which is due at the post, from a fare that is held for the driver. */
function lessCommission(line: StatementLine, booking: LineBooking | undefined): StatementLine {
  const isHeldForDriver = line.code === 'fare' && line.status === 'pending' && line.pesos > 0
  if (!booking || !isHeldForDriver) return line
  const commission = commissionOn(line.heldPesos, booking.commissionBp)
  return { ...line, commission, pesos: line.pesos - commission }
}
