import { Camera as CameraIcon, Images } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { plural } from '#web/lib/format.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { ReviewTime } from '#web/shared/verification/review-time.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { focusFirstProblem } from '#web/ui/form.tsx'
import { Later } from '#web/ui/later.tsx'
import { isPdf } from '#web/ui/photo-choice.ts'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { missingNames } from './document-words.ts'
import { PhotoInput } from './photo-input.tsx'
import { UploadRow } from './upload-row.tsx'
import { isOpen, missingOf, slotOf, type Upload } from './uploads.ts'
import type { Uploads } from './use-chosen-photos.ts'
import type { DocumentsAnswer, RequirementView } from './use-documents.ts'

const CaptureGuide = lazyPart(() => import('./capture/capture-guide.tsx'), 'CaptureGuide')

type UploadTrayProps = Uploads & {
  requirements: DocumentsAnswer['requirements']
  selfieConsent: boolean
  /** Plate of a car, if documents of several cars are required; else null. */
  plateOf: (vehicleId: string | null) => string | null
}

/** Form to choose several photos, assign each to a document, and send them. */
export function UploadTray(props: UploadTrayProps) {
  const { uploads, change, online, choose, refused, reading, selfieConsent, plateOf } = props
  // A selfie is asked for only after its consent.
  const requirements = props.requirements.filter(({ kind }) => kind !== 'selfie' || selfieConsent)
  const [checked, setChecked] = useState<readonly string[]>([])
  const list = useFocusOnNew(uploads.length)
  const open = uploads.filter(isOpen)
  const askedFor = (slot: string) => requirements.find((each) => slotOf(each) === slot)
  // The list of requirements follows an upload a moment later.
  const isUnsent = (row: RequirementView) => !uploads.some(({ slot }) => slot === slotOf(row))
  const isReady = (id: string) => {
    const each = uploads.find((upload) => upload.id === id)
    return each && Object.keys(missingOf(each, uploads, askedFor(each.slot))).length === 0
  }
  const send = (ids: readonly string[]) => {
    setChecked(ids)
    change({ do: 'queue', ids: ids.filter(isReady) })
    if (!ids.every(isReady)) focusFirstProblem()
  }
  return (
    <CardSection title="Sube tus documentos" className="grid gap-4">
      <Guided {...{ uploads, choose, requirements, plateOf }} />
      <PhotoInput
        multiple
        pdf
        onFiles={(files) => void choose(files)}
        className="relative grid min-h-28 cursor-pointer place-items-center gap-1 rounded-card
            border-2 border-dashed border-edge bg-surface p-4 text-center
            has-focus-visible:outline-2 has-focus-visible:outline-offset-2
            has-focus-visible:outline-bosque"
      >
        <Images className="size-8 text-bosque" />
        <span className="font-semibold">
          {uploads.length === 0 ? 'Elegir fotos o PDF' : 'Elegir más fotos o PDF'}
        </span>
        <span className="text-sm text-muted">
          Todos de una vez, en el orden de la lista de abajo. Luego revisas cuál es cuál.
        </span>
      </PhotoInput>
      {reading > 0 && (
        <p role="status" className="text-muted">
          Leyendo {plural(reading, 'PDF', 'PDF')}…
        </p>
      )}
      {refused.map((text) => (
        <FieldError key={text}>{text}</FieldError>
      ))}
      {open.length > 0 && <Check />}
      {uploads.length > 0 && (
        <ul ref={list} className="grid gap-3">
          {uploads.map((upload, i) => (
            <UploadRow
              key={upload.id}
              {...{ upload, uploads, requirements, plateOf, change, online }}
              number={i + 1}
              checked={checked.includes(upload.id)}
              onRetry={() => send([upload.id])}
            />
          ))}
        </ul>
      )}
      <Progress {...{ uploads, online, missing: missingNames(requirements.filter(isUnsent)) }} />
      {open.length > 0 && (
        <Button onClick={() => send(open.map(({ id }) => id))}>Enviar {countOf(open)}</Button>
      )}
    </CardSection>
  )
}

type GuidedProps = Pick<UploadTrayProps, 'uploads' | 'choose' | 'requirements' | 'plateOf'>

/** Opens the photo guide for required documents that have no photo yet. */
function Guided({ uploads, choose, requirements, plateOf }: GuidedProps) {
  const [rows, setRows] = useState<GuidedProps['requirements'] | null>(null)
  const missing = requirements.filter(
    (row) =>
      row.state !== 'pending' &&
      row.state !== 'approved' &&
      !uploads.some(({ slot }) => slot === slotOf(row)),
  )
  if (missing.length === 0 && !rows) return null
  return (
    <>
      <Button onClick={() => setRows(missing)} Icon={CameraIcon}>
        Tomar las fotos una por una
      </Button>
      {rows && (
        <Later>
          <CaptureGuide
            {...{ rows, plateOf }}
            onPhoto={(file, slot) => void choose([file], slot)}
            onClose={() => setRows(null)}
          />
        </Later>
      )}
    </>
  )
}

/** Moves the focus to the first field of newly chosen photos. */
function useFocusOnNew(count: number): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(0)
  useEffect(() => {
    const row = count > before.current ? list.current?.children[before.current] : null
    before.current = count
    row?.querySelector<HTMLElement>('select, input')?.focus()
  }, [count])
  return list
}

/** What the person confirms by sending. */
function Check() {
  return (
    <p>
      <strong>Revisa la lista.</strong> Cada archivo debe decir el documento que muestra, y cada
      fecha la que está escrita en él. Cambia lo que no.
    </p>
  )
}

/** Number of files in words. */
function countOf(uploads: readonly Upload[]): string {
  const arePhotos = uploads.every(({ file }) => !isPdf(file))
  const [one, many] = arePhotos ? ['foto', 'fotos'] : ['archivo', 'archivos']
  return plural(uploads.length, one, many)
}

type ProgressProps = Pick<Uploads, 'uploads' | 'online'> & {
  /** Names of documents that are still missing; empty when none is. */
  missing: string
}

/** Number of uploaded photos; after the last one, what happens next. */
function Progress({ uploads, online, missing }: ProgressProps) {
  if (uploads.length === 0) return null
  const sent = uploads.filter(({ state }) => state === 'sent').length
  if (sent === uploads.length) {
    return (
      <TakesFocus>
        <Banner tone="ok" title={`Recibimos ${countOf(uploads)}`}>
          {missing && `Todavía falta: ${missing}. `}
          Aquí verás la respuesta de cada uno. <ReviewTime />
        </Banner>
      </TakesFocus>
    )
  }
  if (!online) {
    return (
      <Banner tone="warn" title="Estás sin conexión">
        Tus fotos siguen en este teléfono. Las que ya enviabas salen solas cuando vuelvas a esta
        pantalla con red.
      </Banner>
    )
  }
  const begun = uploads.filter(({ state }) => state !== 'chosen').length
  return (
    <p role="status" className={begun > 0 ? 'text-muted' : 'sr-only'}>
      {begun > 0 ? `${sent} de ${begun} enviadas.` : `${uploads.length} por enviar.`}
    </p>
  )
}
