import { textInForce } from '#contract/consent-texts.ts'
import { cleanEmail, emailKey } from '#contract/email-address.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { brokenUnique, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Role } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { auditUser } from './audit-user.ts'
import { recordTerms } from './consents/record-consent.ts'
import { readDocument, sealedIdentification } from './identification.ts'
import type { IdentificationType } from './person.ts'
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
  /** Whether a trusted provider, such as Google, confirmed the address. */
  emailConfirmed?: boolean | undefined
  /** Whether the person is asked to confirm the name, which is guessed. */
  nameGuessed?: boolean | undefined
  /** Roles besides passenger; used only by demo data and the back office. */
  roles?: readonly Role[] | undefined
  /** Whether the owner accepts the terms at the first visit. */
  termsLater?: boolean | undefined
}

/** Type of a document whose type was not given (spec-coverage §3). */
const DEFAULT_TYPE = 'CC'

/**
 * Creates an account. Accepts an address or document number that another account also gave: it
 * belongs to the account that proves it first.
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
  const { identificationType: type, identificationNumber: number } = input
  if (number !== undefined) readDocument(type ?? DEFAULT_TYPE, number)
  const user = await insertUser(tx, {
    id,
    email: cleanEmail(input.email),
    emailKey: emailKey(input.email),
    username: input.username ?? null,
    usernameKey: input.username === undefined ? null : usernameKey(input.username),
    firstName: input.firstName ?? null,
    lastName: input.lastName ?? null,
    nameVersion: input.nameGuessed ? 0 : 1,
    phone:
      input.phoneNumber === undefined ? null : sealedPhone(deps.secrets, id, input.phoneNumber),
    identificationType: type ?? (number === undefined ? null : DEFAULT_TYPE),
    identification:
      number === undefined
        ? null
        : sealedIdentification(deps.secrets, id, { type: type ?? DEFAULT_TYPE, number }),
    emailConfirmedAt: input.emailConfirmed ? now : null,
    roles: [...new Set<Role>(['passenger', ...(input.roles ?? [])])],
    termsVersion,
    now,
  }).catch(throwTaken)
  if (!input.termsLater) {
    const { newsletter: marketing } = input
    await recordTerms(tx, { userId: id, via: 'sign_up', marketing, texts }, now)
  }
  const details = { termsVersion, newsletter: input.newsletter ?? false }
  await auditUser(tx, id, { at: now, action: 'user.registered', details })
  return user
}

const taken: Record<string, { code: ErrorCode; field: string }> = {
  users_email_taken: { code: 'email_taken', field: 'email' },
  users_username_taken: { code: 'username_taken', field: 'username' },
  users_phone_taken: { code: 'phone_code_wrong', field: 'phone_number' },
  users_identification_taken: { code: 'identification_taken', field: 'identification_number' },
}

/** Throws the error of the field whose unique constraint was violated; rethrows other errors. */
export function throwTaken(error: unknown): never {
  const found = taken[brokenUnique(error) ?? '']
  if (!found) throw error
  const { message } = new AppError(found.code)
  throw new AppError(found.code, { fields: { [found.field]: message } })
}
