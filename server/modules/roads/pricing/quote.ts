import type { PlannedRoute, RoutePlace, Toll } from '#server/modules/roads/places/index.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { Fuel } from './fuel.ts'

/**
 * Kilometres per gallon in the price formula. Published figures: sedans 40–50, compact SUVs 35–45
 * (c3carecarcenter.com). 40 is about 10.6 km per litre.
 */
const KM_PER_GALLON = 40
/** Limits of a seat price, relative to an equal share of the cost among all people in the car. */
const FLOOR_FACTOR = 0.5
const CEILING_FACTOR = 1.2
/** Seat prices are whole hundreds of pesos. */
const STEP_PESOS = 100

/** Constants of the price ceiling, shown to the team. */
export const priceFactors = {
  kmPerGallon: KM_PER_GALLON,
  floor: FLOOR_FACTOR,
  ceiling: CEILING_FACTOR,
  stepPesos: STEP_PESOS,
}

export type SeatRange = { min: number; recommended: number; max: number }

/** The part of a quote between two consecutive declared stops. */
type QuoteLeg = SeatRange & {
  from: string
  to: string
  fromSeq: number
  toSeq: number
  km: number
  minutes: number
  /** Fuel in pesos for the whole car. */
  fuel: number
  tolls: { name: string; amount: number }[]
  cost: number
}

/** Inputs of the quote, kept to explain the price later. */
type QuoteBasis = {
  kmPerGallon: number
  /** Fuel price per gallon; the mean over the distance when the prices of the legs differ. */
  fuelPesosPerGallon: number
  fuelSource: string
  fuelTotal: number
  tollTotal: number
  costTotal: number
  seats: number
}

/** Plain data, because it is stored unchanged with the trip. */
export type TripQuote = {
  distanceKm: number
  durationMinutes: number
  /** Price range of one seat for the whole trip. */
  seat: SeatRange
  legs: QuoteLeg[]
  /** Pesos for the whole car from the first place to each place of the corridor. */
  costCumulative: number[]
  basis: QuoteBasis
}

export type QuoteInput = {
  route: PlannedRoute
  /** Tolls in force by station; a station that is absent costs nothing. */
  tolls: ReadonlyMap<string, Toll>
  fuelAt: (origin: RoutePlace) => Fuel
  seats: number
}

type PricedLeg = { leg: QuoteLeg; price: Fuel; costs: number[] }

/** Computes the cost of the trip (kilometres × fuel + tolls) and the price range of a seat. */
export function buildQuote(input: QuoteInput): TripQuote {
  const { route, seats } = input
  assert(Number.isInteger(seats) && seats >= 1, 'a quote is for at least one seat')
  const priced = route.declaredSeqs
    .slice(1)
    .map((toSeq, i) => priceLeg(input, route.declaredSeqs[i] ?? 0, toSeq))
  const legs = priced.map(({ leg }) => leg)
  const fuelTotal = sum(legs.map((leg) => leg.fuel))
  const costTotal = sum(legs.map((leg) => leg.cost))
  return {
    distanceKm: route.distanceKm,
    durationMinutes: route.durationMinutes,
    seat: seatRange(costTotal, seats),
    legs,
    costCumulative: accumulate(priced),
    basis: {
      kmPerGallon: KM_PER_GALLON,
      fuelPesosPerGallon: meanPrice(priced),
      fuelSource: [...new Set(priced.map(({ price }) => price.source))].join('; '),
      fuelTotal,
      tollTotal: costTotal - fuelTotal,
      costTotal,
      seats,
    },
  }
}

function priceLeg(input: QuoteInput, fromSeq: number, toSeq: number): PricedLeg {
  const { route, seats } = input
  const from = placeAt(route, fromSeq)
  const to = placeAt(route, toSeq)
  const price = input.fuelAt(from)
  const tolls: Toll[] = []
  const costs: number[] = []
  for (const stretch of route.legs.slice(fromSeq, toSeq)) {
    for (const { id } of stretch.tollStations) {
      const toll = input.tolls.get(id)
      if (toll) tolls.push(toll)
    }
    const km = placeAt(route, stretch.toSeq).km - from.km
    costs.push(fuelCost(km, price.pesosPerGallon) + sum(tolls.map((toll) => toll.amount)))
  }
  const km = Math.round((to.km - from.km) * 10) / 10
  const fuel = fuelCost(km, price.pesosPerGallon)
  const cost = fuel + sum(tolls.map((toll) => toll.amount))
  const leg: QuoteLeg = {
    from: from.placeId,
    to: to.placeId,
    fromSeq,
    toSeq,
    km,
    minutes: to.minutes - from.minutes,
    fuel,
    tolls: tolls.map(({ name, amount }) => ({ name, amount })),
    cost,
    ...seatRange(cost, seats),
  }
  return { leg, price, costs }
}

function placeAt(route: PlannedRoute, seq: number): RoutePlace {
  const place = route.places[seq]
  assert(place, `no place ${seq} on the route`)
  return place
}

/** Returns the fuel cost of a distance in whole pesos. */
export function fuelCost(km: number, pesosPerGallon: number): number {
  return Math.round(((Math.round(km * 10) / 10) * pesosPerGallon) / KM_PER_GALLON)
}

/**
 * Computes the price range of a seat in whole hundreds of pesos: from half of an equal share with
 * the driver to 1.2 times that share, never above the cost divided by the passengers, and at least
 * one hundred pesos.
 */
export function seatRange(costPesos: number, seats: number): SeatRange {
  const share = costPesos / (seats + 1)
  const ceiling = Math.min(CEILING_FACTOR * share, costPesos / seats)
  // Adding a millionth of a peso corrects the binary rounding of 1.2.
  const max = Math.max(STEP_PESOS, STEP_PESOS * Math.floor((ceiling + 1e-6) / STEP_PESOS))
  const nearest = STEP_PESOS * Math.round(share / STEP_PESOS)
  const recommended = Math.min(max, Math.max(STEP_PESOS, nearest))
  const floor = STEP_PESOS * Math.ceil((FLOOR_FACTOR * share) / STEP_PESOS)
  const min = Math.min(recommended, Math.max(STEP_PESOS, floor))
  return { min, recommended, max }
}

function accumulate(priced: readonly PricedLeg[]): number[] {
  const cumulative = [0]
  let before = 0
  for (const { leg, costs } of priced) {
    for (const cost of costs) cumulative.push(before + cost)
    before += leg.cost
  }
  return cumulative
}

function meanPrice(priced: readonly PricedLeg[]): number {
  const km = sum(priced.map(({ leg }) => leg.km))
  return Math.round(sum(priced.map(({ leg, price }) => leg.km * price.pesosPerGallon)) / km)
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

export type AskedPrice = {
  /** Price of one seat for the whole trip. */
  seatPrice: number
  /** Prices of one seat per declared leg, which add up to `seatPrice`. */
  legPrices?: readonly number[] | undefined
}

/**
 * Refuses prices outside the range, with the breakdown. Errors: `price_above_ceiling`,
 * `price_below_floor`, `invalid_request` (leg prices that do not fit the legs or the seat price).
 */
export function assertPriceAllowed(quote: TripQuote, asked: AskedPrice): void {
  const { seatPrice, legPrices } = asked
  assertWithin(quote, seatPrice, quote.seat)
  if (!legPrices) return
  if (legPrices.length !== quote.legs.length || sum(legPrices) !== seatPrice) {
    const message = 'Los precios por tramo deben ser uno por tramo y sumar el precio del cupo.'
    throw new AppError('invalid_request', { fields: { legPrices: message } })
  }
  for (const [i, leg] of quote.legs.entries()) assertWithin(quote, legPrices[i] ?? 0, leg, i)
}

function assertWithin(quote: TripQuote, price: number, range: SeatRange, leg?: number): void {
  if (price >= range.min && price <= range.max) return
  const { min, recommended, max } = range
  const details = { price, min, recommended, max, leg: leg ?? null, basis: quote.basis }
  throw new AppError(price > max ? 'price_above_ceiling' : 'price_below_floor', { details })
}
