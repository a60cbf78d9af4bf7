import type { SearchParams } from '#web/lib/paths.ts'

type ListParams = SearchParams & { maxPrice?: number }

/** Page of a list that buys; `maxPrice` is the price of a seat of a full trip. */
export function listLink({ from, to, date, seats, maxPrice }: ListParams): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries({ from, to, date, seats, maxPrice })) {
    if (value) params.set(key, String(value))
  }
  return `/lista?${params}`
}
