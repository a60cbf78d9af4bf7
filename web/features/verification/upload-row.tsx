import { FileText, Image as ImageIcon, X } from 'lucide-react'
import type { Dispatch } from 'react'
import { addDays, today } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { FilePreview } from '#web/ui/file-preview.tsx'
import { isPdf } from '#web/ui/photo-choice.ts'
import { Select, type SelectOption } from '#web/ui/select.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { asksBirthDate } from './document-draft.ts'
import { documentWords, uploadWords } from './document-words.ts'
import { isPhotoOnly } from './guess-slots.ts'
import {
  type Answers,
  isOpen,
  missingOf,
  paperSays,
  refusalsOf,
  slotOf,
  type Upload,
  type UploadAction,
  type UploadProblems,
} from './uploads.ts'
import type { RequirementView } from './use-documents.ts'

type UploadRowProps = {
  upload: Upload
  uploads: readonly Upload[]
  requirements: readonly RequirementView[]
  plateOf: (vehicleId: string | null) => string | null
  change: Dispatch<UploadAction>
  online: boolean
  number: number
  /** True after the person pressed send: then missing data is marked. */
  checked: boolean
  onRetry: () => void
}

/** One chosen photo: its document, the data typed from it, and its upload state. */
export function UploadRow(props: UploadRowProps) {
  const { upload, uploads, requirements, plateOf, change, online, number, checked } = props
  const asked = requirements.find((each) => slotOf(each) === upload.slot)
  const missing = checked ? missingOf(upload, uploads, asked) : {}
  const problems = { ...missing, ...refusalsOf(upload.error) }
  const open = isOpen(upload)
  const state = uploadWords[upload.state === 'queued' && !online ? 'offline' : upload.state]
  return (
    <li className="rounded-control border border-line p-3">
      <fieldset className="grid grid-cols-[72px_minmax(0,1fr)] gap-x-3 gap-y-2">
        <legend className="sr-only">Foto {number}</legend>
        <Thumbnail file={upload.file} number={number} />
        <div className="grid min-w-0 content-start gap-3">
          <div className="flex items-start justify-between gap-2">
            <p className="min-w-0 font-semibold wrap-anywhere">
              {asked ? nameOf(asked, plateOf) : `Foto ${number}`}
              <span className="block truncate text-sm font-normal text-muted">
                {upload.file.name}
              </span>
            </p>
            {open && (
              <IconButton
                label={`Quitar foto ${number}`}
                className="-mt-2.5 -mr-2"
                onClick={() => change({ do: 'remove', id: upload.id })}
              >
                <X className="size-5" />
              </IconButton>
            )}
          </div>
          {state && (
            <div role="status">
              <StatusPill tone={state.tone}>{state.word}</StatusPill>
            </div>
          )}
          <FieldError>{problems.file}</FieldError>
        </div>
        {open && (
          <div className="col-span-full grid gap-3">
            <Questions
              {...{ upload, uploads, requirements, plateOf, asked, problems }}
              onAnswer={(answers) => change({ do: 'answer', id: upload.id, answers })}
            />
            {upload.state === 'failed' && (
              <Button variant="secondary" size="sm" onClick={props.onRetry}>
                Reintentar
              </Button>
            )}
          </div>
        )}
      </fieldset>
    </li>
  )
}

function Thumbnail({ file, number }: { file: File; number: number }) {
  const Icon = isPdf(file) ? FileText : ImageIcon
  return (
    <div
      className="grid size-18 place-items-center overflow-hidden rounded-control bg-paper ring-1
        ring-line ring-inset"
    >
      <FilePreview file={file} alt={`Foto ${number}`} className="size-full object-cover">
        <Icon className="size-8 text-muted" />
      </FilePreview>
    </div>
  )
}

const READ_HINT = 'La leímos en el PDF. Compárala con el documento.'

type QuestionsProps = Pick<UploadRowProps, 'upload' | 'uploads' | 'requirements' | 'plateOf'> & {
  asked: RequirementView | undefined
  problems: UploadProblems
  onAnswer: (answers: Answers) => void
}

function Questions(props: QuestionsProps) {
  const { upload, asked, problems, onAnswer } = props
  return (
    <>
      <Select
        label="¿Qué documento es?"
        placeholder="Elige uno"
        options={optionsOf(props)}
        value={upload.slot}
        onChange={(event) => onAnswer({ slot: event.target.value })}
        error={problems.slot}
      />
      {asked?.kind === 'insurance' && (
        <>
          <TextField
            label="Aseguradora"
            maxLength={60}
            value={upload.insurer ?? ''}
            onChange={(event) => onAnswer({ insurer: event.target.value })}
            error={problems.insurer}
          />
          <TextField
            label="Número de la póliza"
            maxLength={40}
            value={upload.policyNumber ?? ''}
            onChange={(event) => onAnswer({ policyNumber: event.target.value })}
            error={problems.policyNumber}
          />
        </>
      )}
      {asked?.needsExpiry && (
        <>
          <TextField
            label="Vence el"
            hint={upload.read && upload.expiresOn ? READ_HINT : undefined}
            type="date"
            min={today()}
            max={addDays(today(), 365 * 30)}
            value={upload.expiresOn}
            onChange={(event) => onAnswer({ expiresOn: event.target.value })}
            error={problems.expiresOn}
          />
          <Says text={paperSays(upload, upload.expiresOn, true)} />
        </>
      )}
      {asked && asksBirthDate(asked) && (
        <>
          <TextField
            label="Fecha de nacimiento"
            hint={
              upload.read && upload.birthDate
                ? READ_HINT
                : 'Debes ser mayor de 18 años para publicar viajes.'
            }
            type="date"
            autoComplete="bday"
            min="1920-01-01"
            max={today()}
            value={upload.birthDate}
            onChange={(event) => onAnswer({ birthDate: event.target.value })}
            error={problems.birthDate}
          />
          <Says text={paperSays(upload, upload.birthDate)} />
        </>
      )}
    </>
  )
}

/** What the PDF says otherwise, at once; the person may still send it, and the team sees it too. */
function Says({ text }: { text: string | null }) {
  return text && <Banner tone="warn">{text}</Banner>
}

function nameOf({ kind, vehicleId }: RequirementView, plateOf: UploadRowProps['plateOf']): string {
  const plate = plateOf(vehicleId)
  return documentWords[kind].name + (plate ? ` · ${plate}` : '')
}

/** Documents that are still to be sent come first; one that leaves now cannot be chosen again. */
function optionsOf({ upload, uploads, requirements, plateOf }: QuestionsProps): SelectOption[] {
  const isSettled = ({ state }: RequirementView) => state === 'pending' || state === 'approved'
  const taken = uploads.flatMap(({ id, slot, state }) => {
    return id !== upload.id && (state === 'queued' || state === 'sending') ? slot : []
  })
  const option = (each: RequirementView) => ({
    value: slotOf(each),
    label: nameOf(each, plateOf) + (isSettled(each) ? ' (reemplazar)' : ''),
    disabled: taken.includes(slotOf(each)) || (isPdf(upload.file) && isPhotoOnly(each)),
  })
  const asked = requirements.filter((each) => !isSettled(each))
  return [...asked, ...requirements.filter(isSettled)].map(option)
}
