// Selects the photos that are shown beside a document under review, and says the version of all
// that a reviewer compares. Pure: no clock and no database.

import type { ReviewedPerson } from '#server/modules/people/users/index.ts'
import { sha256 } from '#server/platform/crypto.ts'
import type { Document, DocumentKind, Slot } from './document.ts'
import type { Comparable } from './photos.queries.ts'
import type { Vehicle } from './vehicle.ts'

type Relation = 'selfie' | 'identity' | 'other_side' | 'previous' | 'same_car'

export type Comparison = Pick<Document, 'kind' | 'status' | 'createdAt'> & {
  documentId: string
  relation: Relation
}

const FACE: [DocumentKind, Relation][] = [['identity_front', 'identity']]
const CAR: [DocumentKind, Relation][] = [['property_card', 'same_car']]
const CARD_AND_FRONT: [DocumentKind, Relation][] = [...CAR, ['vehicle_photo', 'same_car']]

/** Photos to compare per kind of document, besides earlier photos of the same document. */
const wanted: Record<DocumentKind, [DocumentKind, Relation][]> = {
  identity_front: [
    ['selfie', 'selfie'],
    ['identity_back', 'other_side'],
  ],
  identity_back: [['identity_front', 'other_side']],
  selfie: FACE,
  licence: FACE,
  property_card: [['vehicle_photo', 'same_car']],
  soat: CAR,
  insurance: CAR,
  rtm: CAR,
  vehicle_photo: CAR,
  vehicle_back: CARD_AND_FRONT,
  vehicle_side: CARD_AND_FRONT,
  vehicle_inside: CARD_AND_FRONT,
}

/** Returns the photos to compare with a document. `others`: of any people, newest first. */
export function comparisonsOf(
  document: Pick<Document, 'id' | 'ownerId'> & Slot,
  others: readonly Comparable[],
): Comparison[] {
  const { id, ownerId, kind, vehicleId } = document
  const own = others.filter((each) => each.ownerId === ownerId && each.id !== id)
  const related = wanted[kind].flatMap(([other, relation]) => {
    const found = own.find(
      (each) =>
        each.kind === other &&
        (each.vehicleId === null || each.vehicleId === vehicleId) &&
        (each.status === 'pending' || each.status === 'approved'),
    )
    return found ? [compared(found, relation)] : []
  })
  const previous = own.find((each) => each.kind === kind && each.vehicleId === vehicleId)
  return [...related, ...(previous ? [compared(previous, 'previous')] : [])]
}

/** Returns the selfie and the identity document to compare with a profile photo. */
export function comparisonsOfFace(own: readonly Comparable[]): Comparison[] {
  const wantedKinds: [DocumentKind, Relation][] = [['selfie', 'selfie'], ...FACE]
  return wantedKinds.flatMap(([kind, relation]) => {
    const found = own.find(
      (each) => each.kind === kind && (each.status === 'pending' || each.status === 'approved'),
    )
    return found ? [compared(found, relation)] : []
  })
}

function compared({ id, kind, status, createdAt }: Comparable, relation: Relation): Comparison {
  return { documentId: id, kind, status, createdAt, relation }
}

type Shown = {
  document: Pick<Document, 'id' | 'kind' | 'expiresOn' | 'birthDate' | 'policy'>
  owner: ReviewedPerson | undefined
  vehicle: Vehicle | null
  compareWith: readonly Comparison[]
}

type ShownPhoto = Pick<Shown, 'compareWith'> & { version: string; person: { name: string } }

/** Changes with each datum of document, person and car that is shown, and each photo beside it. */
export function versionOf(shown: Shown): string {
  const { document, owner, vehicle, compareWith } = shown
  const { id, kind, expiresOn, birthDate, policy } = document
  const { sameNumber: _, ...person } = owner ?? { sameNumber: [] }
  const car = vehicle && [vehicle.plate, vehicle.brand, vehicle.model, vehicle.color, vehicle.year]
  return digest([id, kind, expiresOn, birthDate, policy, person, car, photosOf({ compareWith })])
}

/** The same of a profile photo and the photos beside it. */
export function photoVersionOf({ version, ...photo }: ShownPhoto): string {
  return digest([version, photo.person.name, photosOf(photo)])
}

const photosOf = ({ compareWith }: Pick<Shown, 'compareWith'>) =>
  compareWith.map(({ documentId, relation }) => [documentId, relation])

function digest(shown: readonly unknown[]): string {
  return sha256(JSON.stringify(shown)).toString('hex').slice(0, 32)
}
