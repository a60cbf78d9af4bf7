// Creates people for tests in the shortest way: no password is hashed, no image is uploaded.

import { sql } from 'kysely'
import { textInForce } from '#contract/consent-texts.ts'
import type { DocumentType } from '#contract/document-number.ts'
import { isStaff } from '#contract/permissions.ts'
import { openingBalance, openingTransaction } from '#server/demo/opening-balance.queries.ts'
import type { TransactionStatus } from '#server/modules/bank/gateway/index.ts'
import { ensureWallet } from '#server/modules/bank/ledger/index.ts'
import { centsOf } from '#server/modules/money/payments/payment.ts'
import { saveAttempt } from '#server/modules/money/payments/payments.queries.ts'
import {
  insertCredentials,
  insertSession,
  markSecondFactor,
} from '#server/modules/people/access/auth/auth.queries.ts'
import { openSession } from '#server/modules/people/access/auth/open-session.ts'
import { networkDigest } from '#server/modules/people/access/auth/proof-place.ts'
import {
  acceptPhoto,
  createUser,
  findUser,
  makeDriver,
  markIdentityVerified,
  recordConsent,
} from '#server/modules/people/users/index.ts'
import { updatePhoneProved } from '#server/modules/people/users/phone.queries.ts'
import {
  savePhotoRow,
  updateIdentityVerified,
  updatePhotoVersion,
} from '#server/modules/people/users/users.queries.ts'
import type { DocumentKind } from '#server/modules/people/verification/document.ts'
import { insertVehicle } from '#server/modules/people/verification/verification.queries.ts'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import { sha256 } from '#server/platform/crypto.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Role, signAccessToken } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { ownAddress } from './http-client.ts'

export const TEST_PASSWORD = 'Clave de prueba 1'

/** Default phone number of every test person, because numbers are not unique. */
export const TEST_PHONE = '+573001234567'

/**
 * Argon2id hash of TEST_PASSWORD with the smallest allowed memory and passes. A hash is checked
 * with its own parameters; those of passwords/hash-worker.ts made a test of 160 guesses take 11 s.
 */
const TEST_PASSWORD_HASH = [
  '$argon2id$v=19$m=8,t=1,p=1$',
  'BeYAp/q+Agbvl4mymhfZlg$tKLIkTLblfjxbAxmhWWDobZKqhNEvmQbN/NxN+x377E',
].join('')

export type TestUser = {
  userId: string
  email: string
  password: string
  /** Access token; the test's clock decides when it expires. */
  token: string
  sessionId: string
}

type NewTestUser = {
  roles?: readonly Role[]
  email?: string
  firstName?: string
  lastName?: string
  /** Whether the person has confirmed the address; true by default. */
  emailConfirmed?: boolean
  /** Phone number as it is dialled; null for a person without a number. */
  phone?: string | null
  /**
   * Whether a verifier approved the identity; by default true for the team, who sign, and false for
   * others.
   */
  verified?: boolean
  /** Type and number of the document; by default a number that nobody else has. */
  document?: [type: DocumentType, number: string]
}

/** Creates a signed-in person with an open wallet. */
export async function aUser(deps: Deps, options: NewTestUser = {}): Promise<TestUser> {
  const email = options.email ?? `persona-${newId()}@correo.test`
  const sessionId = newId()
  const now = deps.clock.now()
  const verified = options.verified ?? isStaff(options.roles ?? [])
  const user = await inTransaction(deps.db, async (tx) => {
    const created = await createUser(tx, deps, {
      email,
      firstName: options.firstName ?? 'Laura',
      lastName: options.lastName ?? 'Gómez',
      roles: options.roles,
      emailConfirmed: options.emailConfirmed ?? true,
      phoneNumber: (options.phone === undefined ? TEST_PHONE : options.phone) ?? undefined,
      ...(verified && aDocument(options.document)),
    })
    if (verified) {
      await updateIdentityVerified(tx, { userId: created.id, birthDate: '1988-02-03', at: now })
    }
    await insertCredentials(tx, { userId: created.id, passwordHash: TEST_PASSWORD_HASH, now })
    await insertSession(tx, {
      id: sessionId,
      userId: created.id,
      refreshHash: sha256(newId()),
      userAgent: null,
      mobile: false,
      now,
      expiresAt: addMs(now, 365 * DAY_MS),
    })
    // The proof lasts a year, so that it is valid after a test has moved its clock.
    if (isStaff(created.roles)) await proveEverywhere(tx, deps, sessionId, addMs(now, 365 * DAY_MS))
    await ensureWallet(tx, created.id, now)
    if (options.phone !== null) await asProved(tx, created.id, now)
    return created
  })
  const token = await freshToken(deps, { userId: user.id, sessionId, roles: user.roles })
  return { userId: user.id, email, password: TEST_PASSWORD, token, sessionId }
}

function aDocument([type, number]: NewTestUser['document'] = ['PAS', newId().slice(-12)]) {
  return { identificationType: type, identificationNumber: number }
}

/** Uses a unique index for the proved number, because test people have the same number. */
async function asProved(tx: Tx, id: string, at: Date): Promise<void> {
  const { phone_sealed: sealed } = await findUser(tx, id)
  if (sealed) await updatePhoneProved(tx, { id, sealed, index: sha256(newId()), at })
}

/** Signs the same person in on another device, in another session. */
export async function anotherSession(deps: Deps, user: TestUser): Promise<TestUser> {
  const { userId } = user
  const { sessionId } = await inTransaction(deps.db, (tx) =>
    openSession(tx, deps, { userId, userAgent: null, mobile: false }),
  )
  return { ...user, sessionId, token: await freshToken(deps, { userId, sessionId }) }
}

/** Marks a session as proved by a second factor in the networks from which tests call. */
export async function proveEverywhere(
  tx: Tx,
  deps: Pick<Deps, 'secrets'>,
  sessionId: string,
  at: Date,
): Promise<void> {
  for (const ip of ['127.0.0.1', '::1', ownAddress(1)]) {
    const network = networkDigest(deps, { sessionId, ip })
    await markSecondFactor(tx, { sessionId, now: at, network, device: null })
  }
}

/** Marks sessions as proved by a second factor, as when the team signs in. */
export async function proveSessions(deps: Deps, sessionIds: readonly string[]): Promise<void> {
  const at = addMs(deps.clock.now(), 365 * DAY_MS)
  await inTransaction(deps.db, async (tx) => {
    for (const sessionId of sessionIds) await proveEverywhere(tx, deps, sessionId, at)
  })
}

/** Tokens by what they say. Most calls of a test are made at one moment by the same people. */
const signed = new WeakMap<Uint8Array, Map<string, string>>()

/**
 * Returns another access token of the same session, for tests that move the clock past 15 minutes.
 */
export async function freshToken(
  deps: Deps,
  user: { userId: string; sessionId: string; roles?: readonly Role[] },
): Promise<string> {
  const { authKey } = deps.secrets
  const actor = { userId: user.userId, sessionId: user.sessionId, roles: user.roles ?? [] }
  const now = deps.clock.now()
  const said = JSON.stringify([actor, now])
  const known = signed.get(authKey) ?? new Map<string, string>()
  signed.set(authKey, known)
  const token = known.get(said) ?? (await signAccessToken(authKey, actor, now)).token
  known.set(said, token)
  return token
}

export type TestDriver = TestUser & { vehicleId: string }

/** Creates a person who may publish: documents valid for a year, a car with five seats, a photo. */
export async function aVerifiedDriver(
  deps: Deps,
  options: NewTestUser & { seats?: number; year?: number; photo?: boolean } = {},
): Promise<TestDriver> {
  const user = await aUser(deps, { firstName: 'Carlos', lastName: 'Rojas', ...options })
  const vehicleId = newId()
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await insertVehicle(tx, {
      id: vehicleId,
      ownerId: user.userId,
      plate: aPlate(),
      brand: 'Renault',
      model: 'Logan',
      color: 'Gris',
      year: options.year ?? 2019,
      seats: options.seats ?? 5,
      now,
    })
    await approvedDocuments(tx, { ownerId: user.userId, vehicleId, now })
    const verified = { userId: user.userId, verifierId: user.userId, at: now }
    await markIdentityVerified(tx, { ...verified, birthDate: '1990-05-17' })
    await makeDriver(tx, verified)
    if (options.photo !== false) await acceptedPhoto(tx, deps, verified)
  })
  return { ...user, vehicleId }
}

/** A grey pixel as WebP. */
const PIXEL = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAABQAQCdASoBAAEAAUAmJaQABYwAAP6igAA=', 'base64')

/** Gives a driver a profile photo, which publishing requires, with its consent. */
async function acceptedPhoto(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { userId, verifierId, at }: { userId: string; verifierId: string; at: Date },
): Promise<void> {
  const version = sha256(userId).toString('hex').slice(0, 12)
  const { version: text } = textInForce('profile_photo', bogotaDate(deps.clock.now()))
  await recordConsent(tx, { userId, purpose: 'profile_photo', version: text, given: true }, at)
  await savePhotoRow(tx, { userId, image: PIXEL, small: PIXEL, at })
  await updatePhotoVersion(tx, { userId, version })
  await acceptPhoto(tx, { userId, version, verifierId, at })
}

export function aPlate(): string {
  const letters = Array.from({ length: 3 }, () =>
    String.fromCharCode(65 + Math.floor(Math.random() * 26)),
  )
  return letters.join('') + String(Math.floor(Math.random() * 1000)).padStart(3, '0')
}

async function approvedDocuments(
  tx: Tx,
  input: { ownerId: string; vehicleId: string; now: Date },
): Promise<void> {
  const inOneYear = bogotaDate(addMs(input.now, 365 * DAY_MS))
  const kinds: [DocumentKind, { car: boolean; expires: boolean }][] = [
    ['identity_front', { car: false, expires: false }],
    ['identity_back', { car: false, expires: false }],
    ['licence', { car: false, expires: true }],
    ['property_card', { car: true, expires: false }],
    ['soat', { car: true, expires: true }],
    ['insurance', { car: true, expires: true }],
    ['rtm', { car: true, expires: true }],
    ['vehicle_photo', { car: true, expires: false }],
    ['vehicle_back', { car: true, expires: false }],
    ['vehicle_side', { car: true, expires: false }],
    ['vehicle_inside', { car: true, expires: false }],
  ]
  const papers = kinds.map(([kind, { car, expires }]) => ({
    id: newId(),
    vehicle_id: car ? input.vehicleId : null,
    kind,
    expires_on: expires ? inOneYear : null,
    birth_date: kind === 'identity_front' ? '1990-05-17' : null,
    storage_key: `factory-${newId()}`,
    sha256: `\\x${sha256(newId()).toString('hex')}`,
    policy: kind === 'insurance' ? { insurer: 'Seguros del Sur', number: '88123' } : null,
  }))
  // One statement: eleven took 3 ms more for each driver.
  await sql`
    insert into documents (id, owner_id, vehicle_id, kind, status, expires_on, birth_date,
      storage_key, content_type, sha256, policy, created_at, identification_version)
    select d.id, u.id, d.vehicle_id, d.kind, 'approved', d.expires_on, d.birth_date,
      d.storage_key, 'image/webp', d.sha256, d.policy, ${input.now}::timestamptz,
      u.identification_version
    from jsonb_populate_recordset(null::documents, ${JSON.stringify(papers)}::jsonb) as d,
      users u
    where u.id = ${input.ownerId}`.execute(tx)
}

/** Funds a person's wallet by an approved top-up; returns the wallet's account. */
export async function aFundedWallet(
  deps: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  pesos: number,
  paid: Paid = {},
): Promise<string> {
  return (await anApprovedTopUp(deps, userId, pesos, paid)).wallet
}

/** Method and time of a top-up; by default by card and now. */
type Paid = { method?: string; now?: Date }

/** A top-up paid long enough ago that all of it may be withdrawn. */
export function matured(now: Date): Paid {
  return { method: 'PSE', now: addMs(now, -4 * DAY_MS) }
}

/** Creates a payment that the gateway approved, and credits it. */
export async function anApprovedTopUp(
  deps: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  pesos: number,
  paid: Paid = {},
): Promise<{ paymentId: string; transactionId: string; wallet: string }> {
  const paymentId = newId()
  const opening = { paymentId, userId, pesos, now: deps.clock.now(), ...paid }
  const wallet = await inTransaction(deps.db, (tx) => openingBalance(tx, opening))
  return { paymentId, transactionId: openingTransaction(paymentId), wallet }
}

/** Records the gateway's report about a transaction of a payment, as if it was read there. */
export function anAttempt(
  tx: Tx,
  attempt: {
    paymentId: string
    transactionId: string
    pesos: number
    status: TransactionStatus
    now: Date
    /** Payment method; Nequi when absent. */
    method?: string
  },
): Promise<void> {
  const { paymentId, transactionId: id, pesos, status, now, method = 'NEQUI' } = attempt
  const amount = { amountInCents: centsOf(pesos), currency: 'COP', method }
  const transaction = { id, status, ...amount, createdAt: now }
  return saveAttempt(tx, { transaction, paymentId, payerIndex: null, now })
}
