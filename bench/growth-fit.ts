// How a cost grows with its size: value = a × size^power, by least squares of the logarithms.

export type Point = { size: number; value: number }

/** A cost of `unit`, such as trips, at several sizes. */
export type Cost = { unit: string; what: string; points: readonly Point[] }

/** 0: the same at any size; 1: so much for each. One point says nothing: null. */
export function powerOf(points: readonly Point[]): number | null {
  if (points.length < 2) return null
  const logs = points.map(({ size, value }) => [Math.log(size), Math.log(Math.max(value, 1e-9))])
  const mean = (at: 0 | 1) => logs.reduce((sum, log) => sum + (log[at] ?? 0), 0) / logs.length
  const [x, y] = [mean(0), mean(1)]
  const above = logs.reduce((sum, [a = 0, b = 0]) => sum + (a - x) * (b - y), 0)
  const below = logs.reduce((sum, [a = 0]) => sum + (a - x) ** 2, 0)
  return above / below
}

/**
 * The cost at `size`, beyond what was measured: from the last point, by the power between the last
 * two or that of all points, whichever is larger. A fixed part hides the growth at small sizes.
 */
export function costAt(points: readonly Point[], size: number): number {
  const last = points.at(-1)
  if (!last) return Number.NaN
  const power = Math.max(powerOf(points.slice(-2)) ?? 1, powerOf(points) ?? 1)
  return last.value * (size / last.size) ** power
}

/** A line for each cost: its values, what the last is for each unit, and the power. */
export function table(costs: readonly Cost[]): string[] {
  return costs.map(({ unit, what, points }) => {
    const last = points.at(-1)
    const values = points.map(({ size, value }) => `${short(size)}: ${round(value)}`).join('  ')
    const each = last ? round(last.value / last.size) : '?'
    const power = powerOf(points)?.toFixed(2) ?? '?'
    const columns = [unit.padEnd(10), what.padEnd(32), values.padEnd(64), `each ${each.padEnd(10)}`]
    return `${columns.join('')}size^${power}`
  })
}

function short(size: number): string {
  return size >= 1_000_000 ? `${size / 1_000_000} M` : `${size / 1_000} k`
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(2)
}
