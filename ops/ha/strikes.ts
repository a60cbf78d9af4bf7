// Failures of the primary in the drill, and how each is undone.
import type { Node } from './node.ts'

export type Strike = {
  name: string
  hit(primary: Node): void
  heal(struck: Node): void
}

export const strikes: Strike[] = [
  {
    name: 'SIGKILL',
    hit: (primary) => primary.kill(),
    heal: (struck) => struck.start(),
  },
  {
    name: 'SIGSTOP',
    hit: (primary) => primary.freeze(),
    heal: (struck) => struck.thaw(),
  },
  {
    name: 'cut from etcd',
    hit: (primary) => primary.cutFromEtcd(),
    heal: (struck) => struck.joinEtcd(),
  },
  {
    name: 'disk full',
    hit: (primary) => primary.fillDisk(),
    heal: (struck) => struck.emptyDisk(),
  },
]

/** Returns the median and the largest value. */
export function medianAndWorst(values: readonly number[]): { median: number; worst: number } {
  const sorted = values.toSorted((one, other) => one - other)
  return { median: sorted[Math.floor((sorted.length - 1) / 2)] ?? 0, worst: sorted.at(-1) ?? 0 }
}
