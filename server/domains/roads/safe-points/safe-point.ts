import { greatCircleKm } from '#server/domains/roads/places/places.public.ts'

export const safePointKinds = ['terminal', 'mall', 'service_station', 'other'] as const
type SafePointKind = (typeof safePointKinds)[number]

type Point = { lat: number; lng: number }

/** A public, known place to get on or off. */
export type SafePoint = Point & {
  id: string
  placeId: string
  name: string
  kind: SafePointKind
  approximate: boolean
  address: string
  hours: string | null
  status: 'proposed' | 'vetted' | 'hidden'
  /** Null for those that come with the project. */
  proposedBy: string | null
  reason: string | null
  createdAt: Date
}

export type SafePointReport = {
  safePointId: string
  reason: 'gone' | 'unsafe' | 'wrong_place' | 'other'
  details: string | null
  createdAt: Date
}

/** Large municipalities reach this far from their seat; farther is a mistake. */
const REACH_KM = 40
/** Two points this close are the same one. */
const SAME_KM = 0.12

/** Whether a point can be of a municipality whose seat is there. */
export function isWithinReach(point: Point, seat: Point): boolean {
  return greatCircleKm(point, seat) <= REACH_KM
}

/** Whether a proposal is a point that is known already: by name, or by a checked position. */
export function isSamePoint(
  proposed: Point & { name: string; approximate: boolean },
  known: Point & { name: string; approximate: boolean },
): boolean {
  if (plain(proposed.name) === plain(known.name)) return true
  if (proposed.approximate || known.approximate) return false
  return greatCircleKm(proposed, known) <= SAME_KM
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}
