import type { ClosedMonth, NextMonth } from '#contract/month-closings.ts'
import { plural } from '#web/lib/format.ts'

const names = new Intl.DateTimeFormat('es-CO', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Name of a month given as YYYY-MM: `noviembre de 2026`. */
export const monthName = (month: string): string => names.format(new Date(`${month}-15T12:00:00Z`))

/** Why a month cannot be closed yet, and what to do. */
export function blockWords(block: NextMonth['blocks'][number], openCases: number): string {
  const words: Record<typeof block, string> = {
    month_not_over: 'El mes todavía no termina.',
    month_cases_open: `Falta decidir ${plural(openCases, 'caso de pagos', 'casos de pagos')}.`,
    month_not_compared: 'Faltan días por conciliar con la pasarela, en Casos de pagos.',
    month_not_chained: 'El libro todavía no cubre todo el mes. Se arregla solo en minutos.',
  }
  return words[block]
}

/** Sums of a month, in the order of the report. */
export function sumsOf(totals: ClosedMonth['totals']): [string, number][] {
  return [
    ['Recargas', totals.topUps],
    ['Recargas anuladas', totals.topUpsReversed],
    ['Retiros', totals.payouts],
    ['Viajes', totals.fares],
    ['Comisiones', totals.commissions],
    ['Reservado al final', totals.held],
  ]
}
