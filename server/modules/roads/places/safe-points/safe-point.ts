import type { SafePointView } from '#contract/safe-points.ts'
import { greatCircleKm } from '../network.ts'
import { plain } from '../place-index.ts'

type Point = { lat: number; lng: number }

/** A public, well-known place to get on or off. */
export type SafePoint = SafePointView & {
  /** Null for points that come with the project. */
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

/** Greatest plausible distance in km of a point from the seat of its municipality. */
const REACH_KM = 40
/** Two points this close, in km, count as the same point. */
const SAME_KM = 0.12

/** Whether a point can belong to the municipality with this seat. */
export function isWithinReach(point: Point, seat: Point): boolean {
  return greatCircleKm(point, seat) <= REACH_KM
}

/** Whether a proposal repeats a known point, by name or by an exact position. */
export function isSamePoint(
  proposed: Point & { name: string; approximate: boolean },
  known: Point & { name: string; approximate: boolean },
): boolean {
  if (plain(proposed.name) === plain(known.name)) return true
  if (proposed.approximate || known.approximate) return false
  return greatCircleKm(proposed, known) <= SAME_KM
}
