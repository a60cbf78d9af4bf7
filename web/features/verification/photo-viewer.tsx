import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { ViewReason } from '#contract/verification.ts'
import { api } from '#web/lib/api.ts'
import { usePrivateImage } from '#web/shared/desk/back-office/private-image.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const ZOOM_MAX = 5

/** Loads the photo of a document; the server records each load with its reason. */
export function useReviewPhoto(documentId: string, reason: ViewReason) {
  return usePrivateImage({
    documentId,
    load: (signal) =>
      api.verification.reviewFile({ params: { documentId }, query: { reason }, signal }),
  })
}

/** From 1024 px on the photo ends above the buttons of the case. */
const HEIGHT_LARGE = 'max-h-[60dvh] min-h-40 lg:max-h-[max(20rem,calc(100dvh-24rem))]'

/** Over the photo, which then has the height of the window; on a phone they would hide it. */
const BUTTONS_OVER =
  'lg:absolute lg:right-4 lg:bottom-4 lg:rounded-control lg:bg-surface lg:pr-3 lg:shadow-card'

type PhotoViewerProps = {
  label: string
  documentId: string
  reason: ViewReason
  /** As wide as its place; a high photo scrolls. Else the whole photo fits. */
  isLarge?: boolean
  /** Called once the photo is drawn. */
  onShown?: () => void
}

/** A photo of a document with zoom and rotation, by buttons or by + − G while it has the focus. */
export function PhotoViewer({ label, documentId, reason, isLarge, onShown }: PhotoViewerProps) {
  const { query, url } = useReviewPhoto(documentId, reason)
  const [zoom, setZoom] = useState(1)
  const [turns, setTurns] = useState(0)
  if (query.isError) {
    return <LoadFailed what="la foto" error={query.error} onRetry={() => void query.refetch()} />
  }
  if (!url) return <Skeleton className="h-64 w-full" />
  const zoomBy = (by: number) => setZoom((now) => Math.min(ZOOM_MAX, Math.max(1, now + by)))
  const turn = () => setTurns((now) => (now + 1) % 4)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') zoomBy(0.5)
    else if (event.key === '-') zoomBy(-0.5)
    else if (event.key.toLowerCase() === 'g') turn()
    else return
    event.preventDefault()
  }
  return (
    <figure className="relative grid min-w-0 gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: a scrollable picture, not a set of fields. */}
      <div
        role="group"
        aria-label={`${label}. Teclas: más, menos y G para girar`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the element scrolls and handles keys.
        tabIndex={0}
        onKeyDown={onKeyDown}
        className={cx(
          'w-full overflow-auto rounded-control bg-paper ring-1 ring-line ring-inset',
          isLarge ? HEIGHT_LARGE : 'h-[45dvh] min-h-64',
        )}
      >
        <div
          className={cx('grid place-items-center', isLarge && turns % 2 === 1 && 'aspect-square')}
          style={{ width: `${zoom * 100}%`, height: isLarge ? undefined : `${zoom * 100}%` }}
        >
          <img
            src={url}
            alt={label}
            onLoad={onShown}
            className={
              isLarge && turns % 2 === 0 ? 'h-auto w-full' : 'max-h-full max-w-full object-contain'
            }
            style={{ rotate: `${turns * 90}deg` }}
          />
        </div>
      </div>
      <figcaption className={cx('flex items-center gap-1', isLarge && BUTTONS_OVER)}>
        <IconButton label="Alejar" aria-disabled={zoom <= 1} onClick={() => zoomBy(-0.5)}>
          <ZoomOut className="size-5" />
        </IconButton>
        <IconButton label="Acercar" aria-disabled={zoom >= ZOOM_MAX} onClick={() => zoomBy(0.5)}>
          <ZoomIn className="size-5" />
        </IconButton>
        <IconButton label="Girar" onClick={turn}>
          <RotateCw className="size-5" />
        </IconButton>
        <span className="tnum text-sm text-muted" role="status">
          {Math.round(zoom * 100)} %
        </span>
      </figcaption>
    </figure>
  )
}
