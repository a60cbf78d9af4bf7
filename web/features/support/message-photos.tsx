import { PrivateImage } from '#web/shared/desk/back-office/private-image.tsx'

type MessagePhotosProps = {
  photoIds: readonly string[]
  mine: boolean
  load: (ticketPhotoId: string, signal: AbortSignal) => Promise<Blob>
}

/** Photos of one message, in the thread that its author sees. */
export function MessagePhotos({ photoIds, mine, load }: MessagePhotosProps) {
  return photoIds.map((id, index) => (
    <PrivateImage
      key={id}
      documentId={id}
      label={`Foto ${index + 1} ${mine ? 'de tu mensaje' : 'de la respuesta'}`}
      load={(signal) => load(id, signal)}
    />
  ))
}
