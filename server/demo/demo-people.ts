import { emailKey } from '#contract/email-address.ts'
import { hashPassword, signUp } from '#server/modules/people/access/index.ts'
import {
  acceptPhoto,
  declareWoman,
  findUser,
  findUserIdByEmailKey,
  makeDriver,
  markIdentityVerified,
  provePhone,
  setPhoto,
} from '#server/modules/people/users/index.ts'
import {
  addVehicle,
  reviewDocument,
  uploadDocument,
} from '#server/modules/people/verification/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { derivedId } from '#server/platform/ids.ts'
import { insertPapers } from './demo.queries.ts'
import { documentsOf, oldPapersOf } from './documents.ts'
import { openingBalance } from './opening-balance.queries.ts'
import { DEMO_PASSWORD, type DemoDriver, type DemoPerson } from './people.ts'
import { portrait } from './portrait.ts'
import { daysAgo } from './times.ts'

/** Age of the accounts in days: above PHOTO_DAYS, so that documents need no photos. */
const SINCE_DAYS = 200

/** Returns the user id of a demonstration person; undefined before its account is written. */
export function findDemoId(deps: Pick<Deps, 'db'>, who: Pick<DemoPerson, 'email'>) {
  return findUserIdByEmailKey(deps.db, emailKey(who.email))
}

/** Returns the user id of a demonstration person, and creates the account if it is missing. */
export async function demoAccount(deps: Deps, who: DemoPerson): Promise<string> {
  const userId = (await findDemoId(deps, who)) ?? (await signUpDemo(deps, who))
  // An older demonstration account has no proved phone, which booking and publishing require.
  if (!(await findUser(deps.db, userId)).phone_proved_at) {
    const phone = who.phoneNumber
    await inTransaction(deps.db, (tx) => provePhone(tx, deps, { userId, phone }))
  }
  const { pesos } = who
  if (pesos > 0) {
    // The payment is old enough that its money can be withdrawn.
    const paid = { method: 'PSE', now: addMs(deps.clock.now(), -4 * DAY_MS) }
    const opening = { paymentId: derivedId('demo.opening', userId), userId, pesos, ...paid }
    await inTransaction(deps.db, (tx) => openingBalance(tx, opening))
  }
  return userId
}

/** Creates a team member with a verified document: two members sign what moves money. */
export async function demoMember(deps: Deps, who: DemoPerson): Promise<string> {
  const before = daysAgo(deps, SINCE_DAYS)
  const userId = await demoAccount(before, who)
  if (!(await findUser(deps.db, userId)).identity_verified_at) {
    const verified = { userId, verifierId: userId, birthDate: '1985-03-20', at: before.clock.now() }
    await inTransaction(deps.db, (tx) => markIdentityVerified(tx, verified))
  }
  return userId
}

/** Creates a traveller with an old account and a drawn portrait. */
export async function demoTraveller(deps: Deps, who: DemoPerson): Promise<string> {
  const before = daysAgo(deps, SINCE_DAYS)
  const userId = await demoAccount(before, who)
  if ((await findUser(deps.db, userId)).photo_version === null) {
    await setPhoto(before, { userId }, { bytes: await portrait(who.face, who.isWoman) })
  }
  return userId
}

/** One hash for all 130 people: each would take 30 ms. */
let passwordHash: Promise<string> | undefined

async function signUpDemo(deps: Deps, who: DemoPerson): Promise<string> {
  passwordHash ??= hashPassword(DEMO_PASSWORD)
  return await signUp(deps, {
    email: who.email,
    password: DEMO_PASSWORD,
    passwordHash: await passwordHash,
    firstName: who.firstName,
    lastName: who.lastName,
    identificationType: 'CC',
    identificationNumber: who.identificationNumber,
    phoneNumber: who.phoneNumber,
    roles: who.roles,
    emailConfirmed: true,
  })
}

export type DemoCar = { userId: string; vehicleId: string }

async function demoCar(deps: Deps, who: DemoDriver): Promise<DemoCar> {
  const userId = await demoTraveller(deps, who)
  const vehicle = { ...who.vehicle, idempotencyKey: `demo-car-${who.vehicle.plate}` }
  const { id: vehicleId } = await addVehicle(daysAgo(deps, SINCE_DAYS), { userId }, vehicle)
  return { userId, vehicleId }
}

/** Creates a driver whose documents were approved long ago. */
export async function demoDriver(
  deps: Deps,
  who: DemoDriver,
  verifierId: string,
): Promise<DemoCar> {
  const { userId, vehicleId } = await demoCar(deps, who)
  const before = daysAgo(deps, SINCE_DAYS)
  const at = before.clock.now()
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await markIdentityVerified(tx, { userId, birthDate: who.birthDate, verifierId, at })
    await insertPapers(tx, oldPapersOf({ who, userId, vehicleId, verifierId, at, now }))
    await makeDriver(tx, { userId, verifierId, at })
    const { photo_version: version } = await findUser(tx, userId)
    if (version) await acceptPhoto(tx, { userId, version, verifierId, at })
  })
  if (who.preferences.womenOnly) await declareWoman(before, { userId }, { isWoman: true })
  return { userId, vehicleId }
}

/** Creates a driver who sends every document now; `reviewerId` approves them, null does not. */
export async function demoApplicant(
  deps: Deps,
  who: DemoDriver,
  reviewerId: string | null,
): Promise<DemoCar> {
  const { userId, vehicleId } = await demoCar(deps, who)
  const documents = await documentsOf(deps, who, vehicleId)
  const uploaded: string[] = []
  // One by one, as a phone sends them: few files of one person may wait.
  for (const document of documents) {
    uploaded.push((await uploadDocument(deps, { userId }, document)).id)
  }
  if (!reviewerId) return { userId, vehicleId }
  for (const documentId of uploaded) {
    const verdict = { verdict: 'approved', documentId, despiteSignals: [] } as const
    await reviewDocument(deps, { userId: reviewerId }, verdict)
  }
  return { userId, vehicleId }
}
