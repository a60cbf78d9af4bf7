import { z } from 'zod'
import { emailKey } from '#contract/email-address.ts'
import {
  findUser,
  findUserIdByEmailKey,
  mailStranger,
  markEmailConfirmed,
} from '#server/modules/people/users/index.ts'
import { DAY_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { SourceLimit } from '#server/platform/http/rate-limit.ts'
import type { Actor, ActorId } from '#server/platform/http/session.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { accountExists, emailConfirm } from './auth.messages.ts'
import { assertPasswordOf } from './credentials.ts'
import { makeLinkWithCode } from './mail-code.ts'
import { assertLinkRoom, LINK_MS, type Presented, readLink, spendLink } from './mail-link.ts'
import { SIGNED_UP_JOB } from './sign-up.ts'

const Waiting = z.object({ userId: z.uuid() })

/** Sends the confirmation mail again. The answer does not tell whether the address is taken. */
export async function askConfirmation(deps: ReadDeps, { userId }: ActorId): Promise<void> {
  await inTransaction(deps.db, (tx) => queueConfirmation(tx, deps, { userId }))
}

/** Enqueues the confirmation mail of an address that is not proved. */
export async function queueConfirmation(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { userId }: ActorId,
): Promise<void> {
  await enqueue(tx, clock, { name: SIGNED_UP_JOB, payload: { userId } })
}

/** Mails the address given at sign-up: a link that confirms it or, if it is taken, a notice. */
export async function mailConfirmation(deps: ActDeps, payload: unknown): Promise<void> {
  const { userId } = Waiting.parse(payload)
  await inTransaction(deps.db, async (tx) => {
    const { email, email_confirmed_at } = await findUser(tx, userId)
    if (email_confirmed_at) return
    if (await findUserIdByEmailKey(tx, emailKey(email))) {
      await mailStranger(tx, deps, accountExists, { address: email, data: {} })
      return
    }
    const made = await makeLinkWithCode(tx, deps, { userId, purpose: 'email_confirm', email })
    const data = { ...made, days: LINK_MS.email_confirm / DAY_MS }
    await mailStranger(tx, deps, emailConfirm, { address: email, data })
  })
}

export type ConfirmAddress = {
  token: string
  password: string | undefined
  actor: Actor | null
  source: SourceLimit
}

/**
 * Marks the address of an account as proved. The link alone is not enough: the owner of the address
 * could open the link of a stranger's sign-up by mistake. A session of that account or its password
 * is required too. Errors: `link_invalid`, `wrong_password`, `email_taken`, `busy`.
 */
export async function confirmAddress(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'metrics' | 'secrets'>,
  input: ConfirmAddress,
): Promise<void> {
  const { token } = input
  const link = await readLink(deps, { purpose: 'email_confirm', token }, input.source)
  if (input.actor?.userId !== link.userId) {
    await assertLinkRoom(deps, token)
    await assertPasswordOf(deps.db, link.userId, input.password)
  }
  await inTransaction(deps.db, (tx) => useAddressLink(tx, deps, link))
}

/** Uses the link of a sign-up: its address is proved. Errors: `link_invalid`, `email_taken`. */
export async function useAddressLink(tx: Tx, deps: Pick<Deps, 'clock'>, presented: Presented) {
  const { userId, email } = await spendLink(tx, deps, presented)
  const user = await findUser(tx, userId)
  if (email === null || emailKey(email) !== emailKey(user.email)) {
    throw new AppError('link_invalid')
  }
  await markEmailConfirmed(tx, { userId, at: deps.clock.now() })
}
