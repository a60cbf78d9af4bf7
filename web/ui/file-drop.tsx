import { ImageUp, RefreshCw } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { cx } from './cx.ts'
import { FieldError } from './field.tsx'
import { FilePreview } from './file-preview.tsx'
import { isPdf, megabytes, PHOTO_TYPES, photoProblem } from './photo-choice.ts'

type FileDropProps = {
  label?: string
  hint?: string
  file: File | null
  onFile: (file: File | null) => void
  /** Accepted MIME types. */
  accept?: string
  maxBytes: number
  error?: string | null
  disabled?: boolean
}

/** Returns a function that accepts a file, or sets the reason why the file cannot be sent. */
function useTake({ accept = PHOTO_TYPES, maxBytes, onFile }: FileDropProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const take = (next: File | undefined) => {
    if (!next) return
    const found = photoProblem(next, { accept, maxBytes })
    setProblem(found)
    if (!found) onFile(next)
  }
  return { problem, take }
}

/** Field to choose or drop one photo or PDF, preview and change it. Checks type and size. */
export function FileDrop(props: FileDropProps) {
  const { hint, file, maxBytes, error, disabled, accept = PHOTO_TYPES } = props
  const id = useId()
  const { problem, take } = useTake(props)
  const [over, setOver] = useState(false)
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) take(event.dataTransfer.files[0])
  }
  const onDragOver = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const message = problem ?? error
  return (
    <div className="grid gap-1.5">
      <label
        onDragOver={onDragOver}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        className={cx(
          'relative grid min-h-40 cursor-pointer place-items-center gap-2 overflow-hidden',
          'rounded-card border-2 border-dashed p-4 text-center has-focus-visible:outline-2',
          'has-focus-visible:outline-offset-2 has-focus-visible:outline-bosque',
          'has-disabled:cursor-not-allowed has-disabled:opacity-55',
          over ? 'border-bosque bg-bosque-soft' : 'border-edge bg-surface',
        )}
      >
        <Preview file={file} />
        <span className="font-semibold">{props.label ?? 'Foto o captura (opcional)'}</span>
        <span id={`${id}-hint`} className="inline-flex items-center gap-1.5 text-sm text-muted">
          {file && <RefreshCw className="size-4" />}
          {file
            ? `Toca para cambiar ${isPdf(file) ? 'el PDF' : 'la foto'}`
            : (hint ?? `Foto de hasta ${megabytes(maxBytes)}`)}
        </span>
        <input
          id={id}
          type="file"
          accept={accept}
          disabled={disabled}
          aria-describedby={message ? `${id}-error` : `${id}-hint`}
          aria-invalid={message ? true : undefined}
          onChange={(event) => {
            take(event.target.files?.[0])
            event.target.value = ''
          }}
          className="over"
        />
      </label>
      <FieldError id={`${id}-error`}>{message}</FieldError>
    </div>
  )
}

function Preview({ file }: { file: File | null }) {
  return (
    <FilePreview file={file} alt="Vista previa" className="max-h-56 rounded-control object-contain">
      <ImageUp className="size-8 text-bosque" />
      {file && <span className="text-sm wrap-anywhere">{file.name}</span>}
    </FilePreview>
  )
}
