import { z } from 'zod'
import { bookingCalls } from './back-office-bookings.ts'
import { findCalls } from './back-office-find.ts'
import { ledgerCalls } from './back-office-ledger.ts'
import { paymentCalls } from './back-office-payments.ts'
import { peopleCalls } from './back-office-people.ts'
import { roadCalls } from './back-office-road.ts'
import { todayCalls } from './back-office-today.ts'
import { tripCalls } from './back-office-trips.ts'
import { Unsigned } from './proposal.ts'
import { get } from './route.ts'

export type { Unsigned }

export const backOffice = {
  listUnsigned: get('/admin/signatures', {
    auth: { permission: 'dashboard.view' },
    summary: 'List what one can sign second',
    description:
      'Returns everything that somebody else signed first and that the caller may sign second: ' +
      'by their permissions, not their own and not about their money or trips, with the people ' +
      'whom it is about. The oldest first. For everybody of the team.',
    ok: z.object({ items: z.array(Unsigned) }),
  }),
  ...todayCalls,
  ...findCalls,
  ...peopleCalls,
  ...tripCalls,
  ...roadCalls,
  ...bookingCalls,
  ...paymentCalls,
  ...ledgerCalls,
}
