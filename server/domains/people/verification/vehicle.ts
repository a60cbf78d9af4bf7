export type Vehicle = {
  id: string
  ownerId: string
  plate: string
  brand: string
  model: string
  color: string
  year: number
  /** Seats of the car, the driver's included. */
  seats: number
  /** 1 for cars registered before four were asked for. */
  photosAsked: number
}

const PLATE = /^[A-Z]{3}[0-9]{3}$/

/** The plate of a private car as registered, ABC123; null when it is none. */
export function normalisePlate(text: string): string | null {
  const plate = text.toUpperCase().replace(/[\s-]/g, '')
  return PLATE.test(plate) ? plate : null
}

/** Age of a private car at its first technical inspection (Ley 2294 de 2023, art. 179). */
const FIRST_RTM_YEARS = 5

/**
 * Whether a car must carry a technical inspection (RTM) on a date, YYYY-MM-DD. The law counts from
 * the registration, of which we know the model year only: counted from there the duty never
 * begins later than the law says, except for a car registered before its model year.
 */
export function needsRtm(modelYear: number, date: string): boolean {
  return Number(date.slice(0, 4)) - modelYear >= FIRST_RTM_YEARS
}
