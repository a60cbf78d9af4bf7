import type { VehicleTerms } from '#contract/verification.ts'

export type Vehicle = VehicleTerms & {
  id: string
  ownerId: string
  /** Number of required photos of a car; 1 for cars registered before four were required. */
  photosAsked: number
  /** Day from which publishing needs an insurance of the car; null while no day is set. */
  insuranceFrom: string | null
}

/** `insuranceFrom` of a car whose driver is asked for insurance since the beginning. */
export const ALWAYS = '1970-01-01'

/** Age of a private car at its first technical inspection (Ley 2294 de 2023, art. 179). */
const FIRST_RTM_YEARS = 5

/**
 * Whether a car needs a technical inspection (RTM) on a date, YYYY-MM-DD. The law counts from the
 * registration, but only the model year is known. Counted from the model year, the duty never
 * begins later than by law, except for a car registered before its model year.
 */
export function needsRtm(modelYear: number, date: string): boolean {
  return Number(date.slice(0, 4)) - modelYear >= FIRST_RTM_YEARS
}
