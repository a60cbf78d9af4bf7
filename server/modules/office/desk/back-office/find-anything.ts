import type { z } from 'zod'
import type { backOffice } from '#contract/back-office.ts'
import { displayCode } from '#contract/display-code.ts'
import { mayDo, type Permission } from '#contract/permissions.ts'
import { walletTotals } from '#server/modules/bank/ledger/index.ts'
import { listNewestPeople, type MaskedPerson } from '#server/modules/people/users/index.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { isoDates } from '#server/platform/iso-dates.ts'
import { listFoundBookings } from './bookings.queries.ts'
import { namesOf } from './desk-lists.ts'
import {
  type FoundVehicleRow,
  listFoundClaims,
  listFoundTickets,
  listFoundVehicles,
  listFoundWithdrawals,
} from './find.queries.ts'
import { lookUpPeople, presentFound } from './find-people.ts'
import { presentBookings } from './list-bookings.ts'
import { NO_KEYS } from './list-keys.ts'
import { presentPayments } from './list-payments.ts'
import { presentTrips } from './list-trips.ts'
import { listFoundPayments } from './payments.queries.ts'
import { readSought, type Sought } from './sought.ts'
import { listFoundTrips } from './trips.queries.ts'

/** Results of each kind. */
const SHOWN = 5

type Ok = z.input<typeof backOffice.findAnything.ok>
const firstOf = ({ clock }: ActDeps) => ({ now: clock.now(), limit: SHOWN })

/** Finds what a text is the key of, among what the actor may see. */
export async function findAnything(
  deps: ActDeps,
  actor: Actor,
  { text }: { text: string },
): Promise<Ok> {
  const sought = readSought(text)
  const may = (permission: Permission) => mayDo(actor.roles, permission)
  const cars = may('people.view') ? await vehiclesBy(deps, sought) : []
  const people = may('people.view') ? await peopleBy(deps, actor, text, cars) : []
  const userIds = people.map(({ id }) => id)
  const [trips, bookings, payments, withdrawals, tickets, claims] = await Promise.all([
    may('people.view') ? tripsBy(deps, sought) : [],
    may('people.view') ? bookingsBy(deps, sought) : [],
    may('payments.cases') ? paymentsBy(deps, sought) : [],
    may('withdrawals.decide') ? withdrawalsBy(deps, sought) : [],
    may('tickets.answer') ? ticketsBy(deps, { ...sought, userIds }) : [],
    may('people.reveal') ? claimsBy(deps, sought) : [],
  ])
  const ownerIds = cars.map(({ ownerId }) => ownerId)
  const names = await namesOf(deps.db, ownerIds)
  const vehicles = cars.map(({ ownerId, ...car }) => ({ ...car, driver: names(ownerId) }))
  return {
    vehicles,
    people: people.map(presentFound),
    trips,
    bookings,
    payments,
    withdrawals,
    tickets,
    claims,
  }
}

async function vehiclesBy({ db }: ActDeps, { plate }: Sought): Promise<FoundVehicleRow[]> {
  return plate === null ? [] : await listFoundVehicles(db, { plate, limit: SHOWN })
}

/** The drivers of the vehicles found, or else the people of whom the text is a key. */
async function peopleBy(
  deps: ActDeps,
  actor: Actor,
  text: string,
  cars: readonly FoundVehicleRow[],
): Promise<MaskedPerson[]> {
  if (cars.length === 0) return await lookUpPeople(deps, actor, { text, limit: SHOWN })
  const all = { kind: null, since: null, until: null, after: null, limit: SHOWN }
  return await listNewestPeople(deps.db, deps, { ...all, ids: cars.map((car) => car.ownerId) })
}

async function tripsBy(deps: ActDeps, { id, plate, digits }: Sought): Promise<Ok['trips']> {
  if (id === null && plate === null && digits === null) return []
  const keys = { ...NO_KEYS, id, plate, digits }
  return presentTrips(deps, deps.db, await listFoundTrips(deps.db, { keys, ...firstOf(deps) }))
}

async function bookingsBy(deps: ActDeps, sought: Sought): Promise<Ok['bookings']> {
  const { id, ticketCode, digits } = sought
  if (id === null && ticketCode === null && digits === null) return []
  const asked = { id, code: ticketCode, digits, ...firstOf(deps) }
  return presentBookings(deps.db, await listFoundBookings(deps.db, asked))
}

async function paymentsBy({ db }: ActDeps, sought: Sought): Promise<Ok['payments']> {
  const { id, reference, digits } = sought
  if (id === null && reference === null && digits === null) return []
  const keys = { ...NO_KEYS, id, reference, digits }
  return presentPayments(db, await listFoundPayments(db, { keys, limit: SHOWN }))
}

async function withdrawalsBy({ db }: ActDeps, sought: Sought): Promise<Ok['withdrawals']> {
  const { id, reference } = sought
  if (id === null && reference === null) return []
  const rows = await listFoundWithdrawals(db, { id, reference })
  const userIds = rows.map(({ userId }) => userId)
  const names = await namesOf(db, userIds)
  return rows.map((row) => ({ ...isoDates(row), person: names(row.userId) }))
}

async function claimsBy({ db }: ActDeps, { id, digits }: Sought): Promise<Ok['claims']> {
  if (id === null && digits === null) return []
  const rows = await listFoundClaims(db, { id, digits, limit: SHOWN })
  return await Promise.all(
    rows.map(async (row) => {
      const { available, held } = await walletTotals(db, row.userId)
      return { ...isoDates(row), number: displayCode(row.id), pesos: available + held }
    }),
  )
}

/** Tickets with this number or id, and those of the people found. */
async function ticketsBy(
  { db }: ActDeps,
  { id, number, userIds }: Sought & { userIds: readonly string[] },
): Promise<Ok['tickets']> {
  if (id === null && number === null && userIds.length === 0) return []
  const rows = await listFoundTickets(db, { id, number, userIds, limit: SHOWN })
  const owners = rows.map(({ userId }) => userId)
  const names = await namesOf(db, owners)
  return rows.map((row) => ({
    ...isoDates(row),
    person: row.userId === null ? null : names(row.userId),
  }))
}
