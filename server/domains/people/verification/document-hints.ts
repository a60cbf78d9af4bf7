// What a program notices about a document, without reading it. Pure: no clock and no database.
// Nothing here decides: a person does.
import type { DocumentHint, FraudSignal } from '#contract/verification.ts'
import { addMs, bogotaDate, DAY_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import type { Document, DocumentKind } from './document.ts'

/**
 * The sharpness of `stats()` of the library `sharp`, for a photo of 1000 px on its longer side: the
 * standard deviation of a Laplacian, divided by 9. Measured on a page of print of that size: 2.9
 * as drawn, 1.1 after a Gaussian blur of 1 px, 0.7 of 1.5, 0.5 of 2, 0.3 of 3 px, where small print
 * cannot be read any more; 0.2 for a thumbnail of 160 px.
 */
const BLURRED_BELOW = 0.45

/** Mean grey, 0 to 255. A page in daylight has more than 120, a photo of a dark car 50 and more. */
const DARK_BELOW = 40

/**
 * The longest that a document lasts from the day on which it was sent. SOAT and technical
 * inspection last a year and can be bought some weeks before; a licence lasts ten years.
 */
const LASTS_AT_MOST_DAYS: Partial<Record<DocumentKind, number>> = {
  soat: 366 + 60,
  rtm: 366 + 60,
  licence: 10 * 366 + 60,
}

/** Older people drive, but a typing error is likelier. */
const UNLIKELY_AGE_YEARS = 90

/** What the database knows about the same photo and the same plate. */
export type Sightings = {
  /** The person sent the same photo for another document. */
  repeated: boolean
  /** The same photo was rejected for this document. */
  refused: boolean
  /** Somebody else sent the same photo. */
  ofAnother: boolean
  /** Other people registered the plate of the car. */
  plateShared: boolean
}

export const NOTHING_SEEN: Sightings = {
  repeated: false,
  refused: false,
  ofAnother: false,
  plateShared: false,
}

type Judged = Pick<
  Document,
  'kind' | 'expiresOn' | 'birthDate' | 'createdAt' | 'sharpness' | 'brightness'
>

/** Everything that was noticed, for the team. */
export function hintsOf(document: Judged, seen: Sightings): DocumentHint[] {
  const { sharpness, brightness } = document
  const noticed: Record<DocumentHint, boolean> = {
    blurred: sharpness !== null && sharpness < BLURRED_BELOW,
    dark: brightness !== null && brightness < DARK_BELOW,
    expiry_far: lastsTooLong(document),
    photo_repeated: seen.repeated,
    photo_refused: seen.refused,
    photo_of_another: seen.ofAnother,
    birth_unlikely: isBirthUnlikely(document),
    plate_shared: seen.plateShared,
  }
  return (Object.keys(noticed) as DocumentHint[]).filter((hint) => noticed[hint])
}

const FOR_OWNER: readonly DocumentHint[] = ['blurred', 'dark', 'expiry_far', 'photo_repeated']

/** What its owner can do something about; it says nothing about other people. */
export function hintsForOwner(document: Judged, seen: Sightings): DocumentHint[] {
  return hintsOf(document, seen).filter((hint) => FOR_OWNER.includes(hint))
}

/**
 * What whoever approves the document must name. `numberShared`: other people gave the number of its
 * owner, which an identity document is to prove.
 */
export function signalsOf(
  { kind }: Pick<Document, 'kind'>,
  { hints, numberShared }: { hints: readonly DocumentHint[]; numberShared: boolean },
): FraudSignal[] {
  const provesNumber = kind === 'identity_front' || kind === 'identity_back'
  const noticed: Record<FraudSignal, boolean> = {
    photo_refused: hints.includes('photo_refused'),
    photo_of_another: hints.includes('photo_of_another'),
    birth_unlikely: hints.includes('birth_unlikely'),
    plate_shared: hints.includes('plate_shared'),
    number_shared: provesNumber && numberShared,
  }
  return (Object.keys(noticed) as FraudSignal[]).filter((signal) => noticed[signal])
}

function lastsTooLong({ kind, expiresOn, createdAt }: Judged): boolean {
  const days = LASTS_AT_MOST_DAYS[kind]
  if (days === undefined || expiresOn === null) return false
  return startOfBogotaDate(expiresOn) > addMs(createdAt, days * DAY_MS)
}

function isBirthUnlikely({ birthDate, createdAt }: Judged): boolean {
  if (birthDate === null) return false
  const age = Number(bogotaDate(createdAt).slice(0, 4)) - Number(birthDate.slice(0, 4))
  return age > UNLIKELY_AGE_YEARS
}
