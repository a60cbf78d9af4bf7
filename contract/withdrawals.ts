import { z } from 'zod'
import {
  Id,
  Instant,
  longText,
  matching,
  Pesos,
  PesosSum,
  pageNumber,
  pageOf,
  pageQuery,
  queryInt,
} from './common.ts'
import { batchCalls } from './payout-batches.ts'
import { get, post, rawAnswer } from './route.ts'
import { comparedErrors, SeenFirst, seenErrors, signedErrors } from './team-acts.ts'
import { accountCalls } from './withdrawal-accounts.ts'
import { WITHDRAWAL_NOTE_MAX, WITHDRAWAL_NOTE_MIN } from './withdrawal-limits.ts'

export const WithdrawalStatus = z.enum([
  'requested',
  'approved',
  'sending',
  'sent',
  'paid',
  'failed',
  'rejected',
  'cancelled',
])
export type WithdrawalStatus = z.infer<typeof WithdrawalStatus>

/** Pesos that a person can withdraw, and pesos that they cannot, by reason. */
export const WithdrawalSum = z.object({
  available: PesosSum,
  /** Top-ups and earnings whose waiting time is not over. */
  young: PesosSum,
  /** Earnings of bookings that a passenger disputes. */
  disputed: PesosSum,
  /** Earnings that the team must review first. */
  held: PesosSum,
  /** Credits granted by the team, which can only pay for trips. */
  travelOnly: PesosSum,
  debt: PesosSum,
  /** The next part of `young` that can be withdrawn, and its instant. */
  next: z.object({ at: Instant, pesos: PesosSum }).nullable(),
  /** Remainder of the daily limit. */
  leftToday: PesosSum,
  /** Amount that the person can request now. */
  withdrawable: PesosSum,
})
export type WithdrawalSum = z.infer<typeof WithdrawalSum>

export const Withdrawal = z.object({
  id: Id,
  reference: z.string(),
  amount: Pesos,
  status: WithdrawalStatus,
  account: z.object({ title: z.string(), masked: z.string() }),
  createdAt: Instant,
  closedAt: Instant.nullable(),
  /** Reason of the refusal or failure, in words for the owner. */
  reason: z.string().nullable(),
  can: z.object({ cancel: z.boolean() }),
})
export type Withdrawal = z.infer<typeof Withdrawal>

/** What is out of the ordinary about a withdrawal, for whoever approves it. */
export const UnusualSign = z.enum([
  'names_differ',
  'entered_by_team',
  'account_shared',
  'account_new',
  'device_shared',
  'device_new',
  'person_new',
  'no_trips',
  'none_paid',
  'larger',
  'last_returned',
])
export type UnusualSign = z.infer<typeof UnusualSign>

/** The owner of a withdrawal, to compare before approving. */
const OwnerFacts = z.object({
  memberSince: Instant,
  /** Name of the verified identity; null when it is not verified now. */
  verifiedName: z.string().nullable(),
  /** Holder of the payout account; of a key, as its directory masks it. */
  holder: z.string().nullable(),
  accountSince: Instant,
  /** Completed trips as driver and as passenger. */
  driven: z.int(),
  ridden: z.int(),
  /** Browsers of the owner, when the latest was first seen, and other people who used one. */
  devices: z.object({ count: z.int(), newestAt: Instant.nullable(), others: z.int() }),
  /** The owner's five latest other withdrawals, newest first. */
  earlier: z.array(
    z.object({
      reference: z.string(),
      amount: Pesos,
      status: WithdrawalStatus,
      createdAt: Instant,
      reason: z.string().nullable(),
    }),
  ),
})

/** A withdrawal as finance sees it. */
export const QueuedWithdrawal = Withdrawal.omit({ can: true }).extend({
  person: z.object({ id: Id, name: z.string(), email: z.string() }),
  owner: OwnerFacts,
  unusual: z.array(UnusualSign),
  twoPeople: z.boolean(),
  firstBy: z.string().nullable(),
  firstAt: Instant.nullable(),
  secondBy: z.string().nullable(),
  /** By when finance acts on it; null when nothing waits for finance. */
  dueAt: Instant.nullable(),
  channel: z.enum(['gateway', 'bank_file']).nullable(),
  batchId: Id.nullable(),
  /** Whether the gateway does not know the withdrawal but may have paid it: two people decide. */
  unanswered: z.boolean(),
  /** Result of the withdrawal at the bank, as one person says; another person must confirm. */
  result: z
    .object({
      outcome: z.enum(['paid', 'failed']),
      note: z.string(),
      by: z.string(),
      at: Instant.nullable(),
    })
    .nullable(),
  /** The bank returned the paid money, as one person says; another person must confirm. */
  returned: z
    .object({
      bankReference: z.string(),
      reason: z.string(),
      by: z.string(),
      at: Instant.nullable(),
    })
    .nullable(),
  /** Who rejected it, or confirmed its result or return, as the second person. */
  decidedBy: z.string().nullable(),
  /** Debt of the owner in pesos; while it exists, nothing can be paid out. */
  debt: PesosSum,
  /** Open disputes about fares that the owner received: their number, and the pesos received. */
  disputes: z.object({ count: z.int(), pesos: PesosSum }),
  /** Sources of the money; empty once the withdrawal has ended. */
  origins: z.array(
    z.object({
      origin: z.enum(['card', 'transfer', 'earnings', 'team', 'earlier']),
      pesos: PesosSum,
    }),
  ),
  /** Whether the viewer and the first signer have used the same browser. */
  sameDevice: z.boolean(),
  can: z.object({
    approve: z.boolean(),
    reject: z.boolean(),
    tell: z.boolean(),
    confirm: z.boolean(),
    tellReturn: z.boolean(),
    confirmReturn: z.boolean(),
  }),
})
export type QueuedWithdrawal = z.infer<typeof QueuedWithdrawal>

/** A signature of the caller that can still be undone. */
export const UndoableSignature = z.object({
  withdrawalId: Id,
  person: z.string(),
  amount: Pesos,
  /** Whether the withdrawal leaves after the window; else it waits for a second signature. */
  approved: z.boolean(),
  secondsLeft: z.int(),
})
export type UndoableSignature = z.infer<typeof UndoableSignature>

const note = longText(WITHDRAWAL_NOTE_MAX).min(WITHDRAWAL_NOTE_MIN)
const decides = { permission: 'withdrawals.decide' } as const
const notOpen = ['withdrawal_not_found', 'withdrawal_not_open'] as const

export const withdrawals = {
  list: get('/withdrawals', {
    auth: 'live',
    summary: "List one's withdrawals and what one can withdraw",
    description:
      'Returns what can be taken out with its parts, and a page of withdrawals, newest first.',
    query: pageQuery,
    ok: z.object({ sum: WithdrawalSum, ...pageOf(Withdrawal).shape }),
  }),
  create: post('/withdrawals', {
    auth: 'live',
    whenExpelled: true,
    summary: "Withdraw money to one's own account",
    description:
      'Asks for money to be paid out, and holds it in the wallet until it was paid or did not ' +
      'leave. With the same `Idempotency-Key` it is the same withdrawal.',
    body: z.strictObject({ amount: Pesos, accountId: Id }),
    ok: z.object({ withdrawal: Withdrawal }),
    status: 201,
    idempotent: true,
    limit: { max: 30, windowSeconds: 3600, by: 'user' },
    errors: [
      'clock_wrong',
      'identity_unverified',
      'payout_account_not_found',
      'payout_account_waits',
      'withdrawal_too_small',
      'withdrawal_too_large',
      'withdrawal_day_limit',
      'insufficient_funds',
      'withdrawals_off',
      'debt_open',
    ],
  }),
  show: get('/withdrawals/:withdrawalId', {
    auth: 'live',
    summary: 'Show a withdrawal',
    description: 'Returns one withdrawal of the signed-in person.',
    ok: z.object({ withdrawal: Withdrawal }),
    errors: ['withdrawal_not_found'],
  }),
  cancel: post('/withdrawals/:withdrawalId/cancel', {
    auth: 'live',
    whenExpelled: true,
    summary: 'Cancel a withdrawal',
    description:
      'Cancels what nobody approved yet, or up to 30 seconds ago; the money is free at once. ' +
      'Safe to repeat.',
    body: z.strictObject({}),
    ok: z.object({ withdrawal: Withdrawal }),
    errors: notOpen,
  }),
  receipt: get('/withdrawals/:withdrawalId/receipt', {
    auth: 'live',
    summary: "Download a withdrawal's receipt as PDF",
    description: 'Returns the receipt of a paid withdrawal as a PDF, for its owner.',
    ...rawAnswer,
    limit: { max: 60, windowSeconds: 600, by: 'user' },
    errors: ['withdrawal_not_found', 'receipt_not_ready'],
  }),
  statement: get('/wallet/statement', {
    auth: 'live',
    summary: "Download the wallet's annual statement as PDF",
    description: 'Returns money in and out of the wallet in a calendar year (Bogotá), as a PDF.',
    query: z.strictObject({ year: queryInt(2020, 2199) }),
    ...rawAnswer,
    limit: { max: 30, windowSeconds: 600, by: 'user' },
  }),
  queue: get('/admin/withdrawals', {
    auth: decides,
    summary: 'List withdrawals for finance',
    description:
      'Returns withdrawals by state, or those that wait for finance, the oldest first while ' +
      'open, or with `reference` the one that has it, in any state. Numbers of accounts are ' +
      'masked.',
    query: z.strictObject({
      status: z.enum(['waiting', 'requested', 'approved', 'sent', 'closed']).default('waiting'),
      reference: matching(/^[A-Z0-9-]{8,40}$/, 40).optional(),
      page: pageNumber,
    }),
    ok: pageOf(QueuedWithdrawal).extend({
      /** `resting`: requests to the gateway pause after failures. `none`: no gateway is set. */
      gateway: z.enum(['ready', 'resting', 'none']),
      /** Signatures of the caller of the last 30 seconds, the latest first. */
      undoable: z.array(UndoableSignature),
    }),
  }),
  approve: post('/admin/withdrawals/:withdrawalId/approve', {
    auth: decides,
    summary: 'Approve a withdrawal',
    description:
      'Approves; above a limit a second person does as well. Never the owner, never the same ' +
      'person twice. For 30 seconds nothing leaves, nobody is told, and it can be undone.',
    body: z.strictObject(SeenFirst),
    ok: z.object({ withdrawal: QueuedWithdrawal }),
    errors: [
      'clock_wrong',
      'withdrawal_not_found',
      'withdrawal_not_open',
      'withdrawal_same_person',
      'identity_unverified',
      'withdrawal_destination_gone',
      'withdrawal_owner_owes',
      'withdrawal_disputed',
      ...seenErrors,
      ...signedErrors,
    ],
  }),
  undoApproval: post('/admin/withdrawals/:withdrawalId/undo-approval', {
    auth: decides,
    summary: "Undo one's approval within 30 seconds",
    description:
      "Takes back the caller's signature, if it is the last one and at most 30 seconds old: the " +
      'withdrawal waits again, with the first signature of two.',
    body: z.strictObject({}),
    ok: z.object({ withdrawal: QueuedWithdrawal }),
    errors: ['withdrawal_not_found', 'withdrawal_undo_over'],
  }),
  reject: post('/admin/withdrawals/:withdrawalId/reject', {
    auth: decides,
    summary: 'Reject a withdrawal',
    description: 'Refuses what was not sent; the money is free.',
    body: z.strictObject({ reason: note }),
    ok: z.object({ withdrawal: QueuedWithdrawal }),
    errors: [...notOpen, ...comparedErrors],
  }),
  ...batchCalls,
  tellResult: post('/admin/withdrawals/:withdrawalId/result', {
    auth: decides,
    summary: 'Say how a manual payout ended',
    description:
      'One person says that the bank paid (with its reference) or refused (why). Nothing moves ' +
      'until another one confirms it.',
    body: z.strictObject({ outcome: z.enum(['paid', 'failed']), note }),
    ok: z.object({ withdrawal: QueuedWithdrawal }),
    errors: [...notOpen, 'withdrawal_may_be_paid', ...signedErrors],
  }),
  confirmResult: post('/admin/withdrawals/:withdrawalId/confirm', {
    auth: decides,
    summary: "Confirm or contradict a manual payout's result",
    description:
      'Another person agrees, and the money leaves the wallet or returns; or disagrees, and the ' +
      'first one has to look again.',
    body: z.strictObject({ agree: z.boolean(), ...SeenFirst }),
    ok: z.object({ withdrawal: QueuedWithdrawal }),
    errors: [...notOpen, 'withdrawal_same_person', ...seenErrors, ...signedErrors],
  }),
  tellReturn: post('/admin/withdrawals/:withdrawalId/return', {
    auth: decides,
    summary: 'Say that the bank returned a paid withdrawal',
    description:
      'One person says which movement of the bank brought the money back, and why, which its ' +
      'owner reads. Nothing moves until another one confirms it.',
    body: z.strictObject({
      /** Compared without case and spaces; it returns one withdrawal. */
      bankReference: matching(/^[A-Za-z0-9_ -]{4,}$/, 64),
      reason: note,
    }),
    ok: z.object({ withdrawal: QueuedWithdrawal }),
    errors: [...notOpen, 'withdrawal_return_used', ...signedErrors],
  }),
  confirmReturn: post('/admin/withdrawals/:withdrawalId/return/confirm', {
    auth: decides,
    summary: 'Confirm or contradict the return of a withdrawal',
    description:
      'Another person agrees, and the whole withdrawal is in the wallet as it was before it, or ' +
      'disagrees, and it stays paid.',
    body: z.strictObject({ agree: z.boolean(), ...SeenFirst }),
    ok: z.object({ withdrawal: QueuedWithdrawal }),
    errors: [...notOpen, 'withdrawal_same_person', ...seenErrors, ...signedErrors],
  }),
  ...accountCalls,
}
