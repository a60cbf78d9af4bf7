import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { type Draft, emptyDraft, quoteBody, returnDraft } from './publish-draft.ts'

/** Fetches distance, tolls and allowed price of the draft's route. */
export function useQuote(draft: Draft) {
  const body = quoteBody(draft)
  return useQuery({
    queryKey: queryKeys.quote(body ?? {}),
    queryFn: async ({ signal }) => {
      if (!body) throw new Error('a quote needs a route')
      return await api.pricing.quote({ body, signal })
    },
    enabled: body !== null,
    placeholderData: keepPreviousData,
    staleTime: 300_000,
  })
}

/** Fetches the quote of the return trip; disabled when there is none. */
export function useReturnQuote(draft: Draft) {
  return useQuote(returnDraft(draft) ?? emptyDraft)
}
