import { hash, verify } from '@node-rs/argon2'
import { keyedSemaphore } from '#server/platform/semaphore.ts'

/** As the OWASP Password Storage Cheat Sheet asks for: Argon2id (2), 19 MiB, 2 passes, 1 lane. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing takes a core for tens of milliseconds: two at once, fifty waiting, the rest refused. */
const gate = keyedSemaphore(2, 50)

/** What an unknown account is checked against, so that it takes as long as a known one. */
const DUMMY_HASH = [
  '$argon2id$v=19$m=19456,t=2,p=1$',
  'NYf0UOYYudlDoXY259hVBw$8+2Foi50sAMvzb1UPXmuN+leZWI0Uz15JWyL/lBOfBY',
].join('')

/** One text for the ways in which keyboards compose the same letters (NIST SP 800-63B §3.1.1.2). */
function normalise(password: string): string {
  return password.normalize('NFKC')
}

/** Errors: `busy` when too many are waiting. */
export function hashPassword(password: string): Promise<string> {
  return gate('argon2', () => hash(normalise(password), PARAMETERS))
}

/**
 * Whether the password is that of the hash; false for an account that does not exist, after the
 * same work. Errors: `busy`.
 */
export async function checkPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const matches = await gate('argon2', () =>
    verify(passwordHash ?? DUMMY_HASH, normalise(password)),
  )
  return matches && passwordHash !== undefined
}
