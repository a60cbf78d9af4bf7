import type { PaymentMode, Preferences } from '#contract/trips.ts'
import { addDays, today } from '#web/lib/format.ts'
import type { ComboItem } from '#web/ui/use-options.ts'

/** What the driver has answered so far. */
export type Draft = {
  origin: ComboItem | null
  /** Between origin and destination, in order; null while being chosen. */
  stops: (ComboItem | null)[]
  destination: ComboItem | null
  /** `YYYY-MM-DD` in Bogotá. */
  date: string
  /** `HH:MM`. */
  time: string
  vehicleId: string | null
  seats: number
  /** Pesos of one seat; null = the recommended price. */
  price: number | null
  paymentModes: PaymentMode[]
  instant: boolean
  enRoutePickups: boolean
  preferences: Preferences
  notes: string
}

export const emptyDraft: Draft = {
  origin: null,
  stops: [],
  destination: null,
  date: '',
  time: '',
  vehicleId: null,
  seats: 3,
  price: null,
  paymentModes: ['billetera'],
  instant: true,
  enRoutePickups: true,
  preferences: {
    luggage: 'small',
    pets: false,
    smoking: false,
    music: true,
    talk: 'some',
    maxTwoInBack: false,
    womenOnly: false,
  },
  notes: '',
}

export const publishSteps = [
  { key: 'ruta', title: 'Ruta', question: '¿Por dónde vas?' },
  { key: 'fecha', title: 'Fecha', question: '¿Cuándo sales?' },
  { key: 'vehiculo', title: 'Vehículo', question: '¿En qué carro y con cuántos cupos?' },
  { key: 'precio', title: 'Precio', question: '¿Cuánto aporta cada pasajero?' },
  { key: 'detalles', title: 'Detalles', question: '¿Cómo es el viaje?' },
  { key: 'revisar', title: 'Revisar', question: 'Así lo verán tus pasajeros' },
] as const

export type PublishStep = (typeof publishSteps)[number]['key']

/** DESIGN §5 and the contract: two ends and up to six stops between them. */
export const STOPS_BETWEEN_MAX = 6
export const DAYS_AHEAD_MAX = 90
export const NOTES_MAX = 500

/** Origin, stops and destination, without those not chosen yet. */
export function placesOf({ origin, stops, destination }: Draft): ComboItem[] {
  return [origin, ...stops, destination].filter((place) => place !== null)
}

/** The moment of departure: Bogotá is UTC−5 all year. Null while date or time is missing. */
export function departsAt({ date, time }: Draft): string | null {
  const written = `${date}T${time}:00-05:00`
  return date && time && !Number.isNaN(Date.parse(written)) ? written : null
}

/** What to ask a price for; null until route and moment are known. */
export function quoteBody(draft: Draft) {
  const moment = departsAt(draft)
  if (hasProblems(routeProblems(draft)) || !moment) return null
  return {
    stops: placesOf(draft).map((place) => place.id),
    departsAt: moment,
    seats: draft.seats,
  }
}

export type Problems = Partial<Record<string, string>>

function hasProblems(problems: Problems): boolean {
  return Object.values(problems).some(Boolean)
}

/** By field: `origin`, `stop-0`…, `destination`. */
export function routeProblems(draft: Draft): Problems {
  const problems: Problems = {}
  if (!draft.origin) problems.origin = 'Elige de la lista de dónde sales.'
  if (!draft.destination) problems.destination = 'Elige de la lista a dónde llegas.'
  const seen = new Set([draft.origin?.id])
  draft.stops.forEach((stop, row) => {
    const repeated = stop && (seen.has(stop.id) || stop.id === draft.destination?.id)
    if (!stop) problems[`stop-${row}`] = 'Elige la parada de la lista o quítala.'
    else if (repeated) problems[`stop-${row}`] = 'Ese lugar ya está en tu ruta.'
    seen.add(stop?.id)
  })
  if (draft.origin && draft.origin.id === draft.destination?.id) {
    problems.destination = 'Elige un destino distinto al origen.'
  }
  return problems
}

/** By field: `date`, `time`. */
export function dateProblems(draft: Draft, now: Date = new Date()): Problems {
  const problems: Problems = {}
  const last = addDays(today(now), DAYS_AHEAD_MAX)
  if (!draft.date) problems.date = 'Elige el día del viaje.'
  else if (draft.date < today(now)) problems.date = 'Ese día ya pasó.'
  else if (draft.date > last) problems.date = 'Puedes publicar hasta con 90 días de anticipación.'
  if (!draft.time) problems.time = 'Escribe a qué hora sales.'
  const moment = departsAt(draft)
  if (!problems.date && moment && new Date(moment) <= now) problems.time = 'Esa hora ya pasó.'
  return problems
}

/** What this step still lacks, as far as the draft alone tells. */
export function problemsOf(draft: Draft, step: PublishStep, now: Date = new Date()): Problems {
  if (step === 'ruta') return routeProblems(draft)
  if (step === 'fecha') return dateProblems(draft, now)
  if (step === 'vehiculo' && !draft.vehicleId) return { vehicle: 'Elige el carro del viaje.' }
  if (step === 'detalles' && draft.paymentModes.length === 0) {
    return { paymentModes: 'Elige al menos una forma de pago.' }
  }
  return {}
}

/** The step to show: the one asked for, or the first before it that is not finished. */
export function reachableStep(draft: Draft, wanted: string | null, now?: Date): PublishStep {
  const row = publishSteps.findIndex((step) => step.key === wanted)
  const before = publishSteps.slice(0, Math.max(row, 0))
  const unfinished = before.find((step) => hasProblems(problemsOf(draft, step.key, now)))
  return unfinished?.key ?? publishSteps[Math.max(row, 0)]?.key ?? 'ruta'
}

/** The body of the call; null while something is missing. */
export function publishBody(draft: Draft, seatPrice: number) {
  const moment = departsAt(draft)
  if (!moment || !draft.vehicleId) return null
  const notes = draft.notes.trim()
  return {
    vehicleId: draft.vehicleId,
    stops: placesOf(draft).map((place) => ({ placeId: place.id })),
    departsAt: moment,
    seats: draft.seats,
    seatPrice,
    paymentModes: draft.paymentModes,
    instant: draft.instant,
    enRoutePickups: draft.enRoutePickups,
    preferences: draft.preferences,
    ...(notes ? { notes } : {}),
  }
}
