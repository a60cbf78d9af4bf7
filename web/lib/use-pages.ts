import { keepPreviousData, type QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { type ReadOptions, useRead } from './use-read.ts'

/**
 * Reads a list page by page, from the first; a page stays until the next one is there.
 * @returns the query of the page, and the props of its `Pager`
 */
export function usePages<T extends { totalPages: number }>(
  keyOf: (page: number) => QueryKey,
  read: (query: { page: number }, signal: AbortSignal) => Promise<T>,
  options?: Omit<ReadOptions<T>, 'placeholderData'>,
) {
  const [page, setPage] = useState(1)
  const answer = useRead<T>(keyOf(page), (signal) => read({ page }, signal), {
    ...options,
    placeholderData: keepPreviousData,
  })
  const totalPages = answer.data?.totalPages ?? 1
  return [answer, { page, totalPages, onPage: setPage, busy: answer.isPlaceholderData }] as const
}
