import type { ErrorCode } from '#contract/errors.ts'
import type { Switch } from '#contract/switch-list.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { cachedFor } from '#server/platform/ttl-cache.ts'
import { listSwitchedOff } from './switches.queries.ts'

/** Cache time; every process reads the database again after it. */
const KEPT_MS = 5_000

const cached = cachedFor<Set<string>>(KEPT_MS, async (db) => new Set(await listSwitchedOff(db)))

/** Error for each switch; push has none, because nobody requests it directly. */
const refusals = {
  withdrawals: 'withdrawals_off',
  top_ups: 'top_ups_off',
  publishing: 'publishing_off',
  sign_ups: 'sign_ups_off',
  ride_requests: 'ride_requests_off',
  questions: 'questions_off',
} as const satisfies Record<Exclude<Switch, 'push'>, ErrorCode>

export async function isOn(deps: ReadDeps, name: Switch): Promise<boolean> {
  return !(await cached.get(deps)).has(name)
}

/**
 * Reads a switch before a transaction. The caller asserts it inside, after it has recognised a
 * repeated key, so that a repeat of an action from before the switch-off gets the same answer.
 */
export async function readSwitch(
  deps: ReadDeps,
  name: keyof typeof refusals,
): Promise<{ assertOn(): void }> {
  const on = await isOn(deps, name)
  return {
    assertOn() {
      if (!on) throw new AppError(refusals[name])
    },
  }
}

/** Clears the cache after a change in this process. */
export function forgetSwitches(db: Deps['db']): void {
  cached.forget(db)
}
