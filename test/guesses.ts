import { emailKey } from '#contract/email-address.ts'
import { countAttempt } from '#server/modules/people/access/auth/login-throttle.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'

const source = { count: async () => {}, takeBack: async () => {} }

/**
 * Counts wrong passwords for an account, each from another network, up to the common limit of all
 * networks. No password is hashed: a hash costs as much as in production, with the lowest priority,
 * and a hundred hashes took 30 s in parallel with other tests.
 */
export async function countGuesses(deps: Deps, email: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const attempt = { emailKey: emailKey(email), ip: `100.64.${n}.1`, device: undefined, source }
    await countAttempt(deps, attempt).catch(refusedAttempt)
  }
}

function refusedAttempt(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error
}
