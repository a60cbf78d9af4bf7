import type { BookPlan } from './book-plan.ts'

/** Booking steps in order; `tramo` (the segment) was already chosen on the trip's page. */
const ORDER = ['tramo', 'cupos', 'encuentro', 'pago', 'datos', 'confirmar'] as const
export type BookStep = (typeof ORDER)[number]

export const stepWords: Record<BookStep, { name: string; question: string }> = {
  tramo: { name: 'Tramo', question: '¿Qué tramo viajas?' },
  cupos: { name: 'Cupos', question: '¿Cuántos cupos?' },
  encuentro: { name: 'Encuentro', question: '¿Dónde se encuentran?' },
  pago: { name: 'Pago', question: '¿Cómo quieres pagar?' },
  datos: { name: 'Tus datos', question: 'Completa tus datos' },
  confirmar: { name: 'Confirmar', question: 'Revisa y confirma' },
}

export function readStep(text: string | null): BookStep | null {
  return ORDER.find((step) => step === text) ?? null
}

/** The steps of this booking: first, last, and those with something to decide. */
export function stepsOf(plan: BookPlan, { asksContact }: { asksContact: boolean }): BookStep[] {
  const { trip, segment } = plan
  const isOpen = (stopId: string) => trip.corridor.find(({ id }) => id === stopId)?.point === null
  const decides: Record<BookStep, boolean> = {
    tramo: true,
    cupos: segment.seatsLeft !== 1,
    encuentro: isOpen(segment.fromStopId) || isOpen(segment.toStopId),
    pago: trip.paymentModes.length > 1,
    datos: asksContact,
    confirmar: true,
  }
  return ORDER.filter((step) => decides[step])
}

/** The requested step, or the next one of this booking; missing data comes before `confirmar`. */
export function shownStep(steps: readonly BookStep[], asked: BookStep | null): BookStep {
  const from = ORDER.indexOf(asked ?? 'cupos')
  if (from >= ORDER.indexOf('datos') && steps.includes('datos')) return 'datos'
  return steps.find((step) => ORDER.indexOf(step) >= from) ?? 'confirmar'
}
