import { ImageUp, RefreshCw } from 'lucide-react'
import { type DragEvent, useEffect, useId, useState } from 'react'
import { cx } from './cx.ts'
import { FieldError } from './field.tsx'

const IMAGES = 'image/jpeg,image/png,image/webp'

type FileDropProps = {
  label: string
  hint?: string
  file: File | null
  onFile: (file: File | null) => void
  /** MIME types. */
  accept?: string
  maxBytes: number
  /** Opens the rear camera on phones when the person asks for it. */
  capture?: 'environment' | 'user'
  error?: string | null
  disabled?: boolean
}

/** A picture of the chosen file; released when it changes. */
function usePreview(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return setUrl(null)
    const next = URL.createObjectURL(file)
    setUrl(next)
    return () => URL.revokeObjectURL(next)
  }, [file])
  return url
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 104_857.6) / 10} MB`.replace('.', ',')
}

/** Takes a file if it may be sent; else says why not. */
function useTake({ accept = IMAGES, maxBytes, onFile }: FileDropProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const take = (next: File | undefined) => {
    if (!next) return
    if (!accept.split(',').includes(next.type)) return setProblem('Sube una foto JPG, PNG o WebP.')
    if (next.size > maxBytes) {
      return setProblem(
        `La foto pesa ${megabytes(next.size)}; el máximo es ${megabytes(maxBytes)}.`,
      )
    }
    setProblem(null)
    onFile(next)
  }
  return { problem, take }
}

/** Choose or drop one photo, see it, change it. Size is checked before anything is sent. */
export function FileDrop(props: FileDropProps) {
  const { label, hint, file, maxBytes, capture, error, disabled, accept = IMAGES } = props
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
        htmlFor={id}
        onDragOver={onDragOver}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        className={cx(
          'relative grid min-h-40 cursor-pointer place-items-center gap-2 overflow-hidden',
          'rounded-card border-2 border-dashed p-4 text-center has-focus-visible:outline-2',
          'has-focus-visible:outline-offset-2 has-focus-visible:outline-bosque',
          over ? 'border-bosque bg-bosque-soft' : 'border-edge bg-surface',
        )}
      >
        <Preview file={file} />
        <span className="font-semibold">{label}</span>
        <span id={`${id}-hint`} className="inline-flex items-center gap-1.5 text-sm text-muted">
          {file && <RefreshCw aria-hidden="true" className="size-4" />}
          {file ? 'Toca para cambiar la foto' : (hint ?? `Foto de hasta ${megabytes(maxBytes)}`)}
        </span>
        <input
          id={id}
          type="file"
          accept={accept}
          capture={capture}
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
  const preview = usePreview(file)
  if (!preview) return <ImageUp aria-hidden="true" className="size-8 text-bosque" />
  return (
    <img src={preview} alt="Vista previa" className="max-h-56 rounded-control object-contain" />
  )
}
