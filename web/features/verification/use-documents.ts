import { useQuery } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'

/** Everything read here; a new document or vehicle changes all of it. */
export const verificationKey = ['verification'] as const

export function useDocuments() {
  return useQuery({
    queryKey: [...verificationKey, 'documents'],
    queryFn: ({ signal }) => api.verification.listDocuments({ signal }),
  })
}

export function useVehicles() {
  return useQuery({
    queryKey: [...verificationKey, 'vehicles'],
    queryFn: ({ signal }) => api.verification.listVehicles({ signal }),
  })
}

export type DocumentsAnswer = NonNullable<ReturnType<typeof useDocuments>['data']>
export type RequirementView = DocumentsAnswer['requirements'][number]
