import type { Deps } from '../deps.ts'

type LeasedSteps = {
  /** Names the work in the log and in the counter `leased_row_failed`. */
  name: string
  /** One try; false ends the run, the rest is due again when its lease ends. */
  step(id: string): Promise<boolean>
  /** When the row is due next; also after a failed try. */
  planNext(id: string): Promise<void>
}

/**
 * For each leased row: one try, then its next one is planned. A row that throws is logged and
 * counted, and delays no other. Answers how many were tried.
 */
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
      // Its lease ends by itself.
      log.error({ name, id, err: error }, 'a leased row was not planned again')
    })
    if (!goesOn) break
  }
  return tried
}
