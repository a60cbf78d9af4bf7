import { z } from 'zod'
import { emailKey } from '#contract/email-address.ts'
import { walletTotals } from '#server/modules/bank/ledger/index.ts'
import {
  findUser,
  findUserIdByEmailKey,
  listUnprovedIdsByEmailKey,
  tellUser,
} from '#server/modules/people/users/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { sha256, sha256Hex } from '#server/platform/crypto.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { limitHits, type SourceLimit, subscriberOf } from '#server/platform/http/rate-limit.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { openPayload, sealPayload } from '#server/platform/jobs/sealed-payload.ts'
import { countRecoveryLinks } from './account.queries.ts'
import { recoveryLink } from './auth.messages.ts'
import { isDeviceOf } from './known-device.ts'
import { LINK_MS, makeLink } from './mail-link.ts'
import { hashPassword } from './password.ts'
import { assertStrong } from './password-rules.ts'

export const RECOVERY_JOB = 'account.recovery'

/** Maximum requests for one address from one network, one known device or one session. */
const PER_ASKER = { max: 5, windowSeconds: 3600 }

/**
 * Maximum valid links of one account, counted separately for requests by strangers and requests
 * from the account's own devices. Further links are not mailed: the mailbox already holds links
 * that work, and each of them accepts the password that is typed on its page.
 */
const LINKS_AT_A_TIME = 5

const Asked = z.object({
  emailKey: z.string(),
  passwordHash: z.string(),
  /** SHA-256 of the secret in the requesting browser's cookie, base64url. */
  browserHash: z.string().optional(),
  device: z.string().nullable(),
  askedAt: z.iso.datetime(),
  /** Whether the request came from a session or a known device of the account. */
  own: z.boolean().default(false),
})

export type AskRecovery = {
  email: string
  password: string
  /** Secret stored in the requesting browser: there the mailed link needs no password. */
  browserSecret: string
  /** Description of the requesting device, for the mail. */
  device: string | null
  /** Device cookie from an earlier sign-in. */
  deviceProof: string | undefined
  actor: Actor | null
  ip: string
  source: SourceLimit
}

/**
 * Accepts a request for a new password. A later job looks up whether the address has an account, so
 * that the work here is the same for all strangers. Requests are counted per address and network; a
 * known device or a session of the account has its own count.
 * Errors: `weak_password`, `rate_limited`, `busy`.
 */
export async function askRecovery(
  deps: Pick<Deps, 'db' | 'clock' | 'metrics' | 'secrets'>,
  input: AskRecovery,
): Promise<void> {
  const key = emailKey(input.email)
  assertStrong(input.password, { email: input.email })
  const own = await ownMark(deps, input, key)
  if (!own) await input.source.count()
  const source = subscriberOf(input.ip)
  const counted = own ?? `${sha256Hex(key).slice(0, 32)}:${source}`
  await limitHits(deps, { key: `recover:${counted}`, ...PER_ASKER })
  const asker = own ? { known: true as const } : { known: false as const, source }
  const asked: z.infer<typeof Asked> = {
    emailKey: key,
    passwordHash: await hashPassword(input.password, asker),
    browserHash: sha256(input.browserSecret).toString('base64url'),
    device: input.device,
    askedAt: deps.clock.now().toISOString(),
    own: own !== null,
  }
  const payload = sealPayload(deps.secrets, RECOVERY_JOB, asked)
  await inTransaction(deps.db, (tx) => enqueue(tx, deps.clock, { name: RECOVERY_JOB, payload }))
}

/** Key of the device or session that belongs to the account; null for strangers. */
async function ownMark(
  deps: Pick<Deps, 'db' | 'secrets'>,
  { deviceProof, actor }: AskRecovery,
  key: string,
): Promise<string | null> {
  if (isDeviceOf(deps.secrets.authKey, key, deviceProof)) {
    return `device:${sha256Hex(deviceProof ?? '')}`
  }
  if (!actor) return null
  const { email, email_confirmed_at } = await findUser(deps.db, actor.userId)
  // An unproved address proves nothing: anybody can open an account with it.
  return email_confirmed_at && emailKey(email) === key ? `user:${actor.userId}` : null
}

/** Mails a recovery link if the address has an account without too many valid links. */
export async function sendRecovery(deps: ActDeps, payload: unknown): Promise<void> {
  const asked = Asked.parse(openPayload(deps.secrets, RECOVERY_JOB, payload))
  const now = deps.clock.now()
  const age = now.getTime() - new Date(asked.askedAt).getTime()
  if (age > LINK_MS.recovery) return // The job was delayed: the link has expired already.
  await inTransaction(deps.db, async (tx) => {
    const userId = await accountOfAddress(tx, asked.emailKey)
    if (!userId) return
    const { passwordHash, device, askedAt, own: askedByOwner } = asked
    const browserHash = Buffer.from(asked.browserHash ?? '', 'base64url')
    const working = await countRecoveryLinks(tx, { userId, askedByOwner, now })
    if (working >= LINKS_AT_A_TIME) return
    const known = browserHash.length > 0 ? { browserHash } : {}
    const link = { userId, purpose: 'recovery', passwordHash, askedByOwner, ...known } as const
    const path = await makeLink(tx, deps, link)
    const minutes = LINK_MS.recovery / MINUTE_MS
    const until = addMs(now, LINK_MS.recovery).toISOString()
    const data = { path, minutes, device, askedAt, until }
    await tellUser(tx, deps, recoveryLink, { userId, data })
  })
}

/**
 * Returns the account that a recovery by mail opens: the one that proved the address, else of those
 * that claim it the one with most money, then the newest. Otherwise an empty account that a
 * stranger opened could hide the one with money.
 */
async function accountOfAddress(tx: Tx, emailKey: string): Promise<string | undefined> {
  const proved = await findUserIdByEmailKey(tx, emailKey)
  if (proved) return proved
  let best: { userId: string; pesos: number } | undefined
  for (const userId of await listUnprovedIdsByEmailKey(tx, emailKey)) {
    const { available, held } = await walletTotals(tx, userId)
    const pesos = available + held
    if (!best || pesos > best.pesos) best = { userId, pesos }
  }
  return best?.userId
}
