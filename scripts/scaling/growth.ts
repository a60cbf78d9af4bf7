// Reads docs/growth.json, which `npm run bench growth` measures, and extrapolates its costs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../project.ts'

export type Point = { size: number; value: number }

/** Cost of `unit`, such as trips, at several sizes. */
export type Cost = { unit: string; what: string; points: readonly Point[] }

export type Growth = {
  /** Day of the measurement by unit, `YYYY-MM-DD`. */
  measured: Record<string, string>
  machine: { cores: number; gigabytes: number }
  costs: Cost[]
}

export const GROWTH_FILE = join(ROOT, 'docs/growth.json')

/** Returns the last measurement. */
export function readGrowth(): Growth {
  return JSON.parse(readFileSync(GROWTH_FILE, 'utf8')) as Growth
}

/**
 * Exponent in value = a × size^exponent, by least squares of the logarithms: 0 is constant, 1 is
 * proportional to the size. Null for a single point.
 */
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
 * Cost at a `size` beyond the measured sizes: from the last point, with the exponent of the last
 * two points or of all points, whichever is larger. At small sizes a fixed part hides the growth.
 */
export function costAt(points: readonly Point[], size: number): number {
  const last = points.at(-1)
  if (!last) return Number.NaN
  const power = Math.max(powerOf(points.slice(-2)) ?? 1, powerOf(points) ?? 1)
  return last.value * (size / last.size) ** power
}
