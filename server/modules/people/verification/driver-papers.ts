import type { ProfileBadge } from '#contract/profiles.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import { isValidOn, isVehicleVerified } from './document.ts'
import type { Vehicle } from './vehicle.ts'
import { listApprovalsOfOwners, listVehiclesOfOwners } from './verification.queries.ts'

export type DriverPapers = {
  licensed: boolean
  /** Cars with every document approved and valid, first registered first. */
  vehicles: Vehicle[]
}

/** Reads whether the licence is approved and valid today, and the cars with valid documents. */
export async function readDriverPapers(
  reader: Reader,
  input: { userId: string; now: Date },
): Promise<DriverPapers> {
  const papersOf = await listDriverPapers(reader, { userIds: [input.userId], now: input.now })
  return papersOf(input.userId)
}

/** Reads the papers of several people; nobody's papers are `licensed: false` and no car. */
export async function listDriverPapers(
  reader: Reader,
  { userIds, now }: { userIds: readonly string[]; now: Date },
): Promise<(userId: string) => DriverPapers> {
  const today = bogotaDate(now)
  const approvals = await listApprovalsOfOwners(reader, userIds)
  const vehicles = await listVehiclesOfOwners(reader, userIds)
  return (userId) => ({
    licensed: approvals.some(
      (each) => each.ownerId === userId && each.kind === 'licence' && isValidOn(each, today),
    ),
    vehicles: vehicles.filter(
      (vehicle) => vehicle.ownerId === userId && isVehicleVerified(vehicle, approvals, today),
    ),
  })
}

/** Lists what Cupo checked of a person and is valid today, as everybody may see it. */
export function badgesOf(
  person: { verified: boolean; phoneProved: boolean },
  papers: DriverPapers,
): ProfileBadge[] {
  return [
    ...(person.verified ? (['identity'] as const) : []),
    ...(papers.licensed ? (['licence'] as const) : []),
    ...(papers.vehicles.length > 0 ? (['vehicle'] as const) : []),
    ...(person.phoneProved ? (['phone'] as const) : []),
  ]
}
