import { ApiError, hasCode, messageOf } from '#web/lib/api-error.ts'
import { serverDate } from '#web/lib/clock.ts'
import { dateShort } from '#web/lib/format.ts'
import type { PaperDates, StoredPhoto } from '#web/stored/unsent-photos.ts'
import { type DraftProblems, draftProblems } from './document-draft.ts'
import type { RequirementView } from './use-documents.ts'

/** A chosen photo on its way to the server. Dates are YYYY-MM-DD, empty while unknown. */
export type Upload = {
  id: string
  file: File
  /** Id (`slotOf`) of the document in the photo; empty until the person chooses one. */
  slot: string
  expiresOn: string
  birthDate: string
  insurer?: string
  policyNumber?: string
  /** Whether its dates were read from the PDF, and not changed since. */
  read: boolean
  paper: PaperDates | null
  /** `queued`: the person pressed send, and another photo is sent first or there is no network. */
  state: 'chosen' | 'queued' | 'sending' | 'sent' | 'failed'
  /** Why the last try failed. */
  error: unknown
}

export type Answers = Partial<
  Pick<Upload, 'slot' | 'expiresOn' | 'birthDate' | 'insurer' | 'policyNumber'>
>

/** A chosen file; the dates are those that were read from it. */
export type NewUpload = Pick<Upload, 'file' | 'slot'> &
  Partial<Pick<Upload, 'expiresOn' | 'birthDate' | 'paper'>>

export type UploadAction =
  | { do: 'add'; photos: readonly NewUpload[] }
  | { do: 'restore'; photos: readonly StoredPhoto[] }
  | { do: 'answer'; id: string; answers: Answers }
  | { do: 'remove'; id: string }
  | { do: 'queue'; ids: readonly string[] }
  | { do: 'start' | 'sent'; id: string }
  | { do: 'fail'; id: string; error: unknown }
  | { do: 'online' }

/** Id of a required document: its kind, and its car if it belongs to one. */
export function slotOf({ kind, vehicleId }: Pick<RequirementView, 'kind' | 'vehicleId'>): string {
  return vehicleId ? `${kind}:${vehicleId}` : kind
}

export function changeUploads(uploads: readonly Upload[], action: UploadAction): Upload[] {
  const change = (id: string, part: Partial<Upload>) =>
    uploads.map((each) => (each.id === id ? { ...each, ...part } : each))
  switch (action.do) {
    case 'add':
      return [...uploads, ...action.photos.map((photo, i) => fresh(photo, lastId(uploads) + 1 + i))]
    case 'restore':
      return uploads.length > 0 ? [...uploads] : action.photos.map(restored)
    case 'answer':
      return answered(uploads, action)
    case 'remove':
      return uploads.filter(({ id }) => id !== action.id)
    case 'queue':
      return uploads.map((each) =>
        action.ids.includes(each.id) ? { ...each, state: 'queued' as const, error: null } : each,
      )
    case 'start':
      return change(action.id, { state: 'sending' })
    case 'sent':
      return change(action.id, { state: 'sent' })
    case 'fail':
      return change(action.id, { state: 'failed', error: action.error })
    case 'online':
      // Network failures are retried automatically; refusals wait for the person.
      return uploads.map((each) =>
        wasCutOff(each) ? { ...each, state: 'queued' as const, error: null } : each,
      )
  }
}

/** Changes an answer. A document that another file was, becomes the document of that file. */
function answered(
  uploads: readonly Upload[],
  { id, answers }: Extract<UploadAction, { do: 'answer' }>,
): Upload[] {
  const before = uploads.find((each) => each.id === id)?.slot ?? ''
  const isSwapped = (each: Upload) =>
    Boolean(answers.slot) && each.slot === answers.slot && each.id !== id && isOpen(each)
  const isDate = answers.expiresOn !== undefined || answers.birthDate !== undefined
  const read = isDate ? { read: false } : {}
  return uploads.map((each) => {
    if (each.id === id) return { ...each, ...answers, ...read, state: 'chosen', error: null }
    return isSwapped(each) ? { ...each, slot: before } : each
  })
}

function lastId(uploads: readonly Upload[]): number {
  return Number(uploads.at(-1)?.id ?? 0)
}

function fresh(photo: NewUpload, id: number): Upload {
  const { file, slot, expiresOn = '', birthDate = '', paper = null } = photo
  const read = Boolean(expiresOn || birthDate)
  const answers = { file, slot, expiresOn, birthDate, read, paper }
  return { id: String(id), ...answers, state: 'chosen', error: null }
}

/** Restores a stored photo. A queued photo is sent without another press. */
function restored({ queued, ...photo }: StoredPhoto): Upload {
  const state = queued ? 'queued' : 'chosen'
  return { paper: null, ...photo, state, error: null }
}

/** Whether the network failed while the photo was sent. */
function wasCutOff({ state, error }: Upload): boolean {
  return state === 'failed' && hasCode(error, 'network')
}

/** What the PDF says against a typed date; null for nothing. `ends`: it is a last day. */
export function paperSays({ paper }: Upload, date: string, ends = false): string | null {
  const over = ends && paper?.expiredOn
  if (over) return `Este papel venció el ${dateShort(over)}. Sube el vigente.`
  if (!paper || paper.dates.length === 0 || !date || paper.dates.includes(date)) return null
  return 'El PDF no contiene esa fecha. Compárala con el documento.'
}

/** Whether the person can still edit the photo's data: it is chosen or failed. */
export function isOpen({ state }: Upload): boolean {
  return state === 'chosen' || state === 'failed'
}

export type UploadProblems = DraftProblems & { slot?: string }

/** Missing data that prevents sending a photo, by field. */
export function missingOf(
  upload: Upload,
  uploads: readonly Upload[],
  requirement: RequirementView | undefined,
  now: Date = serverDate(),
): UploadProblems {
  if (!requirement) return { slot: 'Di qué documento es.' }
  const twin = uploads.find(
    (each) => each.slot === upload.slot && each.state !== 'sent' && each.id !== upload.id,
  )
  const isSecond = twin && uploads.indexOf(twin) < uploads.indexOf(upload)
  return {
    ...(isSecond ? { slot: 'Otra foto ya es de este documento.' } : {}),
    ...draftProblems(upload, requirement, now),
  }
}

const OF_THE_FILE = [
  'file_type_unsupported',
  'file_unreadable',
  'file_too_slow',
  'image_too_large',
  'pdf_empty',
  'pdf_page_too_large',
  'pdf_password',
  'payload_too_large',
]

/** Whether the server refuses the file itself, whatever document it is. */
export function isRefusedFile(error: unknown): boolean {
  return error instanceof ApiError && OF_THE_FILE.includes(error.code)
}

/** The server's refusal, by field; `file` is for whatever belongs to no other field. */
export function refusalsOf(error: unknown): UploadProblems {
  if (!error) return {}
  if (!(error instanceof ApiError)) return { file: messageOf(error) }
  const { fields, code, message } = error
  if (isRefusedFile(error)) return { file: message }
  if (code === 'document_expired') return { expiresOn: message, ...fields }
  if (code === 'driver_underage') return { birthDate: message }
  return Object.keys(fields).length > 0 ? fields : { file: message }
}
