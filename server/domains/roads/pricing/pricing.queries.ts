import type { Insertable } from 'kysely'
import type { DB } from '#server/platform/db/schema.generated.ts'
import type { Reader, Tx } from '#server/platform/db/tx.ts'

export function selectFuelPrices(reader: Reader) {
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

/** Adds prices; a price that the operator has entered or corrected is kept. */
export async function insertFuelPrices(
  tx: Tx,
  rows: readonly Insertable<DB['fuel_prices']>[],
): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('fuel_prices')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Adds one price; returns false when the place has a price from that day already. */
export async function addFuelPrice(
  tx: Tx,
  row: { placeId: string; validFrom: string; pesosPerGallon: number; source: string },
): Promise<boolean> {
  const result = await tx
    .insertInto('fuel_prices')
    .values({
      place_id: row.placeId,
      valid_from: row.validFrom,
      pesos_per_gallon: row.pesosPerGallon,
      source: row.source,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}
