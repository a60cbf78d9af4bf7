// Version of everything that a reviewer compares. Pure: no clock and no database.

import type { ReviewedPerson } from '#server/modules/people/users/index.ts'
import { sha256 } from '#server/platform/crypto.ts'
import type { Comparison } from './comparisons.ts'
import type { Document } from './document.ts'
import type { Vehicle } from './vehicle.ts'

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
