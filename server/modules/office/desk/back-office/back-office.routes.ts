import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { backOffice } from '#contract/back-office.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { listUnsigned } from '../proposals/list-unsigned.ts'
import { showRoad, showRoadTrip } from '../road/show-road.ts'
import { tellTrip } from '../road/tell-trip.ts'
import { listAccounts, listLines, showAccount, showTransfer, writeLines } from './explore-ledger.ts'
import { findAnything } from './find-anything.ts'
import { findPersons } from './find-people.ts'
import { listBookings, showBooking, writeBookings } from './list-bookings.ts'
import { listPayments, showPayment, writePayments } from './list-payments.ts'
import { listPeople, writePeople } from './list-people.ts'
import { listTrips, showTrip, writeTrips } from './list-trips.ts'
import { revealDatum } from './reveal-datum.ts'
import { showFundToTeam } from './show-fund.ts'
import { showPerson } from './show-person.ts'
import { showPersonContext } from './show-person-context.ts'
import { showToday } from './show-today.ts'

function sendCsv(reply: FastifyReply, name: string, parts: AsyncGenerator<string>): Readable {
  reply.header('content-type', 'text/csv; charset=utf-8')
  reply.header('content-disposition', `attachment; filename="${name}.csv"`)
  return Readable.from(parts)
}

export const backOfficeRoutes = routesOf(backOffice, (deps) => ({
  findAnything: ({ actor, body }) => findAnything(deps, actor, body),
  listPeople: ({ actor, query }) => listPeople(deps, actor, query),
  downloadPeople: async ({ actor, body, reply }) =>
    sendCsv(reply, 'personas', await writePeople(deps, actor, body)),
  findPeople: ({ actor, body }) => findPersons(deps, actor, body),
  showPerson: async ({ actor, params }) => ({ person: await showPerson(deps, actor, params) }),
  showPersonContext: async ({ actor, params }) => ({
    person: await showPersonContext(deps, actor, params),
  }),
  revealDatum: async ({ actor, params, body }) => ({
    value: await revealDatum(deps, actor, { ...params, ...body }),
  }),
  showToday: ({ actor }) => showToday(deps, actor),
  listUnsigned: ({ actor }) => listUnsigned(deps, actor),
  listTrips: ({ actor, query }) => listTrips(deps, actor, query),
  findTrips: ({ actor, body }) => listTrips(deps, actor, body),
  downloadTrips: async ({ actor, body, reply }) =>
    sendCsv(reply, 'viajes', await writeTrips(deps, actor, body)),
  showTrip: async ({ actor, params }) => ({ trip: await showTrip(deps, actor, params) }),
  showRoad: ({ query }) => showRoad(deps, { all: query.all === 'true' }),
  showRoadTrip: ({ params }) => showRoadTrip(deps, params),
  tellRoadTrip: ({ actor, params, body }) => tellTrip(deps, actor, { ...params, ...body }),
  listBookings: ({ actor, query }) => listBookings(deps, actor, query),
  findBookings: ({ actor, body }) => listBookings(deps, actor, body),
  downloadBookings: async ({ actor, body, reply }) =>
    sendCsv(reply, 'reservas', await writeBookings(deps, actor, body)),
  showBooking: async ({ actor, params }) => ({ booking: await showBooking(deps, actor, params) }),
  listPayments: ({ actor, query }) => listPayments(deps, actor, query),
  findPayments: ({ actor, body }) => listPayments(deps, actor, body),
  downloadPayments: async ({ actor, body, reply }) =>
    sendCsv(reply, 'recargas', await writePayments(deps, actor, body)),
  showPayment: async ({ actor, params }) => ({ payment: await showPayment(deps, actor, params) }),
  showFund: () => showFundToTeam(deps),
  listLedgerAccounts: ({ actor, query }) => listAccounts(deps, actor, query),
  showLedgerAccount: ({ actor, params, query }) =>
    showAccount(deps, actor, { ...params, ...query }),
  listLedgerLines: ({ actor, params, query }) => listLines(deps, actor, { ...params, ...query }),
  downloadLedgerLines: async ({ actor, params, query, reply }) =>
    sendCsv(reply, 'libro', await writeLines(deps, actor, { ...params, ...query })),
  showTransfer: ({ actor, params }) => showTransfer(deps, actor, params),
}))
