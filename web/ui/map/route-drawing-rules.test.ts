import { describe, expect, it } from 'vitest'
import { drawMap, FONT_SIZE, type MapPlace, roadPath } from './route-drawing-rules.ts'

const place = (name: string, lat: number, lng: number, named = true): MapPlace => ({
  id: name,
  name,
  lat,
  lng,
  named,
})

const toCali = [
  place('Bogotá', 4.711, -74.072),
  place('Fusagasugá', 4.337, -74.364, false),
  place('Girardot', 4.303, -74.801),
  place('Ibagué', 4.438, -75.232),
  place('Armenia', 4.534, -75.681, false),
  place('Cali', 3.451, -76.532),
]

function boxes({ labels }: ReturnType<typeof drawMap>) {
  return labels.map(({ name, x, y, anchor }) => {
    const width = name.length * FONT_SIZE * 0.5
    const left = anchor === 'start' ? x : x - width
    return { left, right: left + width, top: y - FONT_SIZE / 2, bottom: y + FONT_SIZE / 2 }
  })
}

describe('drawMap: layout of a route drawing', () => {
  it('draws a route with north up and west left', () => {
    const { dots } = drawMap(toCali)
    const at = (id: string) => dots.find((dot) => dot.id === id) ?? { x: 0, y: 0 }
    expect(at('Cali').x).toBeLessThan(at('Bogotá').x)
    expect(at('Cali').y).toBeGreaterThan(at('Bogotá').y)
  })

  it('draws all places of a route inside the frame', () => {
    for (const places of [toCali, [place('A', 4, -74), place('B', 11, -74.2)]]) {
      const { dots, width, height } = drawMap(places)
      for (const { x, y } of dots) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(width)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThanOrEqual(height)
      }
    }
  })

  it('labels only places marked as named, and the labels do not overlap', () => {
    const drawing = drawMap(toCali)
    expect(drawing.labels.map((label) => label.name)).toEqual([
      'Bogotá',
      'Girardot',
      'Ibagué',
      'Cali',
    ])
    const all = boxes(drawing)
    all.forEach((a, i) => {
      for (const b of all.slice(i + 1)) {
        const apart =
          a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
        expect(apart).toBe(true)
      }
    })
  })

  it('draws two places at the same position with finite coordinates', () => {
    const { dots } = drawMap([place('A', 4, -74), place('B', 4, -74)])
    for (const { x, y } of dots) expect(Number.isFinite(x + y)).toBe(true)
  })
})

describe('roadPath: SVG path of a road', () => {
  it('draws the road between two places straight first, then at 45°', () => {
    const straightThenDiagonal = 'M0 0L60 0L100 40'
    const points = [
      { x: 0, y: 0 },
      { x: 100, y: 40 },
    ]
    expect(roadPath(points)).toBe(straightThenDiagonal)
  })

  it('returns an empty road path for an empty list of places', () => expect(roadPath([])).toBe(''))
})
