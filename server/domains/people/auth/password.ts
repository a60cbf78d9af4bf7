import { blindIndex } from '#server/platform/crypto.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Asker, hashPool } from './hash-pool.ts'

const pool = hashPool()

const STRANGER: Asker = { known: false }

/** Checked for an unknown account, so that it takes as long as for a known one. */
const DUMMY_HASH = [
  '$argon2id$v=19$m=19456,t=2,p=1$',
  'NYf0UOYYudlDoXY259hVBw$8+2Foi50sAMvzb1UPXmuN+leZWI0Uz15JWyL/lBOfBY',
].join('')

/** One text for the ways in which keyboards compose the same letters (NIST SP 800-63B §3.1.1.2). */
export function normalise(password: string): string {
  return password.normalize('NFKC')
}

/**
 * Refuses callers for whom the queue is full, before anything is counted or read for them, so that
 * a request of a flood costs almost nothing. Errors: `busy`.
 */
export function assertRoom(asker: Asker): void {
  if (pool.isFull(asker)) throw new AppError('busy')
}

/** Errors: `busy` when too many are waiting. */
export async function hashPassword(password: string, asker = STRANGER): Promise<string> {
  return String(await pool.run({ password: normalise(password) }, asker))
}

const SALT_BYTES = 16

/**
 * The hash of a password for an address that nobody proved: equal for the same address and
 * password, so that it can be looked up. The salt of an address depends on a key that is not in the
 * database. Errors: `busy` when too many are waiting.
 */
export async function hashForAddress(
  key: Buffer,
  { emailKey, password }: { emailKey: string; password: string },
  asker = STRANGER,
): Promise<string> {
  const salt = blindIndex(key, `password-salt|${emailKey}`).subarray(0, SALT_BYTES)
  return String(await pool.run({ password: normalise(password), salt }, asker))
}

/**
 * Whether the password is that of the hash; false for an account that does not exist, after the
 * same work. Errors: `busy`.
 */
export async function checkPassword(
  passwordHash: string | undefined,
  password: string,
  asker = STRANGER,
): Promise<boolean> {
  const task = { password: normalise(password), hash: passwordHash ?? DUMMY_HASH }
  return (await pool.run(task, asker)) === true && passwordHash !== undefined
}
