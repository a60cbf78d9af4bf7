import { type Dispatch, useEffect, useRef, useState } from 'react'
import { useUser } from '#web/domain/auth/session.tsx'
import {
  dropPhoto,
  keepPhoto,
  keptPhotos,
  type StoredPhoto,
} from '#web/domain/verification/unsent-photos.ts'
import type { Upload, UploadAction } from './uploads.ts'

/**
 * Restores unsent photos of this person from IndexedDB, and stores the current ones until they are
 * sent. Returns whether they are stored: false where IndexedDB is blocked.
 */
export function useKeptPhotos(uploads: readonly Upload[], change: Dispatch<UploadAction>): boolean {
  const { id: ownerId } = useUser()
  const [state, setState] = useState<'loading' | 'kept' | 'blocked'>('loading')
  const before = useRef<readonly Upload[]>([])
  useEffect(() => {
    keptPhotos(ownerId).then(
      (photos) => {
        change({ do: 'restore', photos })
        setState('kept')
      },
      () => setState('blocked'),
    )
  }, [ownerId, change])
  useEffect(() => {
    if (state !== 'kept') return
    const known = before.current
    before.current = uploads
    const waiting = uploads.filter((upload) => upload.state !== 'sent')
    const gone = known.filter(({ id }) => !waiting.some((upload) => upload.id === id))
    const changed = waiting.filter((upload) => !known.includes(upload))
    Promise.all([
      ...changed.map((upload) => keepPhoto(ownerId, storedOf(upload))),
      ...gone.map(({ id }) => dropPhoto(ownerId, id)),
    ]).catch(() => setState('blocked'))
  }, [uploads, state, ownerId])
  return state === 'kept'
}

function storedOf({ id, file, slot, expiresOn, birthDate, state }: Upload): StoredPhoto {
  // A photo that was being sent when the page closed is sent again: the server replaces it.
  return { id, file, slot, expiresOn, birthDate, queued: state === 'queued' || state === 'sending' }
}
