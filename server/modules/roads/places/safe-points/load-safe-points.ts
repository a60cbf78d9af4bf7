import { z } from 'zod'
import { SafePointKind } from '#contract/safe-points.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { derivedId } from '#server/platform/ids.ts'
import shipped from './data/safe-points.json' with { type: 'json' }
import { insertSafePoints } from './safe-points.queries.ts'

const ShippedPoint = z.strictObject({
  key: z.string().regex(/^[a-z0-9-]+$/),
  place: z.string().regex(/^\d{5}$/),
  kind: SafePointKind,
  name: z.string().min(1),
  lat: z.number().min(-4.3).max(13.6),
  lng: z.number().min(-82).max(-66.8),
  address: z.string().min(1),
  hours: z.string().min(1).nullable(),
})

/** Reads and validates the shipped points. Throws when the file is malformed. */
export function shippedSafePoints() {
  return z.array(ShippedPoint).parse(shipped)
}

/** Adds missing shipped points, whose coordinates are approximate. Run `loadPlaces` first. */
export async function loadSafePoints(deps: ReadDeps): Promise<void> {
  const created_at = deps.clock.now()
  const rows = shippedSafePoints().map(({ key, place, ...point }) => ({
    id: derivedId('safe-point', key),
    place_id: place,
    ...point,
    approximate: true,
    status: 'vetted',
    created_at,
  }))
  rows.sort((a, b) => (a.id < b.id ? -1 : 1))
  await inTransaction(deps.db, (tx) => insertSafePoints(tx, rows))
}
