import type { PaymentMode } from '#contract/trips.ts'
import { TO_AGREE } from '#web/domain/safe-points/to-agree.ts'
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

function readStep(text: string | null): BookStep | null {
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

/**
 * The requested step, or the next one of this booking. The place to get on is chosen before
 * anything about the payment, and missing data comes before `confirmar`.
 */
export function shownStep(
  steps: readonly BookStep[],
  asked: BookStep | null,
  { lacksPoint }: { lacksPoint: boolean },
): BookStep {
  const from = ORDER.indexOf(asked ?? 'cupos')
  if (lacksPoint && from > ORDER.indexOf('encuentro')) return 'encuentro'
  if (from >= ORDER.indexOf('datos') && steps.includes('datos')) return 'datos'
  return steps.find((step) => ORDER.indexOf(step) >= from) ?? 'confirmar'
}

/** State of the booking steps in the query string, so that it survives a reload and a login. */
export type BookParams = {
  from: string | null
  to: string | null
  /** Number of seats, 1 to 4. */
  seats: number
  /** Payment mode; null until chosen (the default is the first mode that the driver offers). */
  mode: PaymentMode | null
  /** Current booking step; null: the step after the segment. */
  step: BookStep | null
  /** Choices for the pick-up and the drop-off: id of a SafePoint, `TO_AGREE`, or null: none yet. */
  getsOnAt: string | null
  getsOffAt: string | null
  /** Id of the seat keep made here, to tell a returning person that it has ended. */
  keepId: string | null
  bookingId: string | null
}

export function readBookParams(params: URLSearchParams): BookParams {
  const seats = Number(params.get('seats') ?? 1)
  const mode = params.get('pago')
  return {
    from: params.get('from'),
    to: params.get('to'),
    seats: Number.isInteger(seats) && seats >= 1 && seats <= 4 ? seats : 1,
    mode: mode === 'billetera' || mode === 'directo' ? mode : null,
    step: readStep(params.get('paso')),
    getsOnAt: meetingChoice(params.get('sube')),
    getsOffAt: meetingChoice(params.get('baja')),
    keepId: params.get('apartado'),
    bookingId: params.get('reserva'),
  }
}

/** Writes the query string of the booking steps; default values are omitted. */
export function writeBookParams(params: BookParams): URLSearchParams {
  const { from, to, seats, mode, step, getsOnAt, getsOffAt, keepId, bookingId } = params
  const choice = { from, to, seats: String(seats), pago: mode }
  const steps = { paso: step, sube: getsOnAt, baja: getsOffAt, apartado: keepId }
  const written = new URLSearchParams()
  const all = { ...choice, ...(bookingId ? { reserva: bookingId } : steps) }
  for (const [name, value] of Object.entries(all)) if (value) written.set(name, value)
  return written
}

const POINT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The choice if it can be one, else null: the API would answer `invalid_request`. */
function meetingChoice(value: string | null): string | null {
  return value === TO_AGREE || (value && POINT_ID.test(value)) ? value : null
}
