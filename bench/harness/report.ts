import { say } from '../../scripts/project.ts'
import { type Figures, meanOf } from './load.ts'

/** Prints one row; without `against` the figures are a yardstick for the rows below. */
export function print(figures: Figures, against?: Figures): void {
  const columns = [
    figures.name.padEnd(40),
    `${figures.perSecond.toFixed(0)}/s`.padStart(9),
    `p50 ${figures.p50Ms.toFixed(1)} ms`.padStart(13),
    `p99 ${figures.p99Ms.toFixed(1)} ms`.padStart(13),
    figures.refused > 0 ? `${figures.refused} refused` : '',
    against ? `= ${ratioOf(figures, against).toFixed(2)} × ${against.name}` : 'yardstick',
  ]
  say(columns.join('  '))
}

export function ratioOf(figures: Figures, against: Figures): number {
  return figures.perSecond / against.perSecond
}

/** Prints whether a limit is met; the command fails when one is not. */
export function check(what: string, isMet: boolean): void {
  say(`  ${what}: ${isMet ? 'ok' : 'FAILED'}`)
  if (!isMet) process.exitCode = 1
}

/** Prints each row with its ratio to the mean of the yardstick before and after it. */
export async function printAgainst(
  measureYardstick: () => Promise<Figures>,
  rows: AsyncIterable<Figures>,
): Promise<void> {
  let before = await measureYardstick()
  print(before)
  for await (const row of rows) {
    const after = await measureYardstick()
    print(row, meanOf(before, after))
    before = after
  }
}
