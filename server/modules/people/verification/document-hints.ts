// Automatic hints about a document. Pure: no clock and no database. A
// hint never decides; a person does.
import { type DocumentHint, PAPER_HINTS, type PaperHint } from '#contract/document-hints.ts'
import type { FraudSignal } from '#contract/verification-decisions.ts'
import { addMs, bogotaDate, DAY_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import type { Document, DocumentKind } from './document.ts'

/**
 * Sharpness below which a photo counts as blurred: `stats()` of the library `sharp` for a photo of
 * 1000 px on its longer side (standard deviation of a Laplacian, divided by 9). Measured on a
 * printed page of that size: 2.9 unblurred; 1.1, 0.7, 0.5 and 0.3 after a Gaussian blur of 1, 1.5,
 * 2 and 3 px, where small print becomes unreadable at 3 px; 0.2 for a thumbnail of 160 px.
 */
const BLURRED_BELOW = 0.45

/** Mean grey (0 to 255) of a dark photo. A page in daylight has over 120, a dark car 50 or more. */
const DARK_BELOW = 40

/**
 * Maximum plausible validity in days from the upload. SOAT, insurance and technical inspection last
 * a year and can be bought some weeks before; a licence lasts ten years.
 */
const LASTS_AT_MOST_DAYS: Partial<Record<DocumentKind, number>> = {
  soat: 366 + 60,
  insurance: 366 + 60,
  rtm: 366 + 60,
  licence: 10 * 366 + 60,
}

/** Age in years above which a typing error in the birth date is more likely. */
const UNLIKELY_AGE_YEARS = 90

/** Other occurrences of the same photo or plate in the database. */
export type Sightings = {
  /** The same person sent this photo for another document. */
  repeated: boolean
  /** This photo was rejected before for the same document. */
  refused: boolean
  /** Another person sent this photo. */
  ofAnother: boolean
  /** Other people registered the same car plate. */
  plateShared: boolean
}

type Judged = Pick<
  Document,
  'kind' | 'expiresOn' | 'birthDate' | 'createdAt' | 'sharpness' | 'brightness' | 'paper'
>

/** Returns all hints about a document, for the team. */
export function hintsOf(document: Judged, seen: Sightings | undefined): DocumentHint[] {
  const { sharpness, brightness } = document
  const noticed: Record<Exclude<DocumentHint, PaperHint>, boolean> = {
    blurred: sharpness !== null && sharpness < BLURRED_BELOW,
    dark: brightness !== null && brightness < DARK_BELOW,
    expiry_far: lastsTooLong(document),
    photo_repeated: seen?.repeated ?? false,
    photo_refused: seen?.refused ?? false,
    photo_of_another: seen?.ofAnother ?? false,
    birth_unlikely: isBirthUnlikely(document),
    plate_shared: seen?.plateShared ?? false,
  }
  const ofPhoto = (Object.keys(noticed) as (keyof typeof noticed)[]).filter((hint) => noticed[hint])
  return [...ofPhoto, ...(document.paper?.hints ?? [])]
}

const FOR_OWNER: readonly DocumentHint[] = [
  ...(['blurred', 'dark', 'expiry_far', 'photo_repeated'] as const),
  ...PAPER_HINTS,
]

/** Returns the hints that the owner can act on; they reveal nothing about other people. */
export function hintsForOwner(document: Judged, seen: Sightings | undefined): DocumentHint[] {
  return hintsOf(document, seen).filter((hint) => FOR_OWNER.includes(hint))
}

/**
 * Returns the fraud signals that a reviewer must confirm to approve the document. `numberShared`:
 * other people gave the owner's document number, which an identity document would prove.
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
