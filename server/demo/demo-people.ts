import { signUp } from '#server/domains/auth/auth.public.ts'
import {
  emailKey,
  findUser,
  markIdentityVerified,
  provePhone,
  userIdByEmailKey,
} from '#server/domains/users/users.public.ts'
import {
  addVehicle,
  approveDocument,
  type UploadDocument,
  uploadDocument,
} from '#server/domains/verification/verification.public.ts'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { derivedId } from '#server/platform/ids.ts'
import { documentPhoto } from './document-photo.ts'
import { openingBalance } from './opening-balance.queries.ts'
import { DEMO_PASSWORD, type DemoDriver, type DemoPerson } from './people.ts'

/** The account of a demonstration person, made if it is missing; answers the user id. */
export async function demoAccount(deps: Deps, who: DemoPerson): Promise<string> {
  const known = await userIdByEmailKey(deps.db, emailKey(who.email))
  const userId = known ?? (await signUpDemo(deps, who))
  // Made before booking and publishing asked for a proved number.
  if (!(await findUser(deps.db, userId)).phone_proved_at) {
    const phone = who.phoneNumber
    await inTransaction(deps.db, (tx) => provePhone(tx, deps, { userId, phone }))
  }
  const { pesos } = who
  if (pesos > 0) {
    // Long enough ago that it may be withdrawn.
    const paid = { method: 'PSE', now: addMs(deps.clock.now(), -4 * DAY_MS) }
    const opening = { paymentId: derivedId('demo.opening', userId), userId, pesos, ...paid }
    await inTransaction(deps.db, (tx) => openingBalance(tx, opening))
  }
  return userId
}

/** Somebody of the team with a verified document: two of them sign what moves money. */
export async function demoMember(deps: Deps, who: DemoPerson): Promise<string> {
  const userId = await demoAccount(deps, who)
  if (!(await findUser(deps.db, userId)).identity_verified_at) {
    const verified = { userId, verifierId: userId, birthDate: '1985-03-20', at: deps.clock.now() }
    await inTransaction(deps.db, (tx) => markIdentityVerified(tx, verified))
  }
  return userId
}

async function signUpDemo(deps: Deps, who: DemoPerson): Promise<string> {
  return await signUp(deps, {
    email: who.email,
    password: DEMO_PASSWORD,
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

/** A driver with a car and every document, approved by `reviewerId` or left in the queue. */
export async function demoDriver(
  deps: Deps,
  who: DemoDriver,
  reviewerId: string | null,
): Promise<DemoCar> {
  const userId = await demoAccount(deps, who)
  const { id: vehicleId } = await addVehicle(
    deps,
    { userId },
    {
      ...who.vehicle,
      idempotencyKey: `demo-car-${who.vehicle.plate}`,
    },
  )
  // At once: each photo is a third of a second of another process.
  const documents = await documentsOf(deps, who, vehicleId)
  const uploaded = await Promise.all(
    documents.map((document) => uploadDocument(deps, { userId }, document)),
  )
  if (!reviewerId) return { userId, vehicleId }
  for (const { id: documentId } of uploaded) {
    await approveDocument(deps, { userId: reviewerId }, { documentId, despiteSignals: [] })
  }
  return { userId, vehicleId }
}

async function documentsOf(deps: Deps, who: DemoDriver, carId: string): Promise<UploadDocument[]> {
  const inAYear = bogotaDate(addMs(deps.clock.now(), 365 * DAY_MS))
  const name = `${who.firstName} ${who.lastName}`
  const plate = `Placa ${who.vehicle.plate}`
  const model = `${who.vehicle.brand} ${who.vehicle.model} ${who.vehicle.year}`
  const until = `Vence ${inAYear}`
  // Each names the person or the plate: the same picture of two people is a signal of fraud.
  const sheets: [UploadDocument['kind'], string, string[], 'person' | 'car', boolean][] = [
    ['identity_front', 'Cédula de ciudadanía', [name, who.identificationNumber], 'person', false],
    ['identity_back', 'Cédula, respaldo', [name, `Nacimiento ${who.birthDate}`], 'person', false],
    ['licence', 'Licencia de conducción', [name, 'Categoría B1', until], 'person', true],
    ['property_card', 'Tarjeta de propiedad', [plate, model, name], 'car', false],
    ['soat', 'SOAT', [plate, until], 'car', true],
    ['rtm', 'Revisión técnico-mecánica', [plate, until], 'car', true],
    ['vehicle_photo', 'Carro, frente', [model, who.vehicle.color, plate], 'car', false],
    ['vehicle_back', 'Carro, atrás', [who.vehicle.color, plate], 'car', false],
    ['vehicle_side', 'Carro, lado', [model, who.vehicle.color, plate], 'car', false],
    ['vehicle_inside', 'Carro, interior', [model, 'Asientos y cinturones', plate], 'car', false],
  ]
  return Promise.all(
    sheets.map(async ([kind, title, lines, of, expires]) => ({
      kind,
      vehicleId: of === 'car' ? carId : undefined,
      expiresOn: expires ? inAYear : undefined,
      birthDate: kind === 'identity_front' ? who.birthDate : undefined,
      bytes: await documentPhoto(title, lines),
    })),
  )
}
