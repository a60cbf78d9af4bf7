import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../scripts/project.ts'
import type { Cost } from './growth-fit.ts'

/** docs/growth.json: what `npm run bench growth` measured last. */
export type Growth = {
  /** The day of each unit's figures, `YYYY-MM-DD`. */
  measured: Record<string, string>
  machine: { cores: number; gigabytes: number }
  costs: Cost[]
}

const FILE = join(ROOT, 'docs/growth.json')

/** Throws when nothing has been measured yet. */
export function readGrowth(): Growth {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Growth
}

/** Replaces the figures of `units`; those of other units stay. */
export function noteGrowth(units: readonly string[], costs: readonly Cost[], day: string): void {
  const before = existsSync(FILE) ? readGrowth() : undefined
  const kept = before?.costs.filter(({ unit }) => !units.includes(unit)) ?? []
  const growth: Growth = {
    measured: { ...before?.measured, ...Object.fromEntries(units.map((unit) => [unit, day])) },
    machine: { cores: availableParallelism(), gigabytes: Math.round(totalmem() / 2 ** 30) },
    costs: [...kept, ...costs.map(rounded)],
  }
  writeFileSync(FILE, `${JSON.stringify(growth, null, 2)}\n`)
}

/** Three digits: more than a second run would repeat. */
function rounded(cost: Cost): Cost {
  const points = cost.points.map(({ size, value }) => ({
    size,
    value: Number(value.toPrecision(3)),
  }))
  return { ...cost, points }
}
