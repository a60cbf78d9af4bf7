import type { ErrorCode } from '#contract/errors.ts'
import type { Switch } from '#contract/switch-list.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { rememberFor } from '#server/platform/remember.ts'
import { switchedOff } from './switches.queries.ts'

/** Every process reads the database again after that time. */
const KEPT_MS = 5_000

const remembered = rememberFor<Set<string>>(KEPT_MS, async (db) => new Set(await switchedOff(db)))

/** What people are told; push has none, because nobody asks for it. */
const refusals = {
  withdrawals: 'withdrawals_off',
  top_ups: 'top_ups_off',
  publishing: 'publishing_off',
  sign_ups: 'sign_ups_off',
  ride_requests: 'ride_requests_off',
  questions: 'questions_off',
} as const satisfies Record<Exclude<Switch, 'push'>, ErrorCode>

export async function isOn(deps: Pick<Deps, 'db' | 'clock'>, name: Switch): Promise<boolean> {
  return !(await remembered.get(deps)).has(name)
}

/**
 * Reads a switch before a transaction: the answer is asserted inside, after a repeated key was
 * recognised, so that what was done before it was switched off keeps its answer.
 */
export async function readSwitch(
  deps: Pick<Deps, 'db' | 'clock'>,
  name: keyof typeof refusals,
): Promise<{ assertOn(): void }> {
  const on = await isOn(deps, name)
  return {
    assertOn() {
      if (!on) throw new AppError(refusals[name])
    },
  }
}

/** After a change in this process the next question reads the database. */
export function forgetSwitches(db: Deps['db']): void {
  remembered.forget(db)
}
