import { useState } from 'react'
import { useObjectUrl } from '#web/lib/object-url.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { RECORDED, useRead } from '#web/lib/use-read.ts'
import { cx } from '#web/ui/cx.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type PrivateImageProps = {
  label: string
  documentId: string
  load: (signal: AbortSignal) => Promise<Blob>
}

/** Loads a picture with the session's token, once: the server records each view. */
export function usePrivateImage({ documentId, load }: Omit<PrivateImageProps, 'label'>) {
  const query = useRead(queryKeys.image(documentId), (signal) => load(signal), {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    ...RECORDED,
  })
  return { query, url: useObjectUrl(query.data) }
}

export function PrivateImage({ label, ...wanted }: PrivateImageProps) {
  const { query, url } = usePrivateImage(wanted)
  const [large, setLarge] = useState(false)
  if (query.isError) {
    return <LoadFailed what="la foto" error={query.error} onRetry={() => void query.refetch()} />
  }
  if (!url) return <Skeleton className="h-64 w-full" />
  return (
    <button
      type="button"
      aria-pressed={large}
      title={large ? 'Ajustar a la pantalla' : 'Ver en tamaño real'}
      onClick={() => setLarge(!large)}
      className={cx(
        'grid max-h-[70dvh] w-full place-items-center overflow-auto rounded-control bg-paper p-2',
        'ring-1 ring-line ring-inset',
        large ? 'cursor-zoom-out' : 'cursor-zoom-in!',
      )}
    >
      <img
        src={url}
        alt={label}
        className={large ? 'max-w-none' : 'max-h-[45dvh] max-w-full rounded-control object-contain'}
      />
    </button>
  )
}
