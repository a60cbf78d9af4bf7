import { SITE } from '#web/lib/site.ts'
import { PhotoButton } from '#web/shared/users/profile-photo.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import { photoWords } from './document-words.ts'
import type { DocumentsAnswer } from './use-documents.ts'

/** The profile photo in the list of what publishing requires. */
export function OwnPhotoItem({ photo }: { photo: DocumentsAnswer['photo'] }) {
  const { word, tone } = photoWords[photo.state]
  return (
    <li className="grid min-w-0 gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-lg">Foto de perfil</h3>
        <div role="status">
          <StatusPill tone={tone}>{word}</StatusPill>
        </div>
      </div>
      {photo.state === 'refused' && (
        <Banner tone="err" title="Pon otra foto" live="off">
          {photo.reason}
        </Banner>
      )}
      {photo.url ? (
        <img
          src={SITE + photo.url}
          alt="Tu foto de perfil"
          width={64}
          height={64}
          className="size-16 rounded-full border border-line object-cover"
        />
      ) : (
        <>
          <p className="text-sm text-muted">
            De frente y con buena luz. No es la selfie: esta la ve quien viaja contigo.
          </p>
          <PhotoButton variant="secondary" size="sm" onSet={() => toastDone('Guardamos tu foto.')}>
            Elegir foto
          </PhotoButton>
        </>
      )}
    </li>
  )
}
