import { useRead } from '#web/lib/use-read.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { ResultsMapProps, SideMapProps } from './results-map.tsx'

type MapProps = (ResultsMapProps & { beside?: false }) | (SideMapProps & { beside: true })

/** Imports the map's code now; if that fails offline, it offers a retry. */
export function MapOnDemand(props: MapProps) {
  const code = useRead(['results-map'], () => import('./results-map.tsx'), {
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  if (code.data) {
    const { ResultsMap, SideMap } = code.data
    return props.beside ? <SideMap {...props} /> : <ResultsMap {...props} />
  }
  if (!code.isError && !code.isPaused) return <Skeleton className="h-96 w-full" />
  return (
    <LoadFailed
      what="el mapa; mientras tanto tienes la lista"
      error={code.error}
      onRetry={() => void code.refetch()}
      retrying={code.isFetching}
    />
  )
}
