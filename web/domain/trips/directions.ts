/** A map of any kind that the phone offers for the place. */
export function directionsTo({ lat, lng }: { lat: number; lng: number }): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${lat},${lng}`
}
