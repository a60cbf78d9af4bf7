import { z } from 'zod'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import fuel from './data/fuel.json' with { type: 'json' }
import { insertFuelPrices } from './pricing.queries.ts'
import { forgetFuel } from './quote-trip.ts'

/** A row of the price table as people write it; `CO` is the national average. */
export const ShippedPrice = z.strictObject({
  place: z.string().regex(/^(CO|\d{5})$/),
  validFrom: z.iso.date(),
  pesosPerGallon: z.int().min(5_000).max(50_000),
  source: z.string().min(1),
})

/** Reads and validates the shipped fuel prices. Throws when the file is malformed. */
export function shippedFuel() {
  return z.array(ShippedPrice).parse(fuel)
}

/** Adds the shipped prices to the database; it can be repeated. Existing rows stay unchanged. */
export async function loadFuelPrices(deps: Pick<Deps, 'db'>): Promise<void> {
  await inTransaction(deps.db, (tx) => insertFuelPrices(tx, shippedFuel()))
  forgetFuel(deps.db)
}
