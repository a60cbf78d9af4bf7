import { useMutation } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import { api } from '#web/lib/api.ts'
import { useOnline } from '#web/lib/online.ts'
import { shrinkPhoto } from './shrink-photo.ts'
import { changeUploads, slotOf, type Upload } from './uploads.ts'
import { type RequirementView, useRefreshDocuments } from './use-documents.ts'
import { useKeptPhotos } from './use-kept-photos.ts'

/** Sends one photo. Idempotent: a retry replaces the first one. */
function useSendOne(requirements: readonly RequirementView[]) {
  return useMutation({
    // `always`: otherwise an offline mutation would pause silently, without an error on its photo.
    networkMode: 'always',
    mutationFn: async ({ file, slot, expiresOn, birthDate }: Upload) => {
      const asked = requirements.find((each) => slotOf(each) === slot)
      if (!asked) throw new Error(`no document is asked for as ${slot}`)
      const body = {
        kind: asked.kind,
        ...(asked.vehicleId ? { vehicleId: asked.vehicleId } : {}),
        ...(asked.needsExpiry ? { expiresOn } : {}),
        ...(asked.kind === 'identity_front' ? { birthDate } : {}),
      }
      await api.verification.uploadDocument({ body, file: await shrinkPhoto(file) })
    },
  })
}

/**
 * Upload queue of the chosen photos. Sequential: on a slow network, parallel uploads could all time
 * out.
 */
export function useUploads(requirements: readonly RequirementView[]) {
  const [uploads, change] = useReducer(changeUploads, [])
  const isKept = useKeptPhotos(uploads, change)
  const online = useOnline()
  const { mutateAsync } = useSendOne(requirements)
  const refresh = useRefreshDocuments()
  const isSending = uploads.some(({ state }) => state === 'sending')
  const next = isSending ? undefined : uploads.find(({ state }) => state === 'queued')
  useEffect(() => {
    if (!next || !online) return
    const { id } = next
    change({ do: 'start', id })
    mutateAsync(next).then(
      () => {
        change({ do: 'sent', id })
        void refresh()
      },
      (error: unknown) => change({ do: 'fail', id, error }),
    )
  }, [next, online, mutateAsync, refresh])
  useEffect(() => {
    if (online) change({ do: 'online' })
  }, [online])
  useWarnBeforeLeaving(!isKept && uploads.some(({ state }) => state !== 'sent'))
  return { uploads, change, online }
}

/** `beforeunload` prompt while there are chosen photos that closing the page would lose. */
function useWarnBeforeLeaving(unsent: boolean): void {
  useEffect(() => {
    if (!unsent) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [unsent])
}
