import { useEffect, useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { usePreview } from '#web/ui/photo-choice.ts'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { type PhotoWarning, warningsOf, warningWords } from './photo-quality.ts'

type CheckPhotoProps = {
  photo: File
  name: string
  onAccept: () => void
  onRepeat: () => void
}

/** The person decides whether the photo is readable; findings of the device are only warnings. */
export function CheckPhoto({ photo, name, onAccept, onRepeat }: CheckPhotoProps) {
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
