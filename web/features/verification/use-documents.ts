import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'

export function useDocuments() {
  return useRead(queryKeys.documents(), (signal) => api.verification.listDocuments({ signal }))
}

export function useVehicles() {
  return useRead(queryKeys.vehicles(), (signal) => api.verification.listVehicles({ signal }))
}

export type DocumentsAnswer = NonNullable<ReturnType<typeof useDocuments>['data']>
/** The answer as a screen shows it; `photo`: null where none is asked for. */
export type ShownAnswer = Omit<DocumentsAnswer, 'photo'> & {
  photo: DocumentsAnswer['photo'] | null
}
export type RequirementView = DocumentsAnswer['requirements'][number]

/** Invalidates documents and vehicles: a new document or vehicle changes both lists. */
export function useRefreshDocuments(): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: queryKeys.documents() }),
      queries.invalidateQueries({ queryKey: queryKeys.vehicles() }),
    ])
  }, [queries])
}
