import type { Reader, Tx } from '#server/platform/db/tx.ts'

export function listFuelPrices(reader: Reader) {
  return reader
    .selectFrom('fuel_prices')
    .select([
      'place_id as placeId',
      'valid_from as validFrom',
      'pesos_per_gallon as pesosPerGallon',
      'source',
    ])
    .orderBy('place_id')
    .orderBy('valid_from')
    .execute()
}

export type NewFuelPrice = {
  place: string
  validFrom: string
  pesosPerGallon: number
  source: string
}

/** Adds prices, and returns their number; an existing price of the same day is kept. */
export async function insertFuelPrices(tx: Tx, prices: readonly NewFuelPrice[]): Promise<number> {
  if (prices.length === 0) return 0
  const rows = prices.map(({ place, validFrom, pesosPerGallon, source }) => {
    return { place_id: place, valid_from: validFrom, pesos_per_gallon: pesosPerGallon, source }
  })
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('fuel_prices')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}
