import type { ReactNode } from 'react'
import { commissionOn } from '#contract/commission.ts'
import { SEATS_USUAL, TRIP_DAYS_AHEAD_MAX } from '#contract/limits.ts'
import type { Quote } from '#contract/pricing.ts'
import { choicesOf, tripDefaults } from '#contract/trip-defaults.ts'
import type { TripTerms } from '#contract/trips.ts'
import { serverDate } from '#web/lib/clock.ts'
import { addDays, number, today } from '#web/lib/format.ts'
import { momentOf } from '#web/lib/moment.ts'
import type { ComboItem } from '#web/ui/combo-item.ts'

export type ReturnDraft = { date: string; time: string; price: number | null }

export type RepeatDraft = {
  /** Weekdays added to that of the trip, Monday 1 to Sunday 7. */
  weekdays: number[]
  /** Last day; can be empty. */
  until: string
  /** The days, as `daysOf`, of which the driver chose to leave out those that overlap. */
  skipsFor?: string
}

/** A place between origin and destination: a stop or a `via` place. */
export type DraftStop = ComboItem & {
  /** True for a place that is only passed, to pin a route that is not the fastest. */
  via?: boolean
}

/** Answers of the driver so far. */
export type Draft = Omit<TripTerms, 'seatPrice'> & {
  origin: ComboItem | null
  /** Places between origin and destination, in order. */
  stops: DraftStop[]
  destination: ComboItem | null
  /** Origin and destination for which the stops were chosen; other ends reset the stops. */
  between: string | null
  /** Day of departure in Bogotá, `YYYY-MM-DD`. */
  date: string
  /** Time of departure in Bogotá, `HH:MM`. */
  time: string
  vehicleId: string | null
  /** Pesos of one seat; null = the recommended price. */
  price: number | null
  /** Pesos of one seat per leg, adding up to the price; null = distributed by Cupo. */
  legPrices: number[] | null
  returning: ReturnDraft | null
  repeat: RepeatDraft | null
  /** The trip that this draft publishes again, whose price is perhaps no longer allowed. */
  repeated: { tripId: string; priceChanged: boolean; back?: boolean } | null
  /** Chosen SafePoint by place id; a place without an entry is agreed later. */
  points: Record<string, { id: string; name: string }>
}

export const emptyDraft: Draft = {
  origin: null,
  stops: [],
  destination: null,
  between: null,
  date: '',
  time: '',
  vehicleId: null,
  seats: SEATS_USUAL,
  price: null,
  legPrices: null,
  returning: null,
  repeat: null,
  repeated: null,
  ...tripDefaults,
  notes: '',
  points: {},
}

/** Hour that a driver's first draft proposes. */
export const FIRST_HOUR = '06:00'

/** Defaults of the driver's next trip: hour, meeting points and terms of the last one. */
export function habitsOf(draft: Draft): Partial<Draft> {
  const { time, points, vehicleId, seats } = draft
  return { time, points, vehicleId, seats, ...choicesOf(draft) }
}

/** One question per screen; the title is that of the progress bar. */
export const publishSteps = [
  { key: 'ruta', title: 'Ruta', question: '¿De dónde a dónde vas?' },
  { key: 'fecha', title: 'Fecha', question: '¿Cuándo sales?' },
  { key: 'vehiculo', title: 'Vehículo', question: '¿En qué carro y con cuántos cupos?' },
  { key: 'precio', title: 'Precio', question: '¿Cuánto aporta cada pasajero?' },
  { key: 'detalles', title: 'Detalles', question: '¿Cómo es el viaje?' },
  { key: 'revisar', title: 'Revisar', question: 'Así lo verán tus pasajeros' },
] as const

/** Titles of the steps in the progress bar. */
export const stepTitles = publishSteps.map((each) => each.title)

export type PublishStep = (typeof publishSteps)[number]['key']

/** All places of the route in order, `via` places included, without places not chosen yet. */
function passedOf({ origin, stops, destination }: Draft): DraftStop[] {
  return [origin, ...stops, destination].filter((place) => place !== null)
}

/** Places where passengers get on and off, first and last included. */
export function placesOf(draft: Draft): DraftStop[] {
  return passedOf(draft).filter((place) => !place.via)
}

/** Origin and destination as one key; null while one of them is missing. */
export function endsOf({ origin, destination }: Pick<Draft, 'origin' | 'destination'>) {
  return origin && destination ? `${origin.id}>${destination.id}` : null
}

/** Updates `between`, and drops stops chosen for another origin or destination. */
export function settleEnds(draft: Draft): Partial<Draft> {
  const between = endsOf(draft)
  if (draft.between === between) return {}
  return { between, ...(draft.between === null ? {} : { stops: [], legPrices: null }) }
}

/** The moment of departure; null while date or time is missing. */
export const departsAt = (draft: Draft): string | null => momentOf(draft)

/** The return trip as a draft: same terms, other direction. Null without one. */
export function returnDraft(draft: Draft): Draft | null {
  if (!draft.returning) return null
  return {
    ...draft,
    origin: draft.destination,
    stops: [...draft.stops].reverse(),
    destination: draft.origin,
    ...draft.returning,
    legPrices: null,
    returning: null,
    repeat: null,
  }
}

/** Day of the week, from 1 (Monday) to 7 (Sunday). */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

/** Weekdays of a repeated trip, including that of its first departure. */
export function weekdaysOf({ date, repeat }: Draft): number[] {
  if (!repeat) return []
  return [...new Set([...(date ? [weekdayOf(date)] : []), ...repeat.weekdays])].sort()
}

/** The days and hours that a draft asks for, as one text. */
export function daysOf(draft: Draft): string {
  const { returning, repeat } = draft
  const back = [returning?.date, returning?.time]
  return [departsAt(draft), ...back, ...weekdaysOf(draft), repeat?.until].join()
}

/** Whether days that overlap other trips are left out, as chosen for exactly these days. */
export function skipsOverlaps(draft: Draft): boolean {
  return draft.repeat?.skipsFor === daysOf(draft)
}

/** Pesos of one seat: sum of the leg prices, else the driver's price, else the recommended one. */
export function seatPriceOf(draft: Draft, quote: Pick<Quote, 'legs' | 'seat'>): number {
  const { legPrices } = draft
  if (legPrices?.length === quote.legs.length) return legPrices.reduce((a, b) => a + b, 0)
  return draft.price ?? quote.seat.recommended
}

/** Body of the quote; null until route and departure are known. */
export function quoteBody(draft: Draft) {
  const moment = departsAt(draft)
  if (hasProblems(routeProblems(draft)) || !moment) return null
  return { ...wayBody(draft), departsAt: moment, seats: draft.seats }
}

/** Ids of all places of the route in order, and of the `via` places among them. */
export function wayBody(draft: Draft): { stops: string[]; via?: string[] } {
  const passed = passedOf(draft)
  const via = passed.filter((place) => place.via).map((place) => place.id)
  return { stops: passed.map((place) => place.id), ...(via.length > 0 ? { via } : {}) }
}

export type Problems = Partial<Record<string, string>>

export function hasProblems(problems: Problems): boolean {
  return Object.values(problems).some(Boolean)
}

export function routeProblems(draft: Draft): Problems {
  const problems: Problems = {}
  if (!draft.origin) problems.origin = 'Elige de la lista de dónde sales.'
  if (!draft.destination) problems.destination = 'Elige de la lista a dónde llegas.'
  if (draft.origin && draft.origin.id === draft.destination?.id) {
    problems.destination = 'Elige un destino distinto al origen.'
  }
  return problems
}

/** Validation errors of `date`, `time`, the return trip and the repetition, by field. */
export function dateProblems(draft: Draft, now: Date = serverDate()): Problems {
  const problems: Problems = {}
  const last = addDays(today(now), TRIP_DAYS_AHEAD_MAX)
  if (!draft.date) problems.date = 'Elige el día del viaje.'
  else if (draft.date < today(now)) problems.date = 'Ese día ya pasó.'
  else if (draft.date > last) problems.date = 'Puedes publicar hasta con 90 días de anticipación.'
  if (!draft.time) problems.time = 'Escribe a qué hora sales.'
  const moment = departsAt(draft)
  if (!problems.date && moment && new Date(moment) <= now) problems.time = 'Esa hora ya pasó.'
  return { ...problems, ...returnProblems(draft), ...repeatProblems(draft) }
}

function returnProblems(draft: Draft): Problems {
  const problems: Problems = {}
  const back = returnDraft(draft)
  if (!back) return problems
  const [leaves, returns] = [departsAt(draft), departsAt(back)]
  if (!back.date) problems.returnDate = 'Elige el día del regreso.'
  else if (draft.date && back.date < draft.date) {
    problems.returnDate = 'El regreso va después del viaje.'
  }
  if (!back.time) problems.returnTime = 'Escribe a qué hora regresas.'
  if (!problems.returnDate && leaves && returns && Date.parse(returns) <= Date.parse(leaves)) {
    problems.returnTime = 'El regreso va después del viaje.'
  }
  return problems
}

function repeatProblems({ date, repeat }: Draft): Problems {
  if (!repeat?.until || !date || repeat.until >= date) return {}
  return { until: 'El último día no puede ser antes de la primera salida.' }
}

/** Validation errors of one publishing step, computed from the draft alone. */
export function problemsOf(draft: Draft, step: PublishStep, now: Date = serverDate()): Problems {
  if (step === 'ruta') return routeProblems(draft)
  if (step === 'fecha') return dateProblems(draft, now)
  if (step === 'vehiculo' && !draft.vehicleId) return { vehicle: 'Elige el carro del viaje.' }
  if (step === 'detalles' && draft.paymentModes.length === 0) {
    return { paymentModes: 'Elige al menos una forma de pago.' }
  }
  return {}
}

/** The step to show: the requested one, or the first incomplete one before it. */
export function reachableStep(draft: Draft, wanted: string | null, now?: Date): PublishStep {
  const row = publishSteps.findIndex((step) => step.key === wanted)
  const before = publishSteps.slice(0, Math.max(row, 0))
  const unfinished = before.find((step) => hasProblems(problemsOf(draft, step.key, now)))
  return unfinished?.key ?? publishSteps[Math.max(row, 0)]?.key ?? 'ruta'
}

/** Pesos that the driver receives of a fare. */
export function earns(pesos: number, { commissionBp }: Pick<Quote, 'commissionBp'>): number {
  return pesos - commissionOn(pesos, commissionBp)
}

/** Commission as text, such as `10 %`. */
export function shareText({ commissionBp }: Pick<Quote, 'commissionBp'>): string {
  return `${number(commissionBp / 100)} %`
}

export type Prices = { seat: number; returnSeat?: number | null }

/** Request body for publishing; null while something is missing. */
export function publishBody(draft: Draft, { seat: seatPrice, returnSeat }: Prices) {
  const moment = departsAt(draft)
  if (!moment || !draft.vehicleId) return null
  const back = returnDraft(draft)
  const returnAt = back && departsAt(back)
  if (back && (!returnAt || !returnSeat)) return null
  const notes = draft.notes.trim()
  const legs = placesOf(draft).length - 1
  const choices = choicesOf(draft)
  return {
    vehicleId: draft.vehicleId,
    stops: passedOf(draft).map(({ id, via }) => {
      const safePointId = draft.points[id]?.id
      if (via) return { placeId: id, via }
      return { placeId: id, ...(safePointId ? { safePointId } : {}) }
    }),
    departsAt: moment,
    seats: draft.seats,
    seatPrice,
    ...choices,
    // As 0.1.0 sends it: without the two new keys a repeat after an update is the same request.
    enRoutePickups: choices.roadStops !== 'no',
    ...(draft.legPrices?.length === legs ? { legPrices: draft.legPrices } : {}),
    ...(returnAt && returnSeat
      ? { returnTrip: { departsAt: returnAt, seatPrice: returnSeat } }
      : {}),
    ...(notes ? { notes } : {}),
  }
}

/** Request that publishes the draft once the documents are approved; null while incomplete. */
export function waitingBody(draft: Draft, prices: Prices) {
  const trip = publishBody(draft, prices)
  if (!trip) return null
  return draft.repeat ? { trip, repeat: repeatBody(draft) } : { trip }
}

/** The weekly repetition in a request. */
export function repeatBody(draft: Draft) {
  const until = draft.repeat?.until
  return {
    weekdays: weekdaysOf(draft),
    ...(until ? { until } : {}),
    ...(skipsOverlaps(draft) ? { skipOverlaps: true } : {}),
  }
}

export type StepProps = {
  draft: Draft
  change: (next: Partial<Draft>) => void
  /** Errors of this step, after the person tried to continue. */
  problems: Problems
  /** Ways out of a refusal of this step, placed below its field; null without one. */
  ways: ReactNode
  /** Whether the server is asked if the answers of this step can be published. */
  checking: boolean
  /** Continues if valid. `also`: errors of the step; `settled`: its values; `to`: another step. */
  onNext: (also?: Problems, settled?: Partial<Draft>, to?: PublishStep) => void
}
