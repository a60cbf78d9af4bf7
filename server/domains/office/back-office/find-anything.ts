import type { z } from 'zod'
import type { backOffice } from '#contract/back-office.ts'
import { mayDo, type Permission } from '#contract/permissions.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { listFoundBookings } from './bookings.queries.ts'
import { namesOf } from './desk-lists.ts'
import { listFoundTickets, listFoundWithdrawals } from './find.queries.ts'
import { lookUpPeople, presentFound } from './find-people.ts'
import { presentBookings } from './list-bookings.ts'
import { presentPayments } from './list-payments.ts'
import { presentTrips } from './list-trips.ts'
import { listFoundPayments } from './payments.queries.ts'
import { readSought, type Sought } from './sought.ts'
import { listFoundTrips } from './trips.queries.ts'

/** Results of each kind. */
const SHOWN = 5

type Ok = z.input<typeof backOffice.findAnything.ok>
type FindDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>

/** Finds what a text is the key of, among what the actor may see. */
export async function findAnything(
  deps: FindDeps,
  actor: Actor,
  { text }: { text: string },
): Promise<Ok> {
  const sought = readSought(text)
  const may = (permission: Permission) => mayDo(actor.roles, permission)
  const people = may('people.view') ? await lookUpPeople(deps, actor, { text, limit: SHOWN }) : []
  const userIds = people.map(({ id }) => id)
  const [trips, bookings, payments, withdrawals, tickets] = await Promise.all([
    may('people.view') ? tripsBy(deps, sought) : [],
    may('people.view') ? bookingsBy(deps, sought) : [],
    may('payments.cases') ? paymentsBy(deps, sought) : [],
    may('withdrawals.decide') ? withdrawalsBy(deps, sought) : [],
    may('tickets.answer') ? ticketsBy(deps, { ...sought, userIds }) : [],
  ])
  return { people: people.map(presentFound), trips, bookings, payments, withdrawals, tickets }
}

async function tripsBy(deps: FindDeps, { id, plate, digits }: Sought): Promise<Ok['trips']> {
  if (id === null && plate === null && digits === null) return []
  const rows = await listFoundTrips(deps.db, { id, plate, digits, limit: SHOWN })
  return presentTrips(deps, deps.db, rows)
}

async function bookingsBy({ db }: FindDeps, sought: Sought): Promise<Ok['bookings']> {
  const { id, ticketCode, digits } = sought
  if (id === null && ticketCode === null && digits === null) return []
  const asked = { id, code: ticketCode, digits, limit: SHOWN }
  return presentBookings(db, await listFoundBookings(db, asked))
}

async function paymentsBy({ db }: FindDeps, sought: Sought): Promise<Ok['payments']> {
  const { id, reference, digits } = sought
  if (id === null && reference === null && digits === null) return []
  const rows = await listFoundPayments(db, { id, reference, digits, limit: SHOWN })
  return presentPayments(db, rows)
}

async function withdrawalsBy({ db }: FindDeps, sought: Sought): Promise<Ok['withdrawals']> {
  const { id, reference } = sought
  if (id === null && reference === null) return []
  const rows = await listFoundWithdrawals(db, { id, reference: reference?.toUpperCase() ?? null })
  const userIds = rows.map(({ userId }) => userId)
  const names = await namesOf(db, userIds)
  return rows.map(({ userId, createdAt, ...row }) => ({
    ...row,
    person: names(userId),
    createdAt: createdAt.toISOString(),
  }))
}

/** Tickets with this number or id, and those of the people found. */
async function ticketsBy(
  { db }: FindDeps,
  { id, number, userIds }: Sought & { userIds: readonly string[] },
): Promise<Ok['tickets']> {
  if (id === null && number === null && userIds.length === 0) return []
  const rows = await listFoundTickets(db, { id, number, userIds, limit: SHOWN })
  const owners = rows.map(({ userId }) => userId)
  const names = await namesOf(db, owners)
  return rows.map(({ userId, lastAt, ...row }) => ({
    ...row,
    person: userId === null ? null : names(userId),
    lastAt: lastAt.toISOString(),
  }))
}
