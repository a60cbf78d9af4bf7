export type Position = { lat: number; lng: number }

/** Bounds of a valid position: Colombia with its islands. */
const BOX = { south: -4.3, north: 13.6, west: -82, east: -66.8 }

const NUMBER = String.raw`[-−]?\d{1,3}(?:[.,]\d+)?`
const PAIR = new RegExp(String.raw`^\s*(${NUMBER})\s*(?:[;\s]|,\s)\s*(${NUMBER})\s*$`)
const TIGHT_PAIR = /^\s*([-−]?\d{1,3}\.\d+),([-−]?\d{1,3}\.\d+)\s*$/

/** Parses coordinates like "4.6546, -74.1166" or with decimal commas; null outside Colombia. */
export function readPosition(text: string): Position | null {
  const [, first, second] = PAIR.exec(text) ?? TIGHT_PAIR.exec(text) ?? []
  if (!first || !second) return null
  const [lat, lng] = [first, second].map((part) => Number(part.replace(',', '.').replace('−', '-')))
  if (lat === undefined || lng === undefined) return null
  const inside = lat >= BOX.south && lat <= BOX.north && lng >= BOX.west && lng <= BOX.east
  return inside ? { lat, lng } : null
}

/** Coordinates as text with five decimals, which is about a metre. */
export function writePosition({ lat, lng }: Position): string {
  return `${lat.toFixed(5)}, ${lng.toFixed(5)}`
}
