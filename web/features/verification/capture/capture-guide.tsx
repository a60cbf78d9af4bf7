import { useEffect, useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { usePreview } from '#web/ui/photo-choice.ts'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { documentWords } from '../document-words.ts'
import { slotOf } from '../uploads.ts'
import type { RequirementView } from '../use-documents.ts'
import { Aim } from './aim.tsx'
import { type PhotoWarning, warningsOf, warningWords } from './photo-quality.ts'

export type CaptureGuideProps = {
  /** Required documents to photograph, in this order. */
  rows: readonly RequirementView[]
  plateOf: (vehicleId: string | null) => string | null
  onPhoto: (file: File, slot: string) => void
  onClose: () => void
}

/** One document at a time: what must be visible, the photo, and a look at it before it is kept. */
export function CaptureGuide({ rows, plateOf, onPhoto, onClose }: CaptureGuideProps) {
  const [at, setAt] = useState(0)
  const [photo, setPhoto] = useState<File | null>(null)
  const row = rows[at]
  if (!row) return null
  const plate = plateOf(row.vehicleId)
  const name = documentWords[row.kind].name + (plate ? ` · ${plate}` : '')
  const next = () => {
    setPhoto(null)
    if (at + 1 < rows.length) setAt(at + 1)
    else onClose()
  }
  const accept = () => {
    if (photo) onPhoto(photo, slotOf(row))
    next()
  }
  return (
    <Sheet open onClose={onClose} title={name}>
      <p className="-mt-3 text-sm text-muted" aria-live="polite">
        Foto {at + 1} de {rows.length}
      </p>
      {photo ? (
        <CheckPhoto photo={photo} name={name} onAccept={accept} onRepeat={() => setPhoto(null)} />
      ) : (
        <Aim key={slotOf(row)} kind={row.kind} onPhoto={setPhoto} onSkip={next} />
      )}
    </Sheet>
  )
}

type CheckPhotoProps = { photo: File; name: string; onAccept: () => void; onRepeat: () => void }

/** The person decides whether the photo is readable; findings of the device are only warnings. */
function CheckPhoto({ photo, name, onAccept, onRepeat }: CheckPhotoProps) {
  const preview = usePreview(photo)
  const [warnings, setWarnings] = useState<readonly PhotoWarning[]>([])
  useEffect(() => {
    let current = true
    void warningsOf(photo).then((found) => {
      if (current) setWarnings(found)
    })
    return () => {
      current = false
    }
  }, [photo])
  return (
    <>
      <TakesFocus>
        <p className="font-semibold">¿Se leen todos los datos?</p>
      </TakesFocus>
      <div
        className="grid min-h-40 place-items-center rounded-card bg-paper p-2 ring-1 ring-line
          ring-inset"
      >
        {preview && (
          <img
            src={preview}
            alt={`Tu foto: ${name}`}
            className="max-h-[45dvh] max-w-full rounded-control object-contain"
          />
        )}
      </div>
      {warnings.length > 0 && (
        <Banner tone="warn" title="Revisa la foto">
          {warnings.map((warning) => (
            <span key={warning} className="block">
              {warningWords[warning]}
            </span>
          ))}
        </Banner>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Button variant="secondary" onClick={onRepeat}>
          Repetir
        </Button>
        <Button onClick={onAccept}>Se lee bien</Button>
      </div>
    </>
  )
}
