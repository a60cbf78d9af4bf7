import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { PasskeyAssertion, PasskeyRegistration } from '#contract/second-factor.ts'
import { findUser } from '#server/modules/people/users/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { guess } from './guesses.ts'
import { type Here, noteChange, noteProof, noteRefusal } from './note-second-factor.ts'
import {
  deletePasskey,
  insertPasskey,
  keepChallenge,
  listPasskeysOf,
  notePasskeyUse,
  type PasskeyRow,
  type Purpose,
  takeChallenge,
} from './second-factor.queries.ts'
import { requireSecondFactor } from './show-second-factor.ts'
import { firstRecoveryCodes, requireMayAdd } from './use-totp.ts'

type PasskeyDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'metrics' | 'urls'>

const CHALLENGE_MS = 5 * MINUTE_MS

/** Host to which passkeys are bound (WebAuthn, "Relying Party ID"). */
const hostOf = ({ urls }: Pick<Deps, 'urls'>) => new URL(urls.site).hostname

function expected(deps: Pick<Deps, 'urls'>, challenge: string) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: new URL(deps.urls.site).origin,
    expectedRPID: hostOf(deps),
    requireUserVerification: false,
  }
}

/** Fields of an answer that the library demands and never reads. */
const UNREAD = { authenticatorAttachment: 'platform', clientExtensionResults: {} } as const

/** Options that the browser passes to the authenticator. Errors: `register` as `requireMayAdd`. */
export async function passkeyOptions(
  deps: PasskeyDeps,
  actor: Here,
  purpose: Purpose,
): Promise<Record<string, unknown>> {
  if (purpose === 'register') await requireMayAdd(deps, actor)
  const known = await listPasskeysOf(deps.db, actor.userId)
  const options =
    purpose === 'register'
      ? await registrationOptions(deps, actor, known)
      : await generateAuthenticationOptions({
          rpID: hostOf(deps),
          allowCredentials: known.map(({ credentialId: id }) => ({ id })),
          userVerification: 'preferred',
        })
  const { sessionId } = actor
  const expiresAt = addMs(deps.clock.now(), CHALLENGE_MS)
  await keepChallenge(deps.db, { sessionId, purpose, challenge: options.challenge, expiresAt })
  return { ...options }
}

async function registrationOptions(
  deps: PasskeyDeps,
  { userId }: Actor,
  known: readonly PasskeyRow[],
) {
  const { email } = await findUser(deps.db, userId)
  return await generateRegistrationOptions({
    rpName: 'Cupo',
    rpID: hostOf(deps),
    userID: new TextEncoder().encode(userId),
    userName: email,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId: id }) => ({ id })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/**
 * Stores a passkey that signed our challenge. Returns recovery codes when the person has none yet.
 * Errors: `second_factor_wrong`, `second_factor_exists`, and those of `requireMayAdd`.
 */
export async function addPasskey(
  deps: PasskeyDeps,
  actor: Here,
  { name, credential }: { name: string; credential: PasskeyRegistration },
): Promise<string[] | null> {
  await requireMayAdd(deps, actor)
  const { userId } = actor
  const registered = await verifyRegistration(deps, actor, credential)
  if (!registered) {
    await noteRefusal(deps, actor, 'passkey')
    throw new AppError('second_factor_wrong')
  }
  return await inTransaction(deps.db, async (tx) => {
    const { id: credentialId, publicKey, counter, transports = [] } = registered.credential
    const added = await insertPasskey(tx, {
      id: newId(),
      userId,
      credentialId,
      publicKey: Buffer.from(publicKey),
      counter,
      transports: [...transports],
      name,
      now: deps.clock.now(),
    })
    if (!added) throw new AppError('second_factor_exists')
    await noteProof(tx, deps, actor, 'passkey')
    await noteChange(tx, deps, actor, 'added')
    return await firstRecoveryCodes(tx, deps, userId)
  })
}

type Registered = NonNullable<VerifiedRegistrationResponse['registrationInfo']>

async function verifyRegistration(
  deps: PasskeyDeps,
  { sessionId }: Actor,
  { transports: _, ...credential }: PasskeyRegistration & { transports?: unknown },
): Promise<Registered | null> {
  const now = deps.clock.now()
  const challenge = await takeChallenge(deps.db, { sessionId, purpose: 'register', now })
  if (!challenge) return null
  const { clientDataJSON, attestationObject } = credential.response
  const response = { ...credential, ...UNREAD, response: { clientDataJSON, attestationObject } }
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      ...expected(deps, challenge),
    })
    return registrationInfo ?? null
  } catch {
    // The library throws when origin, challenge, host or signature is wrong.
    return null
  }
}

/** Proves the second factor by a passkey. Errors: `second_factor_wrong`, `rate_limited`. */
export async function proveByPasskey(deps: PasskeyDeps, actor: Here, credential: PasskeyAssertion) {
  await guess(deps, actor, 'passkey', async () => {
    const now = deps.clock.now()
    const used = await verifyAssertion(deps, actor, credential)
    if (used === null) return false
    return await inTransaction(deps.db, async (tx) => {
      if (!(await notePasskeyUse(tx, { ...used, now }))) return false
      await noteProof(tx, deps, actor, 'passkey')
      return true
    })
  })
}

async function verifyAssertion(
  deps: PasskeyDeps,
  { userId, sessionId }: Actor,
  credential: PasskeyAssertion,
): Promise<{ id: string; counter: number } | null> {
  const now = deps.clock.now()
  const challenge = await takeChallenge(deps.db, { sessionId, purpose: 'prove', now })
  const keys = await listPasskeysOf(deps.db, userId)
  const key = keys.find(({ credentialId }) => credentialId === credential.id)
  if (!challenge || !key) return null
  const { clientDataJSON, authenticatorData, signature } = credential.response
  const signed = { clientDataJSON, authenticatorData, signature }
  const { credentialId: id, counter } = key
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, ...UNREAD, response: signed },
      credential: { id, publicKey: new Uint8Array(key.publicKey), counter },
      ...expected(deps, challenge),
    })
    return verified ? { id: key.id, counter: authenticationInfo.newCounter } : null
  } catch {
    return null
  }
}

/** Deletes one of the person's passkeys. Errors: `second_factor_required`, `not_found`. */
export async function removePasskey(
  deps: PasskeyDeps,
  actor: Here,
  { passkeyId: id }: { passkeyId: string },
): Promise<void> {
  const { userId } = actor
  await requireSecondFactor(deps, actor)
  await inTransaction(deps.db, async (tx) => {
    if (!(await deletePasskey(tx, { id, userId }))) throw new AppError('not_found')
    await noteChange(tx, deps, actor, 'removed')
  })
}
