import { useState } from 'react'
import { PrivateImage } from '#web/domain/back-office/private-image.tsx'
import { api } from '#web/lib/api.ts'
import { plural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'

/** Photos of a case. Loaded on a press, because each view is recorded. */
export function CasePhotos({ photoIds }: { photoIds: readonly string[] }) {
  const [open, setOpen] = useState(false)
  if (!open) {
    return (
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        Ver {plural(photoIds.length, 'foto', 'fotos')}
      </Button>
    )
  }
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {photoIds.map((photoId, index) => (
        <PrivateImage
          key={photoId}
          documentId={photoId}
          label={`Foto ${index + 1} del reporte`}
          load={(signal) => api.conduct.photo({ params: { photoId }, signal })}
        />
      ))}
    </div>
  )
}
