import { useRead } from '#web/lib/use-read.ts'
import { api } from './api.ts'

/** Fallback when the call fails: the map that web/ui/map draws without tiles. */
const OWN_DRAWING = { url: null, attribution: '' }

/** Fetches the URL of the map tiles when a map is opened; undefined while loading. */
export function useMapTiles(
  open: boolean,
): { url: string | null; attribution: string } | undefined {
  const answer = useRead(['map-tiles'], (signal) => api.places.tiles({ signal }), {
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: 'always',
  })
  return answer.isError ? OWN_DRAWING : answer.data
}
