/** Chooses the labels that fit on the map without overlapping; earlier labels have priority. */
export type Named = { name: string; x: number; y: number }

const LETTER_PX = 7
const LINE_PX = 18
const GAP_PX = 4

type Box = { left: number; right: number; top: number; bottom: number }

function boxOf({ name, x, y }: Named): Box {
  return {
    left: x - GAP_PX,
    right: x + name.length * LETTER_PX + 3 * GAP_PX,
    top: y - LINE_PX / 2,
    bottom: y + LINE_PX / 2,
  }
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

/** Returns the names whose labels fit; positions are in map pixels. */
export function placeLabels<T extends Named>(names: readonly T[]): T[] {
  const taken: Box[] = []
  return names.filter((named) => {
    const box = boxOf(named)
    if (taken.some((other) => overlaps(box, other))) return false
    taken.push(box)
    return true
  })
}
