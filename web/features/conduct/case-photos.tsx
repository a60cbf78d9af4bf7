import { type ComponentProps, useState } from 'react'
import { plural } from '#web/lib/format.ts'
import { PrivateImage } from '#web/shared/desk/back-office/private-image.tsx'
import { Button } from '#web/ui/button.tsx'

type Load = ComponentProps<typeof PrivateImage>['load']

type CasePhotosProps = {
  photoIds: readonly string[]
  /** Spanish words for the owner: "del reporte". */
  of: string
  load: (photoId: string, ...more: Parameters<Load>) => ReturnType<Load>
}

/** Photos of a case. Loaded on a press, because each view is recorded. */
export function CasePhotos({ photoIds, of, load }: CasePhotosProps) {
  const [open, setOpen] = useState(false)
  if (photoIds.length === 0) return null
  if (!open) {
    return (
      <div>
        <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
          Ver {plural(photoIds.length, 'foto', 'fotos')}
        </Button>
      </div>
    )
  }
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {photoIds.map((photoId, index) => (
        <PrivateImage
          key={photoId}
          documentId={photoId}
          label={`Foto ${index + 1} ${of}`}
          load={(...more) => load(photoId, ...more)}
        />
      ))}
    </div>
  )
}
