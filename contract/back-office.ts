import { z } from 'zod'
import { bookingCalls } from './back-office-bookings.ts'
import { findCalls } from './back-office-find.ts'
import { ledgerCalls } from './back-office-ledger.ts'
import { paymentCalls } from './back-office-payments.ts'
import { peopleCalls } from './back-office-people.ts'
import { todayCalls } from './back-office-today.ts'
import { tripCalls } from './back-office-trips.ts'
import { Id, Instant, Pesos } from './common.ts'
import { get } from './route.ts'

/** Kinds of proposals that wait for a second signature; one for each desk. */
const Kind = z.enum([
  'withdrawal',
  'payout_result',
  'dispute',
  'fuel_price',
  'toll_price',
  'payment_case',
  'invitation',
  'expulsion',
  'credit',
  'refund',
])

const Unsigned = z.object({
  id: Id,
  kind: Kind,
  /** Subject of the proposal: a reference, a statement, a place or an address. */
  detail: z.string(),
  pesos: Pesos.nullable(),
  /** Person or top-up on whose page a credit or refund is signed; null for another kind. */
  subjectId: Id.nullable(),
  /** Name of the first signer. */
  by: z.string(),
  at: Instant,
})
export type Unsigned = z.infer<typeof Unsigned>

export const backOffice = {
  listUnsigned: get('/admin/signatures', {
    auth: { permission: 'dashboard.view' },
    summary: 'Lo que espera tu segunda firma',
    description:
      'Everything that somebody else signed first and that the caller may sign second: by their ' +
      'permissions, not their own and not about their money or trips. The oldest first. For ' +
      'everybody of the team.',
    ok: z.object({ items: z.array(Unsigned) }),
  }),
  ...todayCalls,
  ...findCalls,
  ...peopleCalls,
  ...tripCalls,
  ...bookingCalls,
  ...paymentCalls,
  ...ledgerCalls,
}
