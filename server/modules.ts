// All modules of the server from the lowest layer up, and what they provide together.

import { ledgerModule } from './modules/bank/ledger/module.ts'
import { agendaModule } from './modules/community/agenda/module.ts'
import { conductModule } from './modules/community/conduct/module.ts'
import { conversationsModule } from './modules/community/conversations/module.ts'
import { ratingsModule } from './modules/community/ratings/module.ts'
import { rewardsModule } from './modules/community/rewards/module.ts'
import { safetyModule } from './modules/community/safety/module.ts'
import { supportModule } from './modules/community/support/module.ts'
import { filesModule } from './modules/foundation/files/module.ts'
import { notificationsModule } from './modules/foundation/notifications/module.ts'
import { staffActionsModule } from './modules/foundation/staff-actions/module.ts'
import { switchesModule } from './modules/foundation/switches/module.ts'
import { paymentsModule } from './modules/money/payments/module.ts'
import { walletModule } from './modules/money/wallet/module.ts'
import { withdrawalsModule } from './modules/money/withdrawals/module.ts'
import { booksModule } from './modules/office/books/module.ts'
import { deskModule } from './modules/office/desk/module.ts'
import { privacyModule } from './modules/office/privacy/module.ts'
import { statisticsModule } from './modules/office/statistics/module.ts'
import { accessModule } from './modules/people/access/module.ts'
import { standingModule } from './modules/people/standing/module.ts'
import { usersModule } from './modules/people/users/module.ts'
import { verificationModule } from './modules/people/verification/module.ts'
import { placesModule } from './modules/roads/places/module.ts'
import { pricingModule } from './modules/roads/pricing/module.ts'
import { bookingsModule } from './modules/travel/bookings/module.ts'
import { connectionsModule } from './modules/travel/connections/module.ts'
import { demandModule } from './modules/travel/demand/module.ts'
import { journeysModule } from './modules/travel/journeys/module.ts'
import { profilesModule } from './modules/travel/profiles/module.ts'
import { searchModule } from './modules/travel/search/module.ts'
import { tripChangesModule } from './modules/travel/trip-changes/module.ts'
import { tripsModule } from './modules/travel/trips/module.ts'
import type { Deps } from './platform/deps.ts'
import type { JobHandler, RecurringJob } from './platform/jobs/worker.ts'
import type { Messages } from './platform/message.ts'
import type { Module } from './platform/module.ts'
import type { OwnedTable, Registry, SealedColumn } from './platform/module-data.ts'
import { platformModule } from './platform/platform.module.ts'

/** Read by entry points, scripts and tests; a module receives only the parts that it needs. */
export const modules: readonly Module[] = [
  platformModule,
  notificationsModule,
  staffActionsModule,
  switchesModule,
  usersModule,
  filesModule,
  ledgerModule,
  accessModule,
  verificationModule,
  standingModule,
  paymentsModule,
  withdrawalsModule,
  walletModule,
  placesModule,
  pricingModule,
  tripsModule,
  tripChangesModule,
  searchModule,
  demandModule,
  bookingsModule,
  journeysModule,
  connectionsModule,
  profilesModule,
  ratingsModule,
  conversationsModule,
  safetyModule,
  conductModule,
  rewardsModule,
  supportModule,
  agendaModule,
  deskModule,
  statisticsModule,
  booksModule,
  privacyModule,
]

export const jobHandlers: JobHandler[] = modules.flatMap(({ jobs = [] }) => jobs)

export const recurringJobs: RecurringJob[] = modules.flatMap(({ recurring = [] }) => recurring)

/** All messages to people by name; a test refuses two messages with the same name. */
export const messages: Messages = new Map(
  modules
    .flatMap((module) => module.messages ?? [])
    .map((message) => [message.name, message] as const),
)

const tables = modules.flatMap(({ name: owner, data }) =>
  Object.entries(data?.tables ?? {}).map(([name, table]) => ({ ...table, name, owner })),
)

/** All tables with personal data, by name. */
export const registry: Registry = new Map(
  tables.flatMap((table) =>
    'impersonal' in table ? [] : [[table.name, table as unknown as OwnedTable] as const],
  ),
)

/** All tables without personal data, with the reason. */
export const impersonal: ReadonlyMap<string, string> = new Map(
  tables.flatMap((table) =>
    'impersonal' in table ? [[table.name, table.impersonal] as const] : [],
  ),
)

/** All encrypted columns; a test compares them with the database. */
export const sealedColumns: readonly SealedColumn[] = tables.flatMap((table) =>
  Object.entries(table.sealed ?? {}).map(([column, place]) => ({
    ...{ table: table.name, column, place, key: table.sealedFor ?? 'id' },
  })),
)

/** What the modules bring to every use case; a test finds a queue that no module counts. */
export const fromModules: Pick<Deps, 'registry' | 'messages' | 'queues'> = {
  registry,
  messages,
  queues: Object.assign({}, ...modules.map(({ queues }) => queues)),
}
