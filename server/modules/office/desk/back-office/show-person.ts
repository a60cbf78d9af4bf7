import type { DeskPerson } from '#contract/back-office-people.ts'
import { mayDo } from '#contract/permissions.ts'
import { findDebt, walletTotals } from '#server/modules/bank/ledger/index.ts'
import {
  averageOf,
  findReputation,
  findStanding,
  standingAt,
} from '#server/modules/people/standing/index.ts'
import { findMaskedPerson, type MaskedPerson } from '#server/modules/people/users/index.ts'
import { recordAudit } from '#server/platform/audit.queries.ts'
import { inTransaction, type Reader } from '#server/platform/db/tx.ts'
import type { ActDeps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { isoDates } from '#server/platform/iso-dates.ts'
import { countBookings, listFoundBookings } from './bookings.queries.ts'
import { iso } from './desk-lists.ts'
import { presentFound } from './find-people.ts'
import { presentBookings } from './list-bookings.ts'
import { NO_KEYS } from './list-keys.ts'
import { presentPayments } from './list-payments.ts'
import { presentTrips } from './list-trips.ts'
import { countPayments, listFoundPayments } from './payments.queries.ts'
import {
  countDevices,
  listCaseRows,
  listDocumentRows,
  listRatingRows,
  listSanctionRows,
  listSessionRows,
  listTicketRows,
  listVehicleRows,
  listWithdrawalRows,
} from './person.queries.ts'
import { countTrips, listFoundTrips } from './trips.queries.ts'

/** Maximum of trips, bookings and top-ups on the page. */
const SHOWN = 5

/** Shows masked data about a person, and records the view. Errors: `person_not_found`. */
export async function showPerson(
  deps: ActDeps,
  actor: Actor,
  { userId }: { userId: string },
): Promise<DeskPerson> {
  const person = await findMaskedPerson(deps.db, deps, userId)
  if (!person) throw new AppError('person_not_found')
  await recordView(deps, actor, userId)
  return {
    ...presentFound(person),
    ...accountOf(person),
    ...(await reputationOf(deps, userId)),
    ...(await papersOf(deps.db, userId)),
    wallet: await walletOf(deps.db, userId),
    ...(await journeysOf(deps, userId)),
    ...(await casesOf(deps.db, userId)),
    ...(await signsOf(deps, userId)),
    can: { reveal: mayReveal(actor, person) },
  }
}

/** Records that the actor saw the data of a person. */
export async function recordView(
  { db, clock }: ReadDeps,
  { userId: actorId }: Actor,
  userId: string,
): Promise<void> {
  const viewed = { at: clock.now(), actorId, action: 'person.viewed' }
  const subject = { subjectKind: 'user', subjectId: userId }
  await inTransaction(db, (tx) => recordAudit(tx, { ...viewed, ...subject }))
}

/** Whether the actor can reveal data: never their own; those of the team only as its manager. */
export function mayReveal(actor: Actor, person: Pick<MaskedPerson, 'id' | 'isTeam'>): boolean {
  if (actor.userId === person.id || !mayDo(actor.roles, 'people.reveal')) return false
  return !person.isTeam || mayDo(actor.roles, 'staff.manage')
}

function accountOf(person: MaskedPerson) {
  const { fullName, username, identification, roles } = person
  const { emailConfirmedAt, phoneProvedAt, verifiedAt } = person
  const instants = { emailConfirmedAt, phoneProvedAt, verifiedAt }
  return { fullName, username, identification, roles, ...isoDates(instants) }
}

/** The sanctions of a person that are in force now. */
export async function barsOf({ db, clock }: ReadDeps, userId: string) {
  const row = await findStanding(db, userId)
  const standing = standingAt(row, clock.now())
  return {
    expelled: standing === 'expelled',
    paused: standing === 'paused',
    suspendedUntil: standing === 'suspended' ? iso(row?.suspendedUntil ?? null) : null,
  }
}

async function reputationOf(deps: ActDeps, userId: string) {
  const { db } = deps
  const found = (await findReputation(db, [userId]))(userId)
  const { level, tripsDriven, tripsRidden, cancelled, agreed } = found
  const rating = averageOf(found.stars)
  return {
    ...(await barsOf(deps, userId)),
    standing: { level, rating, tripsDriven, tripsRidden, cancelled, agreed },
  }
}

async function papersOf(db: Reader, userId: string) {
  const documents = await listDocumentRows(db, userId)
  const vehicles = await listVehicleRows(db, userId)
  return {
    documents: documents.map(isoDates),
    vehicles: vehicles.map(({ id, plate, brand, model, year }) => ({
      ...{ id, plate },
      title: `${brand} ${model} ${year}`,
    })),
  }
}

async function walletOf(db: Reader, userId: string): Promise<DeskPerson['wallet']> {
  const { id: accountId, available, held } = await walletTotals(db, userId)
  const debt = await findDebt(db, userId)
  return { accountId, available, held, debt }
}

async function journeysOf(deps: ActDeps, userId: string) {
  const { db } = deps
  const keys = { ...NO_KEYS, personIds: [userId] }
  const first = { now: deps.clock.now(), limit: SHOWN }
  const driven = await listFoundTrips(db, { keys, ...first })
  const booked = await listFoundBookings(db, { id: null, passengerId: userId, ...first })
  const payments = await listFoundPayments(db, { keys, limit: SHOWN })
  return {
    trips: { total: await countTrips(db, userId), items: await presentTrips(deps, db, driven) },
    bookings: { total: await countBookings(db, userId), items: await presentBookings(db, booked) },
    payments: {
      total: await countPayments(db, userId),
      items: await presentPayments(db, payments),
    },
  }
}

async function casesOf(db: Reader, userId: string) {
  return {
    withdrawals: dated(await listWithdrawalRows(db, userId)),
    sanctions: dated(await listSanctionRows(db, userId)),
    cases: dated(await listCaseRows(db, userId)),
    tickets: dated(await listTicketRows(db, userId)),
  }
}

async function signsOf({ db, clock }: ActDeps, userId: string) {
  return {
    sessions: dated(await listSessionRows(db, userId, clock.now())),
    devices: await countDevices(db, userId),
    ratings: dated(await listRatingRows(db, userId)),
  }
}

function dated<Row extends object>({ total, items }: { total: number; items: readonly Row[] }) {
  return { total, items: items.map((row) => isoDates(row)) }
}
