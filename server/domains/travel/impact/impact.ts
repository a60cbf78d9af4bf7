import type { Avoided } from '#contract/impact.ts'

/**
 * Kilograms of CO₂ from burning a gallon of petrol: 8,887 g, "Greenhouse Gas Emissions from a
 * Typical Passenger Vehicle", EPA-420-F-23-014 (2023).
 */
const KG_PER_GALLON = 8.887
/** As in the price of a trip. */
const KM_PER_GALLON = 40
/**
 * How many seats replace one car journey: four. Ours, until passengers have been asked how they
 * would have travelled: most would have taken a bus, which runs anyway.
 */
const CARS_PER_SEAT = 0.25

/** Fewer seats than these say nothing about a community. */
const MEASURED_FROM_SEATS = 1_000

export const factors = {
  kgPerGallon: KG_PER_GALLON,
  kmPerGallon: KM_PER_GALLON,
  carsPerSeat: CARS_PER_SEAT,
}

/** Seats travelled, and the kilometres of all of them. */
export type Travelled = { seats: number; km: number }

/** Seat kilometres × cars per seat ÷ km per gallon × kg per gallon, to a tenth of a kilogram. */
export function avoidedBy({ seats, km }: Travelled): Avoided {
  const kg = ((km * CARS_PER_SEAT) / KM_PER_GALLON) * KG_PER_GALLON
  return {
    seats,
    km: Math.round(km),
    co2Kg: Math.round(kg * 10) / 10,
    cars: Math.floor(seats * CARS_PER_SEAT),
  }
}

/** Whether there is enough to show a figure of the community instead of a goal. */
export function isMeasured({ seats }: Travelled): boolean {
  return seats >= MEASURED_FROM_SEATS
}
