import type { PaperHint } from '#contract/document-hints.ts'
import type { Requirement } from '#contract/verification.ts'
import { addMs, bogotaDate, DAY_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { ALWAYS, needsRtm, type Vehicle } from './vehicle.ts'

/** Names of the documents for use inside a Spanish sentence. */
export const kindNames = {
  identity_front: 'documento de identidad (frente)',
  identity_back: 'documento de identidad (respaldo)',
  selfie: 'selfie',
  licence: 'licencia de conducción',
  property_card: 'tarjeta de propiedad',
  soat: 'SOAT',
  insurance: 'seguro del carro',
  rtm: 'revisión técnico-mecánica',
  vehicle_photo: 'foto del vehículo (frente)',
  vehicle_back: 'foto del vehículo (atrás)',
  vehicle_side: 'foto del vehículo (lado)',
  vehicle_inside: 'foto del vehículo (interior)',
}
export type DocumentKind = keyof typeof kindNames

export type DocumentStatus = 'pending' | 'approved' | 'rejected' | 'superseded'

export type Policy = { insurer: string; number: string }

/** What the text of a PDF says otherwise than the person. */
export type PaperCheck = {
  /** Last day of validity that the text says. */
  endsOn: string | null
  hints: PaperHint[]
}

export type Document = {
  id: string
  ownerId: string
  vehicleId: string | null
  kind: DocumentKind
  status: DocumentStatus
  /** Last day of validity, YYYY-MM-DD. */
  expiresOn: string | null
  birthDate: string | null
  storageKey: string
  createdAt: Date
  reason: string | null
  /** Values that `document-hints.ts` evaluates; null for photos that were never measured. */
  sharpness: number | null
  brightness: number | null
  /** Null for a photo, and where the text of a PDF could not be read. */
  paper: PaperCheck | null
  /** Insurer and number of an insurance. */
  policy: Policy | null
  /** Time when the photo was deleted; the row stays. */
  fileDeletedAt: Date | null
}

const papersOfVehicle: readonly DocumentKind[] = ['property_card', 'soat', 'insurance', 'rtm']
/** Photo of every car; cars registered since four photos are required need all of them. */
const FIRST_PHOTO = 'vehicle_photo'
const otherPhotos: readonly DocumentKind[] = ['vehicle_back', 'vehicle_side', 'vehicle_inside']
const ofVehicle: readonly DocumentKind[] = [...papersOfVehicle, FIRST_PHOTO, ...otherPhotos]
const withExpiry: readonly DocumentKind[] = ['licence', 'soat', 'insurance', 'rtm']

export function belongsToVehicle(kind: DocumentKind): boolean {
  return ofVehicle.includes(kind)
}

/** Whether it is a photo of a person or a car, which a PDF cannot replace. */
export function isPhotoOnly(kind: DocumentKind): boolean {
  return kind === 'selfie' || kind === FIRST_PHOTO || otherPhotos.includes(kind)
}

export function needsExpiry(kind: DocumentKind): boolean {
  return withExpiry.includes(kind)
}

type Asked = Pick<Vehicle, 'year' | 'photosAsked' | 'insuranceFrom'>

/** Whether publishing on a day needs an insurance of this car. */
const needsInsurance = ({ insuranceFrom }: Asked, today: string) =>
  insuranceFrom !== null && insuranceFrom <= today

/**
 * Documents that a car must have approved on a date, in the order of uploading. `today`: day of
 * publishing, from which insurance is needed.
 */
export function vehicleKinds(vehicle: Asked, date: string, today = date): DocumentKind[] {
  const isNeeded: Partial<Record<DocumentKind, boolean>> = {
    rtm: needsRtm(vehicle.year, date),
    insurance: needsInsurance(vehicle, today),
  }
  const papers = papersOfVehicle.filter((kind) => isNeeded[kind] ?? true)
  return [...papers, FIRST_PHOTO, ...(vehicle.photosAsked === 4 ? otherPhotos : [])]
}

/** A document is still valid on its day of expiry. */
export function isValidOn(document: Pick<Document, 'expiresOn'>, date: string): boolean {
  return document.expiresOn === null || document.expiresOn >= date
}

/** Slot that a document fills: the kind of document and, for documents of a car, the car. */
export type Slot = { kind: DocumentKind; vehicleId: string | null }

/** Time before its last day of validity from which a document should be renewed. */
const ENDS_SOON_MS = 30 * DAY_MS

/** All documents required of a driver with these cars on a date, each with its state. */
export function requirementsOf(
  documents: readonly Document[],
  vehicles: readonly Vehicle[],
  date: string,
): Requirement[] {
  const own: DocumentKind[] = ['identity_front', 'identity_back', 'licence', 'selfie']
  const slots: Slot[] = [
    ...own.map((kind) => ({ kind, vehicleId: null })),
    ...vehicles.flatMap((vehicle) =>
      // Offered, and not required, before publishing needs it.
      vehicleKinds({ ...vehicle, insuranceFrom: ALWAYS }, date).map((kind) => {
        return { kind, vehicleId: vehicle.id }
      }),
    ),
  ]
  return slots.map((slot) => ({
    ...slot,
    required:
      slot.kind === 'insurance'
        ? vehicles.some((each) => each.id === slot.vehicleId && needsInsurance(each, date))
        : slot.kind !== 'selfie',
    needsExpiry: needsExpiry(slot.kind),
    ...progressOf(
      documents.filter((each) => each.kind === slot.kind && each.vehicleId === slot.vehicleId),
      date,
    ),
  }))
}

/** State of a required document. An approved, valid document counts even under later uploads. */
function progressOf(
  documents: readonly Document[],
  date: string,
): Pick<Requirement, 'state' | 'expiresOn' | 'endsSoon' | 'reason'> {
  const approved = documents.filter(({ status }) => status === 'approved')
  const valid = approved.find((each) => isValidOn(each, date))
  const pending = documents.find(({ status }) => status === 'pending')
  if (valid) {
    const { expiresOn } = valid
    const soon = bogotaDate(addMs(startOfBogotaDate(date), ENDS_SOON_MS))
    const endsSoon = expiresOn !== null && expiresOn <= soon && !pending
    return { state: 'approved', expiresOn, endsSoon, reason: null }
  }
  if (pending) {
    return { state: 'pending', expiresOn: pending.expiresOn, endsSoon: false, reason: null }
  }
  const [newest] = documents
    .filter(({ status }) => status === 'approved' || status === 'rejected')
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  if (!newest) return { state: 'missing', expiresOn: null, endsSoon: false, reason: null }
  const state = newest.status === 'rejected' ? 'rejected' : 'expired'
  return { state, expiresOn: newest.expiresOn, endsSoon: false, reason: newest.reason }
}

/** Kinds of document in the list without an approved document that is valid on the date. */
export function shortcomings(
  approved: readonly Pick<Document, 'kind' | 'expiresOn'>[],
  kinds: readonly DocumentKind[],
  date: string,
): { missing: DocumentKind[]; expired: DocumentKind[] } {
  const missing = kinds.filter((kind) => !approved.some((each) => each.kind === kind))
  const expired = kinds.filter(
    (kind) =>
      !missing.includes(kind) &&
      !approved.some((each) => each.kind === kind && isValidOn(each, date)),
  )
  return { missing, expired }
}

export function isVehicleVerified(
  vehicle: Vehicle,
  approved: readonly Pick<Document, 'kind' | 'expiresOn' | 'vehicleId'>[],
  date: string,
): boolean {
  const own = approved.filter(({ vehicleId }) => vehicleId === vehicle.id)
  const { missing, expired } = shortcomings(own, vehicleKinds(vehicle, date), date)
  return missing.length === 0 && expired.length === 0
}
