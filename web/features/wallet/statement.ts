import type { WalletTransaction } from '#contract/wallet.ts'
import { addDays, calendarDate, dateLong, today } from '#web/lib/format.ts'
import type { PillTone } from '#web/ui/status-pill.tsx'

export type StatementGroup = { key: string; title: string; lines: WalletTransaction[] }

function dayTitle(day: string, now: Date): string {
  const todayIs = today(now)
  if (day === todayIs) return 'Hoy'
  if (day === addDays(todayIs, -1)) return 'Ayer'
  const long = dateLong(day)
  const year = day.slice(0, 4)
  return year === todayIs.slice(0, 4) ? long : `${long} de ${year}`
}

/** Pending movements first, then one group per day in Bogotá, in the order of the server. */
export function groupByDay(lines: readonly WalletTransaction[], now: Date): StatementGroup[] {
  const groups = new Map<string, StatementGroup>()
  const put = (key: string, title: string, line: WalletTransaction) => {
    const group = groups.get(key) ?? { key, title, lines: [] }
    group.lines.push(line)
    groups.set(key, group)
  }
  for (const line of lines) if (line.status === 'pending') put('pending', 'Pendientes', line)
  for (const line of lines) {
    if (line.status === 'pending') continue
    const day = calendarDate(line.transaction_date)
    put(day, dayTitle(day, now), line)
  }
  return [...groups.values()]
}

const statusLooks: Record<string, { tone: PillTone; word: string }> = {
  completed: { tone: 'ok', word: 'Completado' },
  approved: { tone: 'ok', word: 'Aprobado' },
  pending: { tone: 'warn', word: 'Pendiente' },
  failed: { tone: 'err', word: 'Fallido' },
  cancelled: { tone: 'neutral', word: 'Cancelado' },
  abandoned: { tone: 'neutral', word: 'Abandonada' },
}

/** Money of the person that waits for a booking. */
const HELD = new Set<string>([
  'reserva',
  'comision',
] satisfies WalletTransaction['transaction_type'][])

/** The sum that a line shows: a hold that came back shows what came back, not 0. */
export function shownSum({ amount, returned }: Pick<WalletTransaction, 'amount' | 'returned'>) {
  return amount === 0 && returned !== null ? { pesos: returned, cameBack: true } : { pesos: amount }
}

/**
 * Colour and word of a movement. Colours (spec-coverage §4): completed, approved green, pending
 * yellow, failed red, else grey. Pending money that is held for a booking says so.
 */
export function statusLook(line: {
  status: string
  transaction_type?: string
  returned?: number | null
}): { tone: PillTone; word: string } {
  const { status, transaction_type: type = '' } = line
  const look = statusLooks[status] ?? { tone: 'neutral', word: 'Estado desconocido' }
  if (status === 'cancelled' && line.returned) return { ...look, word: 'Devuelto' }
  return status === 'pending' && HELD.has(type) ? { ...look, word: 'Apartado' } : look
}
