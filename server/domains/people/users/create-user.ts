import { textInForce } from '#contract/consent-texts.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { recordTerms } from '#server/domains/foundation/consents/consents.public.ts'
import { recordAudit } from '#server/platform/audit.queries.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { blindIndex } from '#server/platform/crypto.ts'
import { brokenUnique, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Role } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { sealIdentification } from './identification.ts'
import { emailKey, type IdentificationType, identificationKey } from './person.ts'
import { sealedPhone } from './sealed-phone.ts'
import { assertUsername, usernameKey } from './username.ts'
import { insertUser, type UserRow } from './users.queries.ts'

export type CreateUser = {
  email: string
  username?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  phoneNumber?: string | undefined
  identificationType?: IdentificationType | undefined
  identificationNumber?: string | undefined
  /** Whether the person wants news by mail (`suscriptions`); stored with the consent. */
  newsletter?: boolean | undefined
  /**
   * Whether a trusted provider, such as Google, confirmed that the address belongs to the person.
   */
  emailConfirmed?: boolean | undefined
  /** Roles besides passenger; used only by demo data and the back office. */
  roles?: readonly Role[] | undefined
  /**
   * Whether the owner accepts the terms at the first visit, as for accounts from Google or Apple.
   */
  termsLater?: boolean | undefined
}

/**
 * Creates an account for a person who accepted the terms, or is asked for them later. Accepts an
 * address or document number that another account also gave: it belongs to the account that proves
 * it first.
 * Errors: `username_taken`, `username_reserved`; with `emailConfirmed`, `email_taken`.
 */
export async function createUser(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'secrets' | 'consentTexts'>,
  input: CreateUser,
): Promise<UserRow> {
  assertUsername(input.username)
  const id = newId()
  const now = deps.clock.now()
  const texts = deps.consentTexts
  const termsVersion = input.termsLater
    ? null
    : textInForce('terms', bogotaDate(now), texts).version
  const user = await insertUser(tx, {
    id,
    email: input.email.trim(),
    emailKey: emailKey(input.email),
    username: input.username ?? null,
    usernameKey: input.username === undefined ? null : usernameKey(input.username),
    firstName: input.firstName ?? null,
    lastName: input.lastName ?? null,
    phone:
      input.phoneNumber === undefined ? null : sealedPhone(deps.secrets, id, input.phoneNumber),
    ...identification(deps, id, input),
    emailConfirmedAt: input.emailConfirmed ? now : null,
    roles: [...new Set<Role>(['passenger', ...(input.roles ?? [])])],
    termsVersion,
    now,
  }).catch((error: unknown) => {
    throw asTaken(error)
  })
  if (!input.termsLater) {
    const { newsletter: marketing } = input
    await recordTerms(tx, { userId: id, via: 'sign_up', marketing, texts }, now)
  }
  await recordAudit(tx, {
    at: now,
    actorId: id,
    action: 'user.registered',
    subjectKind: 'user',
    subjectId: id,
    details: { termsVersion, newsletter: input.newsletter ?? false },
  })
  return user
}

function identification(deps: Pick<Deps, 'secrets'>, userId: string, input: CreateUser) {
  const number = input.identificationNumber
  if (number === undefined) {
    return {
      identificationType: input.identificationType ?? null,
      identificationSealed: null,
      identificationIndex: null,
    }
  }
  const type = input.identificationType ?? 'CC' // spec-coverage §3: the default.
  return {
    identificationType: type,
    identificationSealed: sealIdentification(deps.secrets, userId, number),
    identificationIndex: blindIndex(deps.secrets.indexKey, identificationKey(type, number)),
  }
}

const taken: Record<string, { code: ErrorCode; field: string }> = {
  users_email_taken: { code: 'email_taken', field: 'email' },
  users_username_taken: { code: 'username_taken', field: 'username' },
  users_phone_taken: { code: 'phone_code_wrong', field: 'phone_number' },
  users_identification_taken: { code: 'identification_taken', field: 'identification_number' },
}

/** Maps a unique constraint violation to the error of its field; returns other errors unchanged. */
export function asTaken(error: unknown): unknown {
  const found = taken[brokenUnique(error) ?? '']
  if (!found) return error
  const plain = new AppError(found.code)
  return new AppError(found.code, { fields: { [found.field]: plain.message } })
}
