import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { bookingDesk } from '#contract/booking-desk.ts'
import { ledgerDesk } from '#contract/ledger-desk.ts'
import { paymentDesk } from '#contract/payment-desk.ts'
import { peopleDesk } from '#contract/people-desk.ts'
import { signatures } from '#contract/signatures.ts'
import { tripDesk } from '#contract/trip-desk.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { listAccounts, listLines, showAccount, showTransfer, writeLines } from './explore-ledger.ts'
import { findPersons } from './find-people.ts'
import { findBookings, listBookings, showBooking, writeBookings } from './list-bookings.ts'
import { listPayments, showPayment, writePayments } from './list-payments.ts'
import { findTrips, listTrips, showTrip, writeTrips } from './list-trips.ts'
import { listUnsigned } from './list-unsigned.ts'
import { revealDatum } from './reveal-datum.ts'
import { showPerson } from './show-person.ts'

function sendCsv(reply: FastifyReply, name: string, parts: AsyncGenerator<string>): Readable {
  reply.header('content-type', 'text/csv; charset=utf-8')
  reply.header('content-disposition', `attachment; filename="${name}.csv"`)
  return Readable.from(parts)
}

export function backOfficeRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, peopleDesk, {
    find: ({ actor, body }) => findPersons(deps, actor, body),
    show: async ({ actor, params }) => ({ person: await showPerson(deps, actor, params) }),
    reveal: async ({ actor, params, body }) => ({
      value: await revealDatum(deps, actor, { ...params, ...body }),
    }),
  })
  serve(app, deps, signatures, { list: ({ actor }) => listUnsigned(deps, actor) })
  serve(app, deps, tripDesk, {
    list: ({ actor, query }) => listTrips(deps, actor, query),
    find: ({ actor, body }) => findTrips(deps, actor, body),
    file: async ({ actor, query, reply }) =>
      sendCsv(reply, 'viajes', writeTrips(deps, actor, query)),
    show: async ({ actor, params }) => ({ trip: await showTrip(deps, actor, params) }),
  })
  serve(app, deps, bookingDesk, {
    list: ({ actor, query }) => listBookings(deps, actor, query),
    find: ({ actor, body }) => findBookings(deps, actor, body),
    file: async ({ actor, query, reply }) =>
      sendCsv(reply, 'reservas', writeBookings(deps, actor, query)),
    show: async ({ actor, params }) => ({ booking: await showBooking(deps, actor, params) }),
  })
  serve(app, deps, paymentDesk, {
    list: ({ actor, query }) => listPayments(deps, actor, query),
    file: async ({ actor, query, reply }) =>
      sendCsv(reply, 'recargas', writePayments(deps, actor, query)),
    show: async ({ actor, params }) => ({ payment: await showPayment(deps, actor, params) }),
  })
  serve(app, deps, ledgerDesk, {
    accounts: ({ actor, query }) => listAccounts(deps, actor, query),
    account: ({ actor, params, query }) => showAccount(deps, actor, { ...params, ...query }),
    lines: ({ actor, params, query }) => listLines(deps, actor, { ...params, ...query }),
    file: async ({ actor, params, query, reply }) =>
      sendCsv(reply, 'libro', await writeLines(deps, actor, { ...params, ...query })),
    transfer: ({ actor, params }) => showTransfer(deps, actor, params),
  })
}
