import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

/** Without an answer the map is drawn by ourselves. */
const OWN_DRAWING = { url: null, attribution: '' }

/** Where the map's images come from, asked once a map is opened; undefined while asking. */
export function useMapTiles(
  open: boolean,
): { url: string | null; attribution: string } | undefined {
  const answer = useQuery({
    queryKey: ['map-tiles'],
    queryFn: ({ signal }) => api.maps.tiles({ signal }),
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: 'always',
  })
  return answer.isError ? OWN_DRAWING : answer.data
}
