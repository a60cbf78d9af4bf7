import { z } from 'zod'
import { Id, Instant, Pesos } from './common.ts'

/** Days after which a credit, a price and the first of two signatures lapse. */
export const PROPOSAL_DAYS = 7
/** Days after which a refund without a second signature heads the first screen of the team. */
export const REFUND_HEADS_DAYS = 2
/** Days after which a refund without a second signature alarms all of finance and the admins. */
export const REFUND_ALARM_DAYS = 4
/** Open refunds that one person proposed in a day alarm from so many people, or so many pesos. */
export const REFUND_DAY_PEOPLE = 2
export const REFUND_DAY_PESOS = 500_000

/** Person whom a proposal is about, as those who sign it must see them. */
export const ProposalPerson = z.object({
  id: Id,
  name: z.string(),
  standing: z.enum(['active', 'suspended', 'paused', 'expelled', 'closed']),
  /** What the signers could not be compared with. */
  missing: z.array(z.enum(['identity', 'phone', 'account'])),
  /** Whether the viewer and this person have used the same browser. */
  sameDevice: z.boolean(),
})
export type ProposalPerson = z.infer<typeof ProposalPerson>

/** Kinds of proposals that wait for a second signature; one for each desk. */
const Kind = z.enum([
  'withdrawal',
  'payout_result',
  'payout_return',
  'payout_batch',
  'dispute',
  'fuel_price',
  'toll_price',
  'insurance_from',
  'payment_case',
  'invitation',
  'suspension',
  'expulsion',
  'credit',
  'refund',
  'fund_setting',
  'connection_pay',
  'stranded_aid',
])

export const Unsigned = z.object({
  id: Id,
  kind: Kind,
  /** Subject of the proposal: a reference, a statement, a place or an address. */
  detail: z.string(),
  pesos: Pesos.nullable(),
  /** Person or top-up on whose page a credit or refund is signed; null for another kind. */
  subjectId: Id.nullable(),
  /** Why the first signer proposed it; null where nobody writes a reason. */
  reason: z.string().nullable(),
  /** People who gain or lose by it. */
  people: z.array(ProposalPerson),
  /** Name of the first signer. */
  by: z.string(),
  at: Instant,
  /** Whether the viewer and the first signer have used the same browser. */
  sameDevice: z.boolean(),
})
export type Unsigned = z.infer<typeof Unsigned>
