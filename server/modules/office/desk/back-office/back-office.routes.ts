import type { FastifyReply } from 'fastify'
import { backOffice } from '#contract/back-office.ts'
import type { Export } from '#server/modules/foundation/staff-actions/index.ts'
import { sendCsv } from '#server/platform/http/send-file.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { listUnsigned } from '../proposals/list-unsigned.ts'
import { showRoad, showRoadTrip } from '../road/show-road.ts'
import { tellTrip } from '../road/tell-trip.ts'
import { listAccounts, listLines, showAccount, showTransfer, writeLines } from './explore-ledger.ts'
import { findAnything } from './find-anything.ts'
import { findPersons } from './find-people.ts'
import { bookingList, showBooking } from './list-bookings.ts'
import { listPayments, paymentList, showPayment } from './list-payments.ts'
import { peopleList } from './list-people.ts'
import { showTrip, tripList } from './list-trips.ts'
import { revealDatum } from './reveal-datum.ts'
import { showFundToTeam } from './show-fund.ts'
import { showPerson } from './show-person.ts'
import { showPersonContext } from './show-person-context.ts'
import { showToday } from './show-today.ts'
import { listSought, type SoughtList, writeSought } from './sought-list.ts'

export const backOfficeRoutes = routesOf(backOffice, (deps) => {
  type Taken<Asked> = { actor: Actor; body: Asked; reply: FastifyReply }
  const download =
    <Filters, Row extends { id: string }>(list: SoughtList<Filters, Row, unknown>) =>
    async ({ actor, body, reply }: Taken<Filters & Export>) =>
      sendCsv(reply, list.file.name, await writeSought(deps, actor, list, body))
  return {
    findAnything: ({ actor, body }) => findAnything(deps, actor, body),
    listPeople: ({ actor, query }) => listSought(deps, actor, peopleList, query),
    downloadPeople: download(peopleList),
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
    listTrips: ({ actor, query }) => listSought(deps, actor, tripList, query),
    findTrips: ({ actor, body }) => listSought(deps, actor, tripList, body),
    downloadTrips: download(tripList),
    showTrip: async ({ params }) => ({ trip: await showTrip(deps, params) }),
    showRoad: ({ query }) => showRoad(deps, { all: query.all === 'true' }),
    showRoadTrip: ({ params }) => showRoadTrip(deps, params),
    tellRoadTrip: ({ actor, params, body }) => tellTrip(deps, actor, { ...params, ...body }),
    listBookings: ({ actor, query }) => listSought(deps, actor, bookingList, query),
    findBookings: ({ actor, body }) => listSought(deps, actor, bookingList, body),
    downloadBookings: download(bookingList),
    showBooking: async ({ params }) => ({ booking: await showBooking(deps, params) }),
    listPayments: ({ actor, query }) => listPayments(deps, actor, query),
    findPayments: ({ actor, body }) => listPayments(deps, actor, body),
    downloadPayments: download(paymentList),
    showPayment: async ({ params }) => ({ payment: await showPayment(deps, params) }),
    showFund: () => showFundToTeam(deps),
    listLedgerAccounts: ({ query }) => listAccounts(deps, query),
    showLedgerAccount: ({ params, query }) => showAccount(deps, { ...params, ...query }),
    listLedgerLines: ({ params, query }) => listLines(deps, { ...params, ...query }),
    downloadLedgerLines: async ({ actor, params, body, reply }) =>
      sendCsv(reply, 'libro', await writeLines(deps, actor, { ...params, ...body })),
    showTransfer: ({ params }) => showTransfer(deps, params),
  }
})
