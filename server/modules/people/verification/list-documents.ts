import type { DocumentHint } from '#contract/document-hints.ts'
import type { OwnPhoto, Requirement } from '#contract/verification.ts'
import type { FraudSignal } from '#contract/verification-decisions.ts'
import { isBarred } from '#server/modules/people/standing/index.ts'
import {
  findPhotoToReview,
  findReviewedPeople,
  findTeamNames,
  findUser,
  isAdult,
  type ReviewedPerson,
  readDriverPhoto,
} from '#server/modules/people/users/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps, ReadDeps, TellDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { pageOf, partOf } from '#server/platform/paging.ts'
import {
  type Comparison,
  comparisonsOf,
  comparisonsOfFace,
  photoVersionOf,
  versionOf,
} from './comparisons.ts'
import { findDecisionOf } from './decisions.queries.ts'
import {
  type Document,
  type DocumentStatus,
  isValidOn,
  isVehicleVerified,
  kindNames,
  requirementsOf,
} from './document.ts'
import { hintsForOwner, hintsOf, type Sightings, signalsOf } from './document-hints.ts'
import { readDriverPapers } from './driver-papers.ts'
import { findSightingsOf, listComparableOf } from './photos.queries.ts'
import { hasSelfieConsent } from './selfie-consent.ts'
import type { Vehicle } from './vehicle.ts'
import {
  type Approval,
  countQueue,
  findDecisionsOn,
  listApprovalsOfOwners,
  listDocumentsOfOwner,
  listPendingOf,
  listQueue,
  listVehiclesByIds,
  listVehiclesOfOwners,
} from './verification.queries.ts'

export type Dossier = {
  documents: HintedDocument[]
  requirements: Requirement[]
  identityVerified: boolean
  canPublish: boolean
  selfieConsent: boolean
  photo: OwnPhoto
}

/** Returns a person's documents, the missing ones, and whether the person can publish today. */
export async function readDossier(
  deps: Pick<Deps, 'db' | 'clock' | 'consentTexts'>,
  { userId }: ActorId,
): Promise<Dossier> {
  const now = deps.clock.now()
  const documents = await listDocumentsOfOwner(deps.db, userId)
  const vehicles = await listVehiclesOfOwners(deps.db, [userId])
  const user = await findUser(deps.db, userId)
  return {
    documents: await hintedForOwner(deps.db, documents),
    requirements: requirementsOf(documents, vehicles, bogotaDate(now)),
    identityVerified: user.identity_verified_at !== null,
    canPublish:
      (await mayPublish(deps.db, { userId, now })) && !(await isBarred(deps.db, userId, now)),
    selfieConsent: await hasSelfieConsent(deps.db, userId),
    photo: await readDriverPhoto(deps.db, deps, { userId }),
  }
}

export type HintedDocument = Document & { hints: DocumentHint[] }

export async function hintedForOwner(
  reader: Reader,
  documents: readonly Document[],
): Promise<HintedDocument[]> {
  const seen = await findSightingsOf(reader, documents)
  return documents.map((each) => {
    return { ...each, hints: hintsForOwner(each, seen.get(each.id)) }
  })
}

/** Whether the documents allow a trip for today with at least one of the person's cars. */
export async function mayPublish(
  reader: Reader,
  input: { userId: string; now: Date },
): Promise<boolean> {
  const today = bogotaDate(input.now)
  const user = await findUser(reader, input.userId)
  if (!user.identity_verified_at || !user.birth_date || !isAdult(user.birth_date, today)) {
    return false
  }
  const { licensed, vehicles } = await readDriverPapers(reader, input)
  return licensed && vehicles.length > 0
}

export type CheckedVehicle = Vehicle & { verified: boolean }

export async function listVehicles(deps: ReadDeps, { userId }: ActorId): Promise<CheckedVehicle[]> {
  const vehicles = await listVehiclesOfOwners(deps.db, [userId])
  return check(vehicles, await listApprovalsOfOwners(deps.db, [userId]), deps.clock.now())
}

function check(vehicles: Vehicle[], approvals: Approval[], now: Date): CheckedVehicle[] {
  const today = bogotaDate(now)
  return vehicles.map((vehicle) => {
    return { ...vehicle, verified: isVehicleVerified(vehicle, approvals, today) }
  })
}

const PAGE_SIZE = 20

export type ReviewItem = {
  document: HintedDocument
  expired: boolean
  signals: FraudSignal[]
  owner: ReviewedPerson | undefined
  vehicle: CheckedVehicle | null
  compareWith: Comparison[]
  /** Version of what is compared, see `versionOf`. */
  version: string
  /** Who decided, and when; null while it waits. */
  decided: { by: string; at: Date } | null
}

export type QueuePage = { items: ReviewItem[]; total: number; totalPages: number }

/** Returns a page of 20 documents of other people for a verifier, oldest first. */
export async function readQueue(
  deps: ActDeps,
  { userId: reviewerId }: ActorId,
  { status, page }: { status: DocumentStatus; page: number },
): Promise<QueuePage> {
  const part = partOf(page, PAGE_SIZE)
  const documents = await listQueue(deps.db, { status, reviewerId, ...part })
  const total = await countQueue(deps.db, { status, reviewerId })
  const items = await itemsOf(deps.db, deps, documents)
  const decisions = await findDecisionsOn(
    deps.db,
    documents.map(({ id }) => id),
  )
  const nameOf = await findTeamNames(
    deps.db,
    [...decisions.values()].map(({ by }) => by),
  )
  const decided = items.map((item) => {
    const found = decisions.get(item.document.id)
    return { ...item, decided: found ? { by: nameOf(found.by), at: found.at } : null }
  })
  return pageOf(decided, total, PAGE_SIZE)
}

/**
 * Returns the documents of a person that wait for a decision, in the order of uploading; none while
 * a decision about the person is open. Errors: `forbidden` (one's own).
 */
export async function readCase(
  deps: ActDeps,
  { userId: reviewerId }: ActorId,
  { userId: ownerId }: { userId: string },
): Promise<ReviewItem[]> {
  if (ownerId === reviewerId) throw new AppError('forbidden')
  if (await findDecisionOf(deps.db, ownerId)) return []
  const order = Object.keys(kindNames)
  const documents = await listPendingOf(deps.db, ownerId)
  // The person's own documents come first, then those of each car.
  const sorted = documents.sort(
    (a, b) =>
      (a.vehicleId ?? '').localeCompare(b.vehicleId ?? '') ||
      order.indexOf(a.kind) - order.indexOf(b.kind),
  )
  return await itemsOf(deps.db, deps, sorted)
}

/** Items of the documents of a person that wait for a decision, by document id. */
export async function waitingItemsOf(
  reader: Reader,
  deps: TellDeps,
  ownerId: string,
): Promise<Map<string, ReviewItem>> {
  const items = await itemsOf(reader, deps, await listPendingOf(reader, ownerId))
  return new Map(items.map((item) => [item.document.id, item]))
}

export type ReviewedPhoto = {
  url: string
  version: string
  person: { id: string; name: string }
  compareWith: Comparison[]
  /** Version of what is compared, see `photoVersionOf`. */
  compared: string
}

/** Returns the profile photo to compare, unless it was accepted or a decision is open. */
export async function readCasePhoto(
  deps: Pick<Deps, 'db' | 'secrets'>,
  { userId }: { userId: string },
): Promise<ReviewedPhoto | null> {
  if (await findDecisionOf(deps.db, userId)) return null
  return await photoToReview(deps.db, deps, userId)
}

/** Returns the profile photo to compare; null when there is none, or it was accepted. */
export async function photoToReview(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  userId: string,
): Promise<ReviewedPhoto | null> {
  const found = await findPhotoToReview(reader, userId)
  if (!found) return null
  const owner = (await findReviewedPeople(reader, deps, [userId])).get(userId)
  const compareWith = comparisonsOfFace(await listComparableOf(reader, [userId]))
  const photo = { ...found, person: { id: userId, name: owner?.name ?? '' }, compareWith }
  return { ...photo, compared: photoVersionOf(photo) }
}

async function itemsOf(reader: Reader, deps: TellDeps, documents: readonly Document[]) {
  const now = deps.clock.now()
  const ownerIds = [...new Set(documents.map(({ ownerId }) => ownerId))]
  const owners = await findReviewedPeople(reader, deps, ownerIds)
  const vehicleIds = documents.flatMap(({ vehicleId }) => vehicleId ?? [])
  const approvals = await listApprovalsOfOwners(reader, ownerIds)
  const vehicles = check(await listVehiclesByIds(reader, vehicleIds), approvals, now)
  const seen = await findSightingsOf(reader, documents)
  const others = await listComparableOf(reader, ownerIds)
  return documents.map((document) => {
    const owner = owners.get(document.ownerId)
    const noticed = noticedOf(document, seen.get(document.id), owner)
    const item = {
      document: { ...document, hints: noticed.hints },
      expired: !isValidOn(document, bogotaDate(now)),
      signals: noticed.signals,
      // Before the identity is verified, the birth date to compare is the one of the document.
      owner: owner && { ...owner, birthDate: document.birthDate ?? owner.birthDate },
      vehicle: vehicles.find(({ id }) => id === document.vehicleId) ?? null,
      compareWith: comparisonsOf(document, others),
    }
    return { ...item, version: versionOf(item), decided: null }
  })
}

function noticedOf(
  document: Document,
  seen: Sightings | undefined,
  owner: ReviewedPerson | undefined,
) {
  const hints = hintsOf(document, seen)
  const numberShared = (owner?.sameNumber.length ?? 0) > 0
  return { hints, signals: signalsOf(document, { hints, numberShared }) }
}

export async function findSignals(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  document: Document,
): Promise<FraudSignal[]> {
  const { id, ownerId } = document
  const seen = await findSightingsOf(reader, [document])
  const owners = await findReviewedPeople(reader, deps, [ownerId])
  return noticedOf(document, seen.get(id), owners.get(ownerId)).signals
}
