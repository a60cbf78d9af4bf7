import { blindIndex } from '#server/platform/crypto.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Asker, hashPool } from './hash-pool.ts'

const pool = hashPool()

const STRANGER: Asker = { known: false }

/** Compared for an unknown account, so that the check takes as long as for a known one. */
const DUMMY_HASH = [
  '$argon2id$v=19$m=19456,t=2,p=1$',
  'NYf0UOYYudlDoXY259hVBw$8+2Foi50sAMvzb1UPXmuN+leZWI0Uz15JWyL/lBOfBY',
].join('')

/** Keyboards compose the same letters in different ways (NIST SP 800-63B §3.1.1.2). */
export function normalise(password: string): string {
  return password.normalize('NFKC')
}

/** Refuses a caller before any work when the hash queue is full. Errors: `busy`. */
export function assertRoom(asker: Asker): void {
  if (pool.isFull(asker)) throw new AppError('busy')
}

/** Hashes a password. Errors: `busy` when the queue is full. */
export async function hashPassword(password: string, asker = STRANGER): Promise<string> {
  return String(await pool.run({ password: normalise(password) }, asker))
}

const SALT_BYTES = 16

/**
 * Hashes a password for an unproved address. The hash is equal for the same address and password,
 * so that it can be looked up; the salt depends on a key outside the database. Errors: `busy`.
 */
export async function hashForAddress(
  key: Buffer,
  { emailKey, password }: { emailKey: string; password: string },
  asker = STRANGER,
): Promise<string> {
  const salt = blindIndex(key, `password-salt|${emailKey}`).subarray(0, SALT_BYTES)
  return String(await pool.run({ password: normalise(password), salt }, asker))
}

/** Whether the password matches; without account false, after the same work. Errors: `busy`. */
export async function checkPassword(
  passwordHash: string | undefined,
  password: string,
  asker = STRANGER,
): Promise<boolean> {
  const task = { password: normalise(password), hash: passwordHash ?? DUMMY_HASH }
  return (await pool.run(task, asker)) === true && passwordHash !== undefined
}
