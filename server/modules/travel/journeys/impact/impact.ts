import type { Avoided } from '#contract/impact.ts'

/**
 * Kilograms of CO₂ from burning a gallon of petrol: 8,887 g, "Greenhouse Gas Emissions from a
 * Typical Passenger Vehicle", EPA-420-F-23-014 (2023).
 */
const KG_PER_GALLON = 8.887
/** Kilometres per gallon, as in the price of a trip. */
const KM_PER_GALLON = 40
/**
 * Car journeys that one seat replaces: one for four seats. Our estimate, until passengers have been
 * asked how they would have travelled: most would have taken a bus, which runs anyway.
 */
const CARS_PER_SEAT = 0.25

/** Least number of seats for which a figure of the community is shown. */
const MEASURED_FROM_SEATS = 1_000

export const factors = {
  kgPerGallon: KG_PER_GALLON,
  kmPerGallon: KM_PER_GALLON,
  carsPerSeat: CARS_PER_SEAT,
}

/** Number of travelled seats, and the sum of their kilometres. */
export type Travelled = { seats: number; km: number }

/** Computes CO₂ as seat kilometres × cars per seat ÷ km per gallon × kg per gallon, to 0.1 kg. */
export function avoidedBy({ seats, km }: Travelled): Avoided {
  const kg = ((km * CARS_PER_SEAT) / KM_PER_GALLON) * KG_PER_GALLON
  return {
    seats,
    km: Math.round(km),
    co2Kg: Math.round(kg * 10) / 10,
    cars: Math.floor(seats * CARS_PER_SEAT),
  }
}

/** Whether enough seats were travelled to show the community's figure instead of a goal. */
export function isMeasured({ seats }: Travelled): boolean {
  return seats >= MEASURED_FROM_SEATS
}
