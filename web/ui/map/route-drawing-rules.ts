/**
 * Layout of a corridor as a drawing: places by latitude and longitude, joined by a road line with
 * 45° bends, and labels in positions where they cover nothing.
 */

export type MapPlace = { id: string; name: string; lat: number; lng: number; named: boolean }
export type Point = { x: number; y: number }
type Label = { id: string; name: string; x: number; y: number; anchor: 'start' | 'end' }
export type MapDrawing = {
  width: number
  height: number
  dots: (Point & { id: string; named: boolean })[]
  labels: Label[]
}

const WIDTH = 360
const HEIGHT_MIN = 170
const HEIGHT_MAX = 300
const PAD = { x: 40, y: 34 }
/** Font size in drawing units. An average letter of the text face is about half as wide. */
export const FONT_SIZE = 15
const LETTER = 0.54 * FONT_SIZE
const GAP = 12
/** Half the size of a mark, in drawing units. */
const MARK = 10

type Box = { left: number; right: number; top: number; bottom: number }

/** Smallest span in degrees, because two places at the same position still need module. */
const SMALLEST_SPAN = 0.05

/** Converts degrees to drawing units: equal scale in both directions, north up, centred. */
function project(places: readonly MapPlace[]): { points: Point[]; height: number } {
  const lats = places.map((place) => place.lat)
  const lngs = places.map((place) => place.lng)
  const [south, north] = [Math.min(...lats), Math.max(...lats)]
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)]
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const spanX = Math.max((east - west) * shrink, SMALLEST_SPAN)
  const spanY = Math.max(north - south, SMALLEST_SPAN)
  const scale = Math.min((WIDTH - 2 * PAD.x) / spanX, (HEIGHT_MAX - 2 * PAD.y) / spanY)
  const height = Math.max(HEIGHT_MIN, Math.round(spanY * scale + 2 * PAD.y))
  const left = (WIDTH - (east - west) * shrink * scale) / 2
  const top = (height - (north - south) * scale) / 2
  const points = places.map((place) => ({
    x: round(left + (place.lng - west) * shrink * scale),
    y: round(top + (north - place.lat) * scale),
  }))
  return { points, height }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** Returns the bend between two places: the road is straight first, then at 45°. */
function bend(from: Point, to: Point): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const diagonal = Math.min(Math.abs(dx), Math.abs(dy))
  return { x: round(to.x - Math.sign(dx) * diagonal), y: round(to.y - Math.sign(dy) * diagonal) }
}

/** Returns the SVG path through these points. */
export function roadPath(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  let path = `M${first.x} ${first.y}`
  let last = first
  for (const point of rest) {
    const turn = bend(last, point)
    path += `L${turn.x} ${turn.y}L${point.x} ${point.y}`
    last = point
  }
  return path
}

function overlap(a: Box, b: Box): number {
  const x = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return x > 0 && y > 0 ? x * y : 0
}

function outside(box: Box, height: number): number {
  const x = Math.max(0, 4 - box.left) + Math.max(0, box.right - (WIDTH - 4))
  const y = Math.max(0, 4 - box.top) + Math.max(0, box.bottom - (height - 4))
  return (x + y) * 40
}

/** Returns possible label positions: beside, above and below the dot, on either side. */
function candidates(point: Point, name: string): { label: Omit<Label, 'id'>; box: Box }[] {
  const length = name.length * LETTER
  const places = [
    { dx: GAP, dy: 0, anchor: 'start' },
    { dx: -GAP, dy: 0, anchor: 'end' },
    { dx: 4, dy: -18, anchor: 'start' },
    { dx: 4, dy: 18, anchor: 'start' },
    { dx: -4, dy: -18, anchor: 'end' },
    { dx: -4, dy: 18, anchor: 'end' },
  ] as const
  return places.map(({ dx, dy, anchor }) => {
    const [x, y] = [round(point.x + dx), round(point.y + dy)]
    const left = anchor === 'start' ? x : x - length
    const box = {
      left,
      right: left + length,
      top: y - FONT_SIZE / 2 - 1,
      bottom: y + FONT_SIZE / 2 + 1,
    }
    return { label: { name, x, y, anchor }, box }
  })
}

/** Returns small boxes along the road, so that labels do not overlap it. */
function roadBoxes(points: readonly Point[]): Box[] {
  return points.slice(1).flatMap((to, i) => {
    const from = points[i] ?? to
    const turn = bend(from, to)
    return [...along(from, turn), ...along(turn, to)]
  })
}

function along(from: Point, to: Point): Box[] {
  const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 6))
  return Array.from({ length: steps + 1 }, (_, step) => {
    const x = from.x + ((to.x - from.x) * step) / steps
    const y = from.y + ((to.y - from.y) * step) / steps
    return { left: x - 3, right: x + 3, top: y - 3, bottom: y + 3 }
  })
}

/**
 * Computes the layout of the drawing; earlier labels have priority for a free position.
 * @param marks places beside the road, such as where a car was: the last dots
 */
export function drawMap(road: readonly MapPlace[], marks: readonly MapPlace[] = []): MapDrawing {
  const places = [...road, ...marks]
  const { points, height } = project(places)
  const dots = places.map((place, i) => ({
    id: place.id,
    named: place.named,
    ...(points[i] ?? { x: 0, y: 0 }),
  }))
  const beside = points.slice(road.length).map(({ x, y }) => {
    return { left: x - MARK, right: x + MARK, top: y - MARK, bottom: y + MARK }
  })
  const boxes = [...roadBoxes(points.slice(0, road.length)), ...beside, ...beside]
  const taken: Box[] = []
  const labels = dots
    .filter((dot) => dot.named)
    .map((dot) => {
      const name = places.find((place) => place.id === dot.id)?.name ?? ''
      const cost = ({ box }: { box: Box }) =>
        outside(box, height) +
        taken.reduce((sum, other) => sum + 4 * overlap(box, other), 0) +
        boxes.reduce((sum, other) => sum + overlap(box, other), 0)
      const [best] = candidates(dot, name)
        .map((choice) => ({ ...choice, cost: cost(choice) }))
        .sort((a, b) => a.cost - b.cost)
      if (best) taken.push(best.box)
      return { id: dot.id, ...(best?.label ?? { name, ...dot, anchor: 'start' as const }) }
    })
  return { width: WIDTH, height, dots, labels }
}
