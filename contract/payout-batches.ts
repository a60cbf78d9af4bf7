// Files for the bank with withdrawals that are paid by hand.
import { z } from 'zod'
import { Id, Instant, PesosSum, pageOf, pageQuery } from './common.ts'
import { get, post, rawAnswer } from './route.ts'
import { SeenLast, seenErrors, signedErrors } from './team-acts.ts'

export const PayoutBatch = z.object({
  id: Id,
  createdAt: Instant,
  createdBy: z.string(),
  downloadedAt: Instant.nullable(),
  count: z.int(),
  total: PesosSum,
  /** Number of withdrawals in the file that have not ended yet. */
  open: z.int(),
  /** Person who said that the file was not uploaded; another person must confirm. */
  takenBackBy: z.string().nullable(),
  /** Whether two people took the file back; its withdrawals need approval again. */
  takenBack: z.boolean(),
})
export type PayoutBatch = z.infer<typeof PayoutBatch>

const decides = { permission: 'withdrawals.decide' } as const

export const batchCalls = {
  batches: get('/admin/payout-batches', {
    auth: decides,
    summary: 'List files for the bank',
    description: 'Returns batches that are paid by hand, the newest first.',
    query: pageQuery,
    ok: pageOf(PayoutBatch),
  }),
  createBatch: post('/admin/payout-batches', {
    auth: decides,
    summary: 'Put approved withdrawals into a file for the bank',
    description:
      'Takes every approved withdrawal that was not sent: from then on they are paid by hand.',
    body: z.strictObject({}),
    ok: z.object({ batch: PayoutBatch }),
    status: 201,
    idempotent: true,
    errors: ['clock_wrong', 'payout_batch_empty'],
  }),
  downloadBatch: post('/admin/payout-batches/:batchId/file', {
    auth: decides,
    summary: 'Download the file for the bank once',
    description:
      'Returns the file (CSV) with whole numbers of accounts, once per batch and on the audit ' +
      'trail.',
    body: z.strictObject({}),
    ...rawAnswer,
    errors: ['payout_batch_not_found', 'payout_batch_downloaded'],
  }),
  takeBackBatch: post('/admin/payout-batches/:batchId/take-back', {
    auth: decides,
    summary: 'Take back a file that the bank did not get',
    description:
      'One person says that the file was not uploaded, another one confirms it, and its ' +
      'withdrawals are approved again; `agree: false` refuses.',
    body: z.strictObject({ agree: z.boolean(), ...SeenLast }),
    ok: z.object({ batch: PayoutBatch }),
    errors: [
      'payout_batch_not_found',
      'payout_batch_taken_back',
      'payout_batch_paid',
      ...seenErrors,
      ...signedErrors,
    ],
  }),
}
