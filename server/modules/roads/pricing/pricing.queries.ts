import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

type PriceRow = { placeId: string; validFrom: string; pesosPerGallon: number; source: string }

export function listFuelPrices(reader: Reader) {
  return run.rows<PriceRow>(reader)`
    select place_id as "placeId", valid_from as "validFrom", pesos_per_gallon as "pesosPerGallon",
      source
    from fuel_prices order by place_id, valid_from`
}

export type NewFuelPrice = Omit<PriceRow, 'placeId'> & { place: string }

/** Adds prices, and returns their number; an existing price of the same day is kept. */
export function insertFuelPrices(tx: Tx, prices: readonly NewFuelPrice[]): Promise<number> {
  return run.changes(tx)`
    insert into fuel_prices (place_id, valid_from, pesos_per_gallon, source)
    select place, "validFrom", "pesosPerGallon", source
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as given (
      place text, "validFrom" date, "pesosPerGallon" bigint, source text)
    on conflict do nothing`
}
