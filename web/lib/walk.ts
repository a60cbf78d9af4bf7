import { useRead } from './use-read.ts'

type Point = { lat: number; lng: number }

/** Distance in km in a straight line; exact enough for the length of a trip. */
export function kmBetween(a: Point, b: Point): number {
  const radians = Math.PI / 180
  const east = (b.lng - a.lng) * Math.cos(((a.lat + b.lat) / 2) * radians)
  return 6371 * radians * Math.hypot(east, b.lat - a.lat)
}

/** Streets are about this much longer than the straight line. */
const STREETS = 1.3
/** Pace of a person with luggage. */
const KM_PER_MINUTE = 0.075
/** Nobody walks longer to a car: then no walk is shown. */
const LONGEST_MINUTES = 60

/** Minutes of the walk between two points; null when it is too long to walk. */
export function walkMinutes(from: Point, to: Point): number | null {
  const minutes = Math.max(1, Math.round((kmBetween(from, to) * STREETS) / KM_PER_MINUTE))
  return minutes <= LONGEST_MINUTES ? minutes : null
}

/** Where this device is, only if the person allowed it before: nobody is asked. */
async function readPosition(): Promise<Point | null> {
  const allowed = await navigator.permissions?.query({ name: 'geolocation' })
  if (allowed?.state !== 'granted') return null
  return askPosition(300_000)
}

/** Where this device is; the browser asks the person. Null when it does not say. */
export function askPosition(maximumAge: number): Promise<Point | null> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(null)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude: lat, longitude: lng } }) => resolve({ lat, lng }),
      () => resolve(null),
      { timeout: 10_000, maximumAge },
    )
  })
}

/** Returns the known position of this device, or null. */
export function useKnownPosition(): Point | null {
  const { data } = useRead(['position-here'], () => readPosition().catch(() => null), {
    networkMode: 'always',
    staleTime: 60_000,
  })
  return data ?? null
}
