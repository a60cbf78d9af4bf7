import type { Overlap, PublishRefusal } from '#contract/trips.ts'
import { api } from '#web/lib/api.ts'
import { ApiError, type ApiErrorCode, messageOf } from '#web/lib/api-error.ts'
import {
  type Draft,
  daysOf,
  departsAt,
  type PublishStep,
  publishBody,
  publishSteps,
  returnDraft,
  skipsOverlaps,
} from './publish-draft.ts'

/** Why a trip is not published. `debtPesos`: owed by a driver who cannot offer direct payment. */
export type Refusal = PublishRefusal & { debtPesos?: number }

/** The step in which each refusal is said and fixed, and its field there. */
const places: Partial<Record<ApiErrorCode, [step: PublishStep, field?: string]>> = {
  place_not_found: ['ruta', 'stops'],
  route_not_found: ['ruta', 'stops'],
  route_stops_invalid: ['ruta', 'stops'],
  safe_point_not_found: ['ruta', 'stops'],
  trip_departs_in_past: ['fecha', 'time'],
  trip_too_far_ahead: ['fecha', 'date'],
  trip_overlaps: ['fecha', 'date'],
  trip_daily_cap: ['fecha', 'date'],
  series_limit: ['fecha', 'repeat'],
  identity_not_verified: ['vehiculo'],
  driver_underage: ['vehiculo'],
  vehicle_not_found: ['vehiculo', 'vehicle'],
  vehicle_not_verified: ['vehiculo', 'vehicle'],
  // At the car and not at the date: another car can have all its documents.
  documents_not_valid_on_date: ['vehiculo', 'vehicle'],
  trip_seats_exceed_vehicle: ['vehiculo', 'seats'],
  price_above_ceiling: ['precio'],
  price_below_floor: ['precio'],
  women_only_driver: ['detalles', 'womenOnly'],
  contact_in_text: ['detalles', 'notes'],
  publish_balance_required: ['detalles', 'paymentModes'],
  debt_open: ['detalles', 'paymentModes'],
  // The last step has the fields of the person, and says what concerns no answer.
  email_unconfirmed: ['revisar'],
  profile_photo_needed: ['revisar'],
  profile_incomplete: ['revisar'],
  terms_required: ['revisar'],
  publishing_off: ['revisar'],
  idempotency_mismatch: ['revisar'],
  rate_limited: ['revisar'],
}

const returnFields: Partial<Record<string, string>> = { date: 'returnDate', time: 'returnTime' }

/** The step that causes a refusal, and the field in it that says so. */
export function placeOf({ code, trip, overlap }: Pick<Refusal, 'code' | 'trip' | 'overlap'>): {
  step: PublishStep
  field: string | undefined
} | null {
  // The other trip is somebody else's with the same car.
  if (code === 'trip_overlaps' && !overlap) return { step: 'vehiculo', field: 'vehicle' }
  const [step, field] = places[code as ApiErrorCode] ?? []
  if (!step) return null
  return { step, field: (trip === 'return' && field && returnFields[field]) || field }
}

const days = ['date', 'time', 'returning', 'repeat'] as const
/** What a field of a refusal is about in the draft; without an entry, all of it. */
const about: Partial<Record<string, readonly (keyof Draft)[]>> = {
  ...{ date: days, time: days, repeat: days, returnDate: days, returnTime: days },
  vehicle: ['vehicleId'],
  seats: ['seats', 'vehicleId'],
  womenOnly: ['preferences'],
  notes: ['notes'],
  paymentModes: ['paymentModes'],
}

/** Whether the driver changed, since a draft was refused, what the refusal is about. */
export function isCorrected(field: string | undefined, refused: Draft, draft: Draft): boolean {
  const keys = about[field ?? ''] ?? (Object.keys(draft) as (keyof Draft)[])
  return keys.some((key) => refused[key] !== draft[key])
}

/** A draft goes on without approved documents: it can wait for them at the end. */
const WAITS: ReadonlySet<string> = new Set<ApiErrorCode>([
  'identity_not_verified',
  'vehicle_not_verified',
])

const rowOf = (step: PublishStep) => publishSteps.findIndex((each) => each.key === step)

/** The refusals to say before the step `next` is shown, in the order of their steps. */
export function refusalsBefore(
  next: PublishStep,
  draft: Draft,
  refusals: readonly Refusal[],
): (Refusal & { step: PublishStep; field: string | undefined })[] {
  return refusals
    .filter(({ code }) => !WAITS.has(code))
    .filter(({ code }) => !(code === 'trip_overlaps' && skipsOverlaps(draft)))
    .flatMap((refusal) => {
      const place = placeOf(refusal)
      return place && rowOf(place.step) < rowOf(next) ? { ...refusal, ...place } : []
    })
    .sort((a, b) => rowOf(a.step) - rowOf(b.step))
}

/** The refusal in the answer of a publication. */
export function refusalIn(error: unknown): Refusal {
  const message = messageOf(error)
  if (!(error instanceof ApiError)) {
    return { code: 'unknown', message, trip: 'outward', overlap: null }
  }
  const { code } = error
  const details = (error.details ?? {}) as Partial<Overlap> & { trip?: string; debtPesos?: unknown }
  return {
    code,
    message,
    trip: details.trip === 'return' ? 'return' : 'outward',
    overlap: code === 'trip_overlaps' && details.tripId ? (details as Overlap) : null,
    ...(typeof details.debtPesos === 'number' ? { debtPesos: details.debtPesos } : {}),
  }
}

/** What is published without the refused trip: the draft, and what it is. Null if nothing is. */
export function othersOf(
  draft: Draft,
  { code, trip }: Refusal,
): { draft: Draft; what: string } | null {
  if (code !== 'trip_overlaps') return null
  if (draft.repeat && !skipsOverlaps(draft)) {
    const repeat = { ...draft.repeat, skipsFor: daysOf(draft) }
    return { draft: { ...draft, repeat }, what: 'los días que no se cruzan' }
  }
  const back = returnDraft(draft)
  if (!back || draft.repeat) return null
  if (trip === 'return') return { draft: { ...draft, returning: null }, what: 'solo la ida' }
  return {
    draft: { ...back, between: `${back.origin?.id}>${back.destination?.id}` },
    what: 'solo el regreso',
  }
}

/** After this many ms a step goes on without an answer: publishing checks everything again. */
const PATIENCE_MS = 4000

/** Request that asks what would refuse the draft; null until route and departure are known. */
function checkBody(draft: Draft, vehicleId: string | null) {
  // Car and prices only complete the body: the check has no price, and its own car.
  const body = publishBody({ ...draft, vehicleId: '-', returning: null }, { seat: 0 })
  if (!body || body.stops.length < 2) return null
  const { stops, seats, paymentModes, preferences, notes } = body
  const back = returnDraft(draft)
  const returnAt = back && departsAt(back)
  return {
    stops,
    seats,
    preferences,
    departsAt: body.departsAt,
    ...(paymentModes.length > 0 ? { paymentModes } : {}),
    ...(notes ? { notes } : {}),
    ...(vehicleId ? { vehicleId } : {}),
    ...(returnAt ? { returnAt } : {}),
  }
}

/** Asks the server what would refuse the draft; nothing when it does not answer in time. */
export async function askRefusals(draft: Draft, vehicleId: string | null): Promise<Refusal[]> {
  const body = checkBody(draft, vehicleId)
  if (!body || !navigator.onLine) return []
  const late = new Promise<[]>((resolve) => setTimeout(() => resolve([]), PATIENCE_MS))
  const asked = api.trips.check({ body }).then(
    (answer): Refusal[] => answer.refusals,
    () => [],
  )
  return await Promise.race([asked, late])
}
