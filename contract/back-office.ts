import { z } from 'zod'
import { Id, Instant, Pesos } from './common.ts'
import { route } from './route.ts'

/** What waits for a second signature; one kind for each desk that takes it. */
const Kind = z.enum([
  'withdrawal',
  'payout_result',
  'dispute',
  'fuel_price',
  'toll_price',
  'payment_case',
  'invitation',
  'expulsion',
])

const Unsigned = z.object({
  id: Id,
  kind: Kind,
  /** What it is about: a reference, a statement, a place, an address. */
  detail: z.string(),
  pesos: Pesos.nullable(),
  /** Who signed first. */
  by: z.string(),
  at: Instant,
})
export type Unsigned = z.infer<typeof Unsigned>

export const signatures = {
  list: route({
    method: 'GET',
    path: '/admin/signatures',
    auth: { permission: 'dashboard.view' },
    summary: 'Lo que espera tu segunda firma',
    description:
      'Everything that somebody else signed first and that the caller may sign second: by their ' +
      'permissions, not their own and not about their money or trips. The oldest first. For ' +
      'everybody of the team.',
    ok: z.object({ items: z.array(Unsigned) }),
    errors: ['forbidden'],
  }),
}
