import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { loadEnds, placeItem } from '#web/shared/places/load-places.ts'
import { SearchCard } from '#web/shared/search/search-card.tsx'
import { Button } from '#web/ui/button.tsx'
import type { ComboItem } from '#web/ui/combo-item.ts'
import type { SearchQuery } from './search-query.ts'

type SearchFormProps = {
  query: SearchQuery | null
  from: ComboItem | undefined
  to: ComboItem | undefined
  onDone: () => void
}

/** The complete search form, in its own chunk: results are shown before it is needed. */
export function SearchForm({ query, from, to, onDone }: SearchFormProps) {
  const navigate = useNavigate()
  return (
    <SearchCard
      layout="wide"
      loadPlaces={loadEnds}
      besideFrom={(choose) => <UseLocation onPlace={choose} />}
      initial={{
        ...(from ? { from } : {}),
        ...(to ? { to } : {}),
        date: query?.date ?? null,
        seats: query?.seats ?? 1,
      }}
      onSearch={(values) => {
        onDone()
        navigate(
          paths.search({
            from: values.from.id,
            to: values.to.id,
            date: values.date,
            seats: values.seats,
          }),
        )
      }}
    />
  )
}

/** Coordinate in degrees rounded to about a kilometre, which is enough to know the city. */
const rounded = (degrees: number) => (Math.round(degrees * 100) / 100).toString()

function whereIAm(): Promise<GeolocationPosition> {
  return new Promise((resolve, reject) => {
    const options = { timeout: 10_000, maximumAge: 600_000 }
    navigator.geolocation.getCurrentPosition(resolve, reject, options)
  })
}

async function placeWhereIAm(): Promise<ComboItem> {
  const { coords } = await whereIAm()
  const query = { lat: rounded(coords.latitude), lng: rounded(coords.longitude) }
  const { place } = await api.search.near({ query })
  return placeItem(place)
}

/** Whether permission was denied: then a retry would not show the prompt. */
function isRefusal(error: unknown): boolean {
  return 'GeolocationPositionError' in window && error instanceof GeolocationPositionError
    ? error.code === error.PERMISSION_DENIED
    : false
}

/** Button that reads the device's location on a press, and resolves it to a city. */
function UseLocation({ onPlace }: { onPlace: (place: ComboItem) => void }) {
  const [state, setState] = useState<'idle' | 'asking' | 'failed' | 'refused'>('idle')
  const locate = async () => {
    setState('asking')
    try {
      onPlace(await placeWhereIAm())
      setState('idle')
    } catch (error) {
      setState(isRefusal(error) ? 'refused' : 'failed')
    }
  }
  return (
    <div className="grid justify-items-start">
      <Button
        variant="ghost"
        size="sm"
        onClick={() => void locate()}
        pending={state === 'asking'}
        pendingText="Buscando…"
        Icon={LocateFixed}
      >
        Salir de mi ubicación
      </Button>
      <p role="status" className="text-sm text-muted">
        {state === 'refused' &&
          'Tu navegador no nos deja ver dónde estás. Escribe la ciudad, o permite la ubicación ' +
            'en los ajustes del sitio.'}
        {state === 'failed' && 'No pudimos saber en qué ciudad estás. Escríbela.'}
      </p>
    </div>
  )
}
