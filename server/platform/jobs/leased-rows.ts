import type { Deps } from '../deps.ts'

type LeasedSteps = {
  /** Name in the log and in the counter `leased_row_failed`. */
  name: string
  /** Runs one attempt. False ends the run; the other rows are due when their lease ends. */
  step(id: string): Promise<boolean>
  /** Schedules the next attempt of the row, also after a failed attempt. */
  planNext(id: string): Promise<void>
}

/** Runs one attempt per row and plans the next; a failure is logged. Returns the attempts. */
export async function eachLeased(
  { log, metrics }: Pick<Deps, 'log' | 'metrics'>,
  ids: readonly string[],
  { name, step, planNext }: LeasedSteps,
): Promise<number> {
  let tried = 0
  for (const id of ids) {
    const goesOn = await step(id).catch((error: unknown) => {
      metrics.count('leased_row_failed', { name })
      log.error({ name, id, err: error }, 'a leased row failed')
      return true
    })
    tried += 1
    await planNext(id).catch((error: unknown) => {
      // The row is due again when its lease ends.
      log.error({ name, id, err: error }, 'a leased row was not planned again')
    })
    if (!goesOn) break
  }
  return tried
}
