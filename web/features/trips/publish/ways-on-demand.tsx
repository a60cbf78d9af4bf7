import { lazy } from 'react'
import { MapBehindButton } from '#web/ui/map/map-on-demand.tsx'
import type { WaysViewProps } from '#web/ui/map/ways-view.tsx'

const WaysView = lazy(async () => ({
  default: (await import('#web/ui/map/ways-view.tsx')).WaysView,
}))

type WaysOnDemandProps = Omit<WaysViewProps, 'tiles'> & {
  /** Map tiles, fetched when the map is opened. */
  tiles: WaysViewProps['tiles'] | undefined
  onOpen: () => void
}

/** Several routes on a map that loads on demand. */
export function WaysOnDemand({ tiles, onOpen, ...view }: WaysOnDemandProps) {
  return (
    <MapBehindButton onOpen={onOpen}>
      {tiles ? <WaysView {...view} tiles={tiles} /> : null}
    </MapBehindButton>
  )
}
