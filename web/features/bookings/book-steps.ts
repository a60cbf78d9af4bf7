import type { PaymentMode } from '#contract/trips.ts'
import { TO_AGREE } from '#web/shared/places/safe-points/to-agree.ts'

/** `tramo` changes the segment, which was chosen on the trip's page: it is no step of its own. */
export type BookStep = 'tramo' | 'datos' | 'confirmar'

export const stepWords: Record<BookStep, { name: string; question: string }> = {
  tramo: { name: 'Tramo', question: '¿Qué tramo viajas?' },
  datos: { name: 'Tus datos', question: 'Completa tus datos' },
  confirmar: { name: 'Confirmar', question: 'Revisa y confirma' },
}

/** The steps of this person, to be counted for them. */
export function stepsOf({ asksContact }: { asksContact: boolean }): BookStep[] {
  return asksContact ? ['datos', 'confirmar'] : ['confirmar']
}

/** The step to show: missing data comes before the choices and the payment. */
export function shownStep(
  asked: BookParams['step'],
  { asksContact }: { asksContact: boolean },
): BookStep {
  if (asked === 'tramo') return 'tramo'
  return asksContact ? 'datos' : 'confirmar'
}

/** State of the booking steps in the query string, so that it survives a reload and a login. */
export type BookParams = {
  from: string | null
  to: string | null
  /** Number of seats, 1 to 4. */
  seats: number
  /** Payment mode; null until chosen (the default is the first mode that the driver offers). */
  mode: PaymentMode | null
  /** `tramo` while the segment is being changed; else null. */
  step: 'tramo' | null
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
    step: params.get('paso') === 'tramo' ? 'tramo' : null,
    getsOnAt: meetingChoice(params.get('sube')),
    getsOffAt: meetingChoice(params.get('baja')),
    keepId: params.get('apartado'),
    bookingId: params.get('reserva'),
  }
}

/** Adds the points of the address where the seats were kept, if this one has none. */
export function withPointsOf(params: BookParams, address: string | false): BookParams {
  const kept = readBookParams(new URLSearchParams(address ? address.split('?')[1] : ''))
  const { getsOnAt, getsOffAt } = params
  return { ...params, getsOnAt: getsOnAt ?? kept.getsOnAt, getsOffAt: getsOffAt ?? kept.getsOffAt }
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
