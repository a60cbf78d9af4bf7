import { Map as MapIcon } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { Button } from '../button.tsx'
import { Skeleton } from '../skeleton.tsx'
import type { MapViewProps } from './map-view.tsx'

const MapView = lazyPart(() => import('./map-view.tsx'), 'MapView')

type BehindButtonProps = {
  /** The map; null while its data loads. */
  children: ReactNode
  onOpen: () => void
  /** Subject of the map, where a screen has several maps. */
  of?: string
  /** Link or button in the same row, before the button of the map. */
  beside?: ReactNode
}

/** A button that shows a map. Its code and tiles are downloaded only after a press. */
export function MapBehindButton({ children, onOpen, of, beside }: BehindButtonProps) {
  const [open, setOpen] = useState(false)
  const toggle = () => {
    if (!open) onOpen()
    setOpen(!open)
  }
  const waiting = <Skeleton className="h-96 max-h-[70dvh] w-full" />
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        {beside}
        <Button variant="secondary" size="sm" aria-expanded={open} onClick={toggle} Icon={MapIcon}>
          {open ? 'Ocultar mapa' : 'Ver mapa'}
          {of && <span className="sr-only"> de {of}</span>}
        </Button>
      </div>
      {open && (children ? <Suspense fallback={waiting}>{children}</Suspense> : waiting)}
    </div>
  )
}

type MapOnDemandProps = Omit<MapViewProps, 'tiles'> & {
  /** Map tiles, fetched when the map is opened. */
  tiles: MapViewProps['tiles'] | undefined
  onOpen: () => void
}

/** One route on a map that loads on demand. */
export function MapOnDemand({ tiles, onOpen, ...view }: MapOnDemandProps) {
  return (
    <MapBehindButton onOpen={onOpen}>
      {tiles ? <MapView {...view} tiles={tiles} /> : null}
    </MapBehindButton>
  )
}
