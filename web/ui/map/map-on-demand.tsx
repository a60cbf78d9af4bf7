import { Map as MapIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../button.tsx'
import { Skeleton } from '../skeleton.tsx'
import type { MapViewProps } from './map-view.tsx'

const MapView = lazy(async () => ({ default: (await import('./map-view.tsx')).MapView }))

type MapOnDemandProps = Omit<MapViewProps, 'tiles'> & {
  /** Asked for once the map is opened. */
  tiles: MapViewProps['tiles'] | undefined
  onOpen: () => void
}

/** A button, and behind it the map: nothing of it is downloaded before. */
export function MapOnDemand({ tiles, onOpen, ...view }: MapOnDemandProps) {
  const [open, setOpen] = useState(false)
  const toggle = () => {
    if (!open) onOpen()
    setOpen(!open)
  }
  const waiting = <Skeleton className="h-96 max-h-[70dvh] w-full" />
  return (
    <div className="grid gap-3">
      <Button
        variant="secondary"
        size="sm"
        aria-expanded={open}
        onClick={toggle}
        icon={<MapIcon aria-hidden="true" className="size-4" />}
        className="justify-self-start"
      >
        {open ? 'Ocultar mapa' : 'Ver mapa'}
      </Button>
      {open &&
        (tiles ? (
          <Suspense fallback={waiting}>
            <MapView {...view} tiles={tiles} />
          </Suspense>
        ) : (
          waiting
        ))}
    </div>
  )
}
