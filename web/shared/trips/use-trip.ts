import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { type ReadOptions, useRead } from '#web/lib/use-read.ts'

type Answer = Awaited<ReturnType<typeof api.trips.show>>
type Part = { from?: string | undefined; to?: string | undefined; seats?: number | undefined }

/** Query of a trip as this person sees it, with the price of a part. */
export function useTrip(tripId: string, part: Part = {}, options?: ReadOptions<Answer>) {
  return useRead(
    queryKeys.trip(tripId, part),
    (signal) => api.trips.show({ params: { tripId }, query: part, signal }),
    options,
  )
}
