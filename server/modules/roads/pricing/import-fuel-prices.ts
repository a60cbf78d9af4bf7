import { readCents } from '#contract/peso-amount.ts'
import { type CsvRow, parseCsv } from '#server/platform/csv.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { ShippedPrice } from './load-fuel-prices.ts'
import { insertFuelPrices, listFuelPrices, type NewFuelPrice } from './pricing.queries.ts'
import { forgetFuel } from './quote-trip.ts'

export type FuelImportReport = {
  added: number
  unchanged: number
  refused: { line: number; text: string; reason: string }[]
}

const HEADER = ['municipio', 'desde', 'precio', 'fuente'] as const

/** The file is not a price table. The operator sees the message. */
class FuelTableError extends Error {
  constructor() {
    super(`La primera fila debe decir: ${HEADER.join(', ')}.`)
    this.name = 'FuelTableError'
  }
}

/**
 * Adds the prices of a spreadsheet: DIVIPOLA code or CO, first day (YYYY-MM-DD), pesos per gallon,
 * source. A price that differs from an existing one is refused. Throws FuelTableError.
 */
export async function importFuelPrices(
  deps: Pick<Deps, 'db'>,
  text: string,
): Promise<FuelImportReport> {
  const [header, ...rows] = parseCsv(text)
  const names = header?.cells.map((cell) => cell.toLowerCase()) ?? []
  if (HEADER.some((name, i) => names[i] !== name)) throw new FuelTableError()
  const report = await inTransaction(deps.db, async (tx) => {
    const known = new Map(
      (await listFuelPrices(tx)).map((row) => [
        keyOf(row.placeId, row.validFrom),
        row.pesosPerGallon,
      ]),
    )
    const refused: FuelImportReport['refused'] = []
    const added: NewFuelPrice[] = []
    for (const row of rows) {
      const price = readRow(row)
      const problem = typeof price === 'string' ? price : differs(known, price)
      if (typeof price === 'string' || problem !== null) {
        refused.push({ line: row.line, text: row.cells.join(' · '), reason: problem ?? '' })
        continue
      }
      const key = keyOf(price.place, price.validFrom)
      if (!known.has(key)) added.push(price)
      known.set(key, price.pesosPerGallon)
    }
    await insertFuelPrices(tx, added)
    const unchanged = rows.length - added.length - refused.length
    return { added: added.length, unchanged, refused }
  })
  forgetFuel(deps.db)
  return report
}

function readRow({ cells }: CsvRow): NewFuelPrice | string {
  const [place = '', validFrom = '', pesos = '', source = ''] = cells
  const pesosPerGallon = (readCents(pesos) ?? Number.NaN) / 100
  const code = place.toUpperCase() === 'CO' ? 'CO' : place.padStart(5, '0')
  const parsed = ShippedPrice.safeParse({ place: code, validFrom, pesosPerGallon, source })
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path[0]
  return problems[String(field)] ?? 'la fila no está completa'
}

const problems: Record<string, string> = {
  place: 'el municipio no es un código de DIVIPOLA ni CO',
  validFrom: 'la fecha no es AAAA-MM-DD',
  pesosPerGallon: 'el precio no está entre 5.000 y 50.000 pesos por galón',
  source: 'falta la fuente',
}

function differs(known: ReadonlyMap<string, number>, price: NewFuelPrice): string | null {
  const before = known.get(keyOf(price.place, price.validFrom))
  if (before === undefined || before === price.pesosPerGallon) return null
  return `ya hay otro precio para ese día (${before})`
}

function keyOf(placeId: string, validFrom: string): string {
  return `${placeId} ${validFrom}`
}
