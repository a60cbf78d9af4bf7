import { emailKey } from '#contract/email-address.ts'
import { ensureWallet } from '#server/modules/bank/ledger/index.ts'
import { readSwitch } from '#server/modules/foundation/switches/index.ts'
import {
  type CreateUser,
  createUser,
  findUserIdByEmailKey,
  mailStranger,
} from '#server/modules/people/users/index.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { countHit, readHits, releaseHit } from '#server/platform/http/rate-limit.queries.ts'
import { limitHits, subscriberOf } from '#server/platform/http/rate-limit.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { accountExists } from './auth.messages.ts'
import { findUnprovedByHash, insertCredentials } from './auth.queries.ts'
import { hashForAddress, hashPassword } from './password.ts'
import { assertStrong } from './password-rules.ts'

/** Job that mails the address given at sign-up. */
export const SIGNED_UP_JOB = 'account.signed-up'

/** Returns the ledger account of the person's wallet; opens it if sign-up was interrupted. */
export async function openOwnWallet(deps: ReadDeps, { userId }: ActorId): Promise<string> {
  return await inTransaction(deps.db, (tx) => ensureWallet(tx, userId, deps.clock.now()))
}

type SignUpDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'metrics'>

/** Accounts that one network can make. The route bounds forms, refused ones too. */
const MADE_MAX = { max: 20, windowSeconds: 3600 }

/**
 * `ip`: caller's address; absent for accounts that the program itself makes. `passwordHash`: made
 * before, for many proved addresses with one password.
 */
export type SignUp = CreateUser & { password: string; ip?: string; passwordHash?: string }

/**
 * Creates an account with a password. Of one network at most twenty in an hour are made: a form
 * that made none is not counted. Errors: `rate_limited`, and those of `makeAccount`.
 */
export async function signUp(deps: SignUpDeps, input: SignUp): Promise<string> {
  if (input.ip === undefined) return (await makeAccount(deps, input)).id
  const key = `signed-up:${subscriberOf(input.ip)}`
  let isNew = false
  try {
    await limitHits(deps, { key, ...MADE_MAX })
    const made = await makeAccount(deps, input)
    isNew = made.isNew
    return made.id
  } finally {
    if (!isNew) await releaseHit(deps.db, key)
  }
}

/**
 * Creates an account with a password and a wallet; returns the person's id. The address is
 * unproved. An address that another account proved is refused and its owner told by mail, except to
 * a network that got many such answers: that gets the answer of a free address. A repeat with the
 * same address and password returns the same account. Errors: `email_taken`, `username_taken`,
 * `weak_password`, `busy`, `sign_ups_off`.
 */
async function makeAccount(deps: SignUpDeps, input: SignUp) {
  const { email, username, firstName, lastName, ip } = input
  assertStrong(input.password, { email, names: [username, firstName, lastName] })
  const key = emailKey(email)
  const addressSalt = !input.emailConfirmed
  const passwordHash = addressSalt
    ? await hashForAddress(deps.secrets.indexKey, { emailKey: key, password: input.password })
    : (input.passwordHash ?? (await hashPassword(input.password)))
  const signUps = await readSwitch(deps, 'sign_ups')
  const hears = ip !== undefined && (await hearsOfTaken(deps, ip))
  const made = await inTransaction(deps.db, async (tx) => {
    const earlier = await findUnprovedByHash(tx, { emailKey: key, passwordHash })
    if (!earlier) signUps.assertOn()
    if (!earlier && hears && (await findUserIdByEmailKey(tx, key))) {
      await mailStranger(tx, deps, accountExists, { address: email, data: {} })
      return null
    }
    const id = earlier ?? (await register(tx, deps, { ...input, passwordHash, addressSalt }))
    if (addressSalt) await enqueue(tx, deps.clock, { name: SIGNED_UP_JOB, payload: { userId: id } })
    return { id, isNew: !earlier }
  })
  if (made !== null) return made
  if (ip !== undefined) await countTaken(deps, ip)
  throw new AppError('email_taken')
}

async function register(
  tx: Tx,
  deps: SignUpDeps,
  input: CreateUser & { passwordHash: string; addressSalt: boolean },
): Promise<string> {
  const now = deps.clock.now()
  const { passwordHash, addressSalt } = input
  const { id: userId } = await createUser(tx, deps, input)
  await insertCredentials(tx, { userId, passwordHash, addressSalt, now })
  await ensureWallet(tx, userId, now)
  return userId
}

/** Sign-ups of one network that may be told `email_taken`, before an hour without (decision 21). */
const TAKEN_ANSWERS_MAX = 10

const neutralKey = (ip: string) => `email-taken-neutral:${subscriberOf(ip)}`

/** Returns whether a sign-up from this network may be told that an address has an account. */
async function hearsOfTaken({ db, clock }: ReadDeps, ip: string): Promise<boolean> {
  return (await readHits(db, { key: neutralKey(ip), now: clock.now() })) === 0
}

/** Counts an answer `email_taken`; the tenth within an hour starts the hour without. */
async function countTaken({ db, clock }: ReadDeps, ip: string): Promise<void> {
  const now = clock.now()
  const windowEndsAt = addMs(now, HOUR_MS)
  const { hits } = await countHit(db, { key: `email-taken:${subscriberOf(ip)}`, now, windowEndsAt })
  if (hits >= TAKEN_ANSWERS_MAX) {
    await countHit(db, { key: neutralKey(ip), now, windowEndsAt })
  }
}
