import type { CallGuard } from '../call-guard.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { keyedSemaphore } from '../semaphore.ts'
import { limitHits } from './rate-limit.ts'
import { isUsedUp, noteUsedUp, refuseUsedUp } from './used-up-limits.ts'

/** Of one person: calls that run, and calls that wait for them. */
const RUNNING_MAX = 2
const WAITING_MAX = 4
const WAIT_MS = 4_000

const turns = keyedSemaphore(RUNNING_MAX, WAITING_MAX, WAIT_MS)
const counting = keyedSemaphore(1, Number.POSITIVE_INFINITY)

/**
 * Gives a call of a person its turn, so that one account fills no queue that others wait in. A call
 * beyond that is refused with `busy` before it reaches them, and counts against the limit of the
 * route as if it had been made. Errors: `busy`, `rate_limited`, else those of `call`.
 */
export async function inTurn<T>(
  deps: Pick<Deps, 'db' | 'clock' | 'metrics'>,
  { userId, guard }: { userId: string; guard: CallGuard },
  call: () => Promise<T>,
): Promise<T> {
  let began = false
  try {
    return await turns(userId, () => {
      began = true
      return call()
    })
  } catch (error) {
    if (!began) await count(deps, userId, guard)
    throw error
  }
}

/** One after the other, and no more once the limit is known to be used up. */
async function count(
  deps: Pick<Deps, 'db' | 'clock' | 'metrics'>,
  userId: string,
  { limit }: CallGuard,
): Promise<void> {
  if (!limit) return
  await refuseUsedUp(limit.key, deps.clock.now())
  await counting(userId, async () => {
    if (isUsedUp(limit.key, deps.clock.now())) return
    try {
      await limitHits(deps, limit)
    } catch (error) {
      if (error instanceof AppError) noteUsedUp(limit.key, deps.clock.now(), error)
      throw error
    }
  })
}
