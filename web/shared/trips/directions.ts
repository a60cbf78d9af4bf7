/** Returns a link that shows the place in a map app. */
export function mapOf({ lat, lng }: { lat: number; lng: number }): string {
  return `https://www.google.com/maps/search/?api=1&query=${lat},${lng}`
}

/** Returns a link that opens the place in a map app. */
export function directionsTo({ lat, lng }: { lat: number; lng: number }): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${lat},${lng}`
}
