import { randomInt, timingSafeEqual } from 'node:crypto'
import { emailKey } from '#contract/email-address.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { blindIndex } from '#server/platform/crypto.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps, TellDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { releaseHit } from '#server/platform/http/rate-limit.queries.ts'
import { limitHits } from '#server/platform/http/rate-limit.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { tryMailCode } from './account.queries.ts'
import { makeLink, type Presented } from './mail-link.ts'

/** Time that the code beside a mailed link is valid, shorter than the link. */
const CODE_MS = 30 * MINUTE_MS
const CODE_TRIES = 5
/** Wrong codes for one address a day, over all accounts that claim it: 0.002 % are guessed. */
const WRONG_A_DAY = { max: 20, windowSeconds: DAY_MS / 1000 }

type CodedPurpose = 'email_confirm' | 'email_change'
type Coded = { userId: string; purpose: CodedPurpose; email: string }

/** Creates a link and six digits that do the same for its account; a new mail voids both. */
export async function makeLinkWithCode(
  tx: Tx,
  deps: TellDeps,
  link: Coded,
): Promise<{ path: string; code: string; codeMinutes: number }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const path = await makeLink(tx, deps, { ...link, codeHash: digest(deps, link, code) })
  const codeMinutes = CODE_MS / MINUTE_MS
  return { path, code: `${code.slice(0, 3)} ${code.slice(3)}`, codeMinutes }
}

/**
 * The link of the code that this account got by mail. Each attempt counts before it is compared.
 * Errors: `mail_code_wrong`, `rate_limited`.
 */
export async function linkOfCode(
  deps: Pick<Deps, 'db' | 'clock' | 'metrics' | 'secrets'>,
  { userId }: ActorId,
  { purpose, code }: { purpose: CodedPurpose; code: string },
): Promise<Presented> {
  const mailedAfter = addMs(deps.clock.now(), -CODE_MS)
  const kept = await tryMailCode(deps.db, { userId, purpose, triesMax: CODE_TRIES, mailedAfter })
  if (!kept?.email || !kept.codeHash) throw new AppError('mail_code_wrong')
  const { email, tokenHash, codeHash } = kept
  const address = blindIndex(deps.secrets.indexKey, `mail-code-of|${emailKey(email)}`)
  const key = `mail-code:${address.toString('hex').slice(0, 32)}`
  await limitHits(deps, { key, ...WRONG_A_DAY })
  if (!timingSafeEqual(codeHash, digest(deps, { userId, purpose, email }, code))) {
    throw new AppError('mail_code_wrong')
  }
  await releaseHit(deps.db, key)
  return { purpose, tokenHash }
}

function digest(deps: Pick<Deps, 'secrets'>, { userId, purpose, email }: Coded, code: string) {
  const bound = `mail-code|${purpose}|${userId}|${emailKey(email)}|${code}`
  return blindIndex(deps.secrets.indexKey, bound)
}
