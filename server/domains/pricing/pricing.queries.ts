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
    ])
    .orderBy('place_id')
    .orderBy('valid_from')
    .execute()
}

/** Adds prices; one that the operator has entered or corrected stays. */
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
