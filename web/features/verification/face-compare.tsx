import { SITE } from '#web/lib/site.ts'
import { cx } from '#web/ui/cx.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { CaseItem } from './case-state.ts'
import { documentWords } from './document-words.ts'
import { useReviewPhoto } from './photo-viewer.tsx'

type FaceCompareProps = { item: CaseItem; onShown: () => void }

const FRAME = 'aspect-square w-full rounded-control bg-paper ring-1 ring-line ring-inset'

/** The profile photo beside selfie and identity document. A person compares; no program does. */
export function FaceCompare({ item: { photo, owner }, onShown }: FaceCompareProps) {
  if (!photo) return null
  return (
    <div className="grid gap-3">
      <p className="text-lg font-semibold">¿Es la misma persona?</p>
      <ul
        aria-label="Caras para comparar"
        className={cx('grid grid-cols-2 gap-3', photo.compareWith.length > 1 && 'lg:grid-cols-3')}
      >
        <li className="grid min-w-0 content-start gap-1">
          <img
            src={SITE + photo.url}
            alt={`Foto de perfil de ${owner.name}`}
            onLoad={onShown}
            className={`${FRAME} object-cover`}
          />
          <span className="text-sm font-semibold">Foto de perfil</span>
        </li>
        {photo.compareWith.map(({ documentId, kind }) => (
          <Face key={documentId} documentId={documentId} name={documentWords[kind].name} />
        ))}
      </ul>
      {photo.compareWith.length === 0 && (
        <p className="text-muted">
          Las fotos de su documento ya se borraron. Mira que se vea una sola cara, de frente.
        </p>
      )}
      <p className="text-sm text-muted">
        Si la rechazas, la quitamos y la persona no publica hasta poner otra. Sus viajes siguen.
      </p>
    </div>
  )
}

function Face({ documentId, name }: { documentId: string; name: string }) {
  const { query, url } = useReviewPhoto(documentId, 'review')
  return (
    <li className="grid min-w-0 content-start gap-1">
      {query.isError ? (
        <LoadFailed what="la foto" error={query.error} onRetry={() => void query.refetch()} />
      ) : url ? (
        <img src={url} alt={name} className={`${FRAME} object-contain`} />
      ) : (
        <Skeleton className="aspect-square w-full" />
      )}
      <span className="text-sm font-semibold">{name}</span>
    </li>
  )
}
