import { useState } from 'react'
import { Sheet } from '#web/ui/dialog.tsx'
import { documentWords } from '../document-words.ts'
import { slotOf } from '../uploads.ts'
import type { RequirementView } from '../use-documents.ts'
import { Aim } from './aim.tsx'
import { CheckPhoto } from './check-photo.tsx'

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
