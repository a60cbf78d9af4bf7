import type { WalletTransaction } from '#contract/wallet.ts'
import {
  addDays,
  calendarDate,
  date,
  dateLong,
  dayInSentence,
  pesos,
  today,
} from '#web/lib/format.ts'
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

type Line = WalletTransaction

/** The signed sum that a line shows: of a hold that came back what came back; null instead of 0. */
export function shownSum({ amount, returned }: Pick<Line, 'amount' | 'returned'>): number | null {
  return (amount === 0 ? returned : amount) || null
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

const names: Record<Line['transaction_type'], string> = {
  recarga: 'Recarga',
  reserva: 'Reserva',
  pago_viaje: 'Pago de viaje',
  ingreso_viaje: 'Ingreso por viaje',
  comision: 'Comisión',
  devolucion: 'Devolución',
  retiro: 'Retiro',
  ajuste: 'Ajuste',
}

/** What the server says of a movement, without the route, which the line names itself. */
function saidOf({ description, trip }: Pick<Line, 'description' | 'trip'>): string {
  const route = trip ? ` · ${trip.from} → ${trip.to}` : ''
  return description.endsWith(route)
    ? description.slice(0, description.length - route.length)
    : description
}

/**
 * A movement in words: its name, which is the same for all that one booking moved, and a second
 * line only if it is not plain: waiting, refused, or money that came back.
 */
export function lineWords(line: Line, now: Date): { title: string; note: string | null } {
  const { transaction_type: type, trip } = line
  const said = saidOf(line)
  if (type === 'ajuste') return { title: said, note: trip && `Viaje a ${trip.to}` }
  const title = names[type] ?? 'Movimiento'
  if (!trip) return { title, note: noteOf(line, said, now) }
  const named = type === 'comision' ? `${title}, viaje a ${trip.to}` : `Viaje a ${trip.to}`
  return { title: named, note: noteOf(line, said, now) }
}

function noteOf(line: Line, said: string, now: Date): string | null {
  const { transaction_type: type, status, returned, trip } = line
  if (status === 'pending') {
    const isAhead = trip && Date.parse(trip.picksUpAt) > now.getTime()
    if (!isAhead || !HELD.has(type)) return said
    return `${type === 'comision' ? 'Apartada' : 'Apartado'} para ${dayFor(trip.picksUpAt, now)}`
  }
  if (status === 'failed') return 'Rechazada, tu saldo no cambió'
  if (status === 'abandoned') return 'No terminaste el pago'
  if (status === 'cancelled') return said
  if (statusLook(line).tone !== 'ok') return said
  if (returned) return `Volvieron ${pesos(returned)} a tu saldo`
  return type === 'devolucion' ? said : null
}

/** `hoy`, `mañana`, `el vie, 27 de nov`: short, for a line on a phone. */
function dayFor(when: string, now: Date): string {
  const day = dayInSentence(when, now)
  const short = date(when)
  return day.startsWith('el ') ? `el ${short}` : day
}

/** Top-ups of which the gateway knows no payment: several are one line, which opens. */
export function unfinishedOf(lines: readonly Line[]): readonly Line[] {
  const found = lines.filter(
    (line) => line.status === 'pending' && line.transaction_seen === false && line.reference,
  )
  return found.length > 1 ? found : []
}
