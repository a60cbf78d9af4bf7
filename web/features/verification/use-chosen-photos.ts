import { useMutation } from '@tanstack/react-query'
import { type Dispatch, useEffect, useReducer, useRef, useState } from 'react'
import { DOCUMENT_MAX_BYTES } from '#contract/limits.ts'
import { api } from '#web/lib/api.ts'
import { useOnline } from '#web/lib/online.ts'
import { useUser } from '#web/shared/access/auth/session.tsx'
import { dropPhoto, keepPhoto, keptPhotos, type StoredPhoto } from '#web/stored/unsent-photos.ts'
import { isPdf, PAPER_TYPES, photoProblem } from '#web/ui/photo-choice.ts'
import { guessSlots } from './guess-slots.ts'
import { shrinkPhoto } from './shrink-photo.ts'
import {
  changeUploads,
  isRefusedFile,
  type NewUpload,
  refusalsOf,
  slotOf,
  type Upload,
  type UploadAction,
} from './uploads.ts'
import { type RequirementView, useRefreshDocuments } from './use-documents.ts'

/** Maximum size of a photo in bytes before compression, as cameras produce it. */
const CHOSEN_MAX_BYTES = 25 * 1024 * 1024

/** Reason why a file is not accepted; null when it is. */
export const chosenProblem = (file: File): string | null =>
  photoProblem(file, { maxBytes: CHOSEN_MAX_BYTES })

const paperProblem = (file: File): string | null =>
  photoProblem(file, {
    accept: PAPER_TYPES,
    maxBytes: isPdf(file) ? DOCUMENT_MAX_BYTES : CHOSEN_MAX_BYTES,
  })

export type Uploads = ReturnType<typeof useChosenPhotos>

/**
 * `useUploads` with file validation: valid files are added, others are named in an error. PDFs are
 * read first; `reading` is their number.
 */
export function useChosenPhotos(requirements: readonly RequirementView[]) {
  const sending = useUploads(requirements)
  const [refused, setRefused] = useState<readonly string[]>([])
  const [reading, setReading] = useState(0)
  const { uploads, change } = sending
  const latest = useRef(uploads)
  useEffect(() => {
    latest.current = uploads
  }, [uploads])
  /** `slot`: the document that the files show, if the person chose it first. */
  const choose = async (files: readonly File[], slot = '') => {
    const judged = files.map((file) => ({ file, problem: paperProblem(file) }))
    const refuse = (problems: readonly { file: File; problem: string | null }[]) =>
      problems.flatMap(({ file, problem }) => (problem ? `${file.name}: ${problem}` : []))
    setRefused(refuse(judged))
    const good = judged.flatMap(({ file, problem }) => (problem ? [] : file))
    const pdfs = good.filter(isPdf)
    setReading(pdfs.length)
    const readings = new Map(pdfs.length > 0 ? await readAll(pdfs) : [])
    setReading(0)
    const bad = pdfs.map((file) => ({ file, problem: readings.get(file)?.problem ?? null }))
    setRefused(refuse([...judged, ...bad]))
    const kept = good.filter((file) => !readings.get(file)?.problem)
    const known = kept.map((file) => ({
      isPdf: isPdf(file),
      kind: readings.get(file)?.paper?.kind ?? null,
    }))
    const taken = latest.current.map((upload) => upload.slot)
    const slots = slot ? kept.map(() => slot) : guessSlots(known, requirements, taken)
    const photos = kept.map((file, i) => newUpload(file, slots[i] ?? '', readings.get(file)))
    change({ do: 'add', photos })
  }
  return { ...sending, choose, refused, reading }
}

type Paper = Awaited<ReturnType<typeof api.verification.readDocument>>

/** Why the server refuses a PDF, or what it read from it; neither without a connection. */
type Reading = { problem?: string; paper?: Paper }

function newUpload(file: File, slot: string, { paper }: Reading = {}): NewUpload {
  const { expiresOn, birthDate } = paper ?? {}
  const dates = { expiresOn: expiresOn ?? '', birthDate: birthDate ?? '', paper: paper ?? null }
  return { file, slot, ...dates }
}

function readAll(pdfs: readonly File[]): Promise<[File, Reading][]> {
  return Promise.all(pdfs.map(async (file): Promise<[File, Reading]> => [file, await read(file)]))
}

async function read(file: File): Promise<Reading> {
  try {
    return { paper: await api.verification.readDocument({ body: {}, file }) }
  } catch (error) {
    // What concerns the file is said now; after any other error the person types the dates.
    const { file: problem } = refusalsOf(error)
    return problem && isRefusedFile(error) ? { problem } : {}
  }
}

/** Sends one photo. Idempotent: a retry replaces the first one. */
function useSendOne(requirements: readonly RequirementView[]) {
  return useMutation({
    // `always`: otherwise an offline mutation would pause silently, without an error on its photo.
    networkMode: 'always',
    mutationFn: async (upload: Upload) => {
      const { file, slot, expiresOn, birthDate, insurer, policyNumber } = upload
      const asked = requirements.find((each) => slotOf(each) === slot)
      if (!asked) throw new Error(`no document is asked for as ${slot}`)
      const body = {
        kind: asked.kind,
        ...(asked.vehicleId ? { vehicleId: asked.vehicleId } : {}),
        ...(asked.needsExpiry ? { expiresOn } : {}),
        ...(asked.kind === 'identity_front' ? { birthDate } : {}),
        ...(asked.kind === 'insurance' && insurer && policyNumber ? { insurer, policyNumber } : {}),
      }
      await api.verification.uploadDocument({ body, file: await shrinkPhoto(file) })
    },
  })
}

/** Upload queue of the chosen photos. Sequential, because parallel uploads could all time out. */
function useUploads(requirements: readonly RequirementView[]) {
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

/**
 * Restores unsent photos of this person from IndexedDB, and stores the current ones until they are
 * sent. Returns whether they are stored: false where IndexedDB is blocked.
 */
function useKeptPhotos(uploads: readonly Upload[], change: Dispatch<UploadAction>): boolean {
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

function storedOf({ state, error: _error, ...upload }: Upload): StoredPhoto {
  // A photo that was being sent when the page closed is sent again: the server replaces it.
  return { ...upload, queued: state === 'queued' || state === 'sending' }
}
