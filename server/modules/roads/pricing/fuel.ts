import { greatCircleKm, inForceOn } from '#server/modules/roads/places/index.ts'
import { assert } from '#server/platform/errors.ts'

/** Stands for the whole country in the price table. */
export const NATIONAL = 'CO'

/** A city's price is ignored when it is more than this many months older than the national one. */
const STALE_MONTHS = 6

/** Price of regular gasoline ("corriente"), valid from a calendar date in Bogotá. */
export type FuelRow = { validFrom: string; pesosPerGallon: number }

type PricedPlace = { name: string; lat: number; lng: number; rows: readonly FuelRow[] }

export type FuelTable = { cities: ReadonlyMap<string, PricedPlace>; national: readonly FuelRow[] }

/** Fuel price of a quote and its source, for people. */
export type Fuel = { pesosPerGallon: number; source: string }

type Origin = { placeId: string; lat: number; lng: number }

/**
 * Returns the fuel price at an origin: of its own city, else of the nearest city with a price, else
 * the national average. It takes the row in force on the date, or the first row for earlier dates.
 * Stale rows of a city are ignored, because prices change monthly everywhere.
 */
export function fuelAt(table: FuelTable, origin: Origin, date: string): Fuel {
  const fuel = pick(table, origin, freshOn(table, date)) ?? pick(table, origin, oldest)
  assert(fuel, 'the fuel price table is empty')
  return fuel
}

type Choose = (rows: readonly FuelRow[]) => FuelRow | undefined

/** Takes the row in force, unless the national average in force is more than six months newer. */
function freshOn({ national }: FuelTable, date: string): Choose {
  const average = inForceOn(national, date)
  const oldestFresh = average && monthsBefore(average.validFrom, STALE_MONTHS)
  return (rows) => {
    const row = inForceOn(rows, date)
    return row && oldestFresh && row.validFrom < oldestFresh ? undefined : row
  }
}

/** Returns the same day that many months earlier, or the last day of a shorter month. */
function monthsBefore(date: string, months: number): string {
  const day = new Date(`${date}T00:00:00Z`)
  const target = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - months + 1, 0))
  target.setUTCDate(Math.min(day.getUTCDate(), target.getUTCDate()))
  return target.toISOString().slice(0, 10)
}

function pick(table: FuelTable, origin: Origin, choose: Choose): Fuel | undefined {
  const own = table.cities.get(origin.placeId)
  const ownRow = own && choose(own.rows)
  if (ownRow) return describe(own.name, ownRow)
  let nearest: { awayKm: number; name: string; row: FuelRow } | undefined
  for (const [placeId, city] of table.cities) {
    const row = placeId === origin.placeId ? undefined : choose(city.rows)
    const awayKm = greatCircleKm(origin, city)
    if (row && (!nearest || awayKm < nearest.awayKm)) nearest = { awayKm, name: city.name, row }
  }
  if (nearest) return describe(nearest.name, nearest.row)
  const average = choose(table.national)
  return average && describe('Promedio nacional', average)
}

function oldest(rows: readonly FuelRow[]): FuelRow | undefined {
  return [...rows].sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1))[0]
}

const month = new Intl.DateTimeFormat('es-CO', { month: 'long', year: 'numeric', timeZone: 'UTC' })

function describe(name: string, row: FuelRow): Fuel {
  const since = month.format(new Date(`${row.validFrom}T00:00:00Z`))
  return { pesosPerGallon: row.pesosPerGallon, source: `${name}, ${since}` }
}
