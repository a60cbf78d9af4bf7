import { z } from 'zod'
import { Id, Instant, longText, matching, Pesos, PesosSum } from './common.ts'
import {
  ACTION_REASON_MAX,
  ACTION_REASON_MIN,
  DESK_MESSAGE_MAX,
  DESK_MESSAGE_MIN,
  DESK_NOTE_MAX,
  DESK_NOTE_MIN,
} from './desk-action-limits.ts'
import type { Permission } from './permissions.ts'
import { ProposalPerson } from './proposal.ts'
import { get, post } from './route.ts'
import { comparedErrors, SeenLast, seenErrors, signedErrors } from './team-acts.ts'

/** Screens of the team on which it acts. */
export const DeskSubjectKind = z.enum(['user', 'trip', 'booking', 'payment'])
export type DeskSubjectKind = z.infer<typeof DeskSubjectKind>

/** Permission that each action needs. */
export const deskPermissions = {
  message: 'tickets.answer',
  note: 'people.view',
  cancel: 'disputes.resolve',
  pause: 'conduct.decide',
  resume: 'conduct.decide',
  resend: 'deliveries.manage',
  unlock: 'tickets.answer',
  credit: 'payments.cases',
  refund: 'payments.cases',
} as const satisfies Record<string, Permission>

export const DeskAction = z.enum(
  Object.keys(deskPermissions) as [keyof typeof deskPermissions, ...never[]],
)
export type DeskAction = keyof typeof deskPermissions

/** Side of the subject that a message goes to; `person` is the only one of a person or top-up. */
export const DeskAudience = z.enum(['person', 'passengers', 'driver', 'everyone'])
export type DeskAudience = z.infer<typeof DeskAudience>

/** Counters of wrong attempts that the team can clear. */
export const DeskLock = z.enum(['login', 'phone', 'second_factor'])
export type DeskLock = z.infer<typeof DeskLock>

/** Causes of a credit: what Cupo pays for. */
export const CreditCause = z.enum(['service_failure', 'safety', 'double_charge', 'courtesy'])
export type CreditCause = z.infer<typeof CreditCause>

/** Causes of a refund to the payer's method. */
export const RefundCause = z.enum(['withdrawn_right', 'double_charge', 'not_recognised', 'error'])
export type RefundCause = z.infer<typeof RefundCause>

/** Causes of a payment by the guarantee fund, which the program proposes. */
export const FundCause = z.enum(['connection_pay', 'stranded_aid'])
export type FundCause = z.infer<typeof FundCause>

const Who = z.object({ id: Id, name: z.string() })

const Note = z.object({ id: Id, at: Instant, by: z.string(), text: z.string() })
export type DeskNote = z.infer<typeof Note>

/** Credit or refund that one person proposed, or payment by the fund; others sign or refuse it. */
const MoneyAct = z.object({
  id: Id,
  kind: z.enum(['credit', 'refund', ...FundCause.options]),
  pesos: Pesos,
  cause: z.union([CreditCause, RefundCause, FundCause]),
  /** Whether the person could take a credit to their bank; otherwise it is for travelling only. */
  withdrawable: z.boolean(),
  /** Reference of the refund in the gateway's dashboard; null for a credit. */
  gatewayReference: z.string().nullable(),
  reason: z.string(),
  /** Who proposed it: a person of the team, or Cupo. */
  by: z.string(),
  at: Instant,
  /** Whose first signature counts; null: it has none. */
  firstBy: z.string().nullable(),
  outcome: z.enum(['done', 'refused', 'lapsed']).nullable(),
  person: ProposalPerson,
  /** Who said, with which proof, that the gateway did not pay a refund; another confirms it. */
  unpaid: z.object({ by: z.string(), at: Instant, proof: z.string() }).nullable(),
  /** What the viewer can do: sign, refuse a credit, or say that a refund was not paid. */
  can: z.object({ sign: z.boolean(), refuse: z.boolean(), unpaid: z.boolean() }),
  /** Whether one more signature, or one more person who says that it was not paid, is the last. */
  last: z.object({ sign: z.boolean(), unpaid: z.boolean() }),
  /** Whether the viewer and the first signer have used the same browser. */
  sameDevice: z.boolean(),
})
export type MoneyAct = z.infer<typeof MoneyAct>

const View = z.object({
  /** Actions that the viewer can take now. */
  actions: z.array(DeskAction),
  /** People whom a message would reach, by side. */
  recipients: z.array(z.object({ to: DeskAudience, people: z.array(Who) })),
  /** What cancelling returns now; null if nothing can be cancelled. */
  cancelling: z.object({ bookings: z.int(), pesos: PesosSum }).nullable(),
  /** Pesos that can still be credited to the person this month. */
  creditLeft: PesosSum,
  /** Pesos of the top-up that were not returned yet; null for another subject. */
  refundLeft: PesosSum.nullable(),
  /** Free pesos of the wallet, from which a refund is taken; null for another subject. */
  walletFree: PesosSum.nullable(),
  /** Counters that the viewer can clear. */
  locks: z.array(DeskLock),
  /** Internal notes, newest first. */
  notes: z.array(Note),
  money: z.array(MoneyAct),
})
export type DeskActionsView = z.infer<typeof View>

/** What the audit has about an action, so that the screen can say it. */
const Done = z.object({
  entry: z.object({ action: z.string(), at: Instant }),
  /** Number of people who are told. */
  told: z.int(),
})
export type DeskDone = z.infer<typeof Done>

const reason = longText(ACTION_REASON_MAX).min(ACTION_REASON_MIN)
const because = z.strictObject({ reason })
const signed = z.strictObject({ reason, ...SeenLast })
const subject = z.strictObject({ subjectKind: DeskSubjectKind, subjectId: Id })
const needs = (action: DeskAction) => ({ permission: deskPermissions[action] })
const limit = { max: 60, windowSeconds: 3600, by: 'user' } as const
const done = { ok: Done, limit }
const explained = { body: because, ...done }
const twoPeople = [...seenErrors, ...signedErrors, 'money_act_over', 'money_act_own'] as const

export const deskActions = {
  show: get('/admin/desk-actions/:subjectKind/:subjectId', {
    auth: { permission: 'people.view' },
    summary: 'Show what the team can do here',
    description:
      'Returns what the caller can do on a person, trip, booking or top-up, whom it would reach, ' +
      'what it would move, and the internal notes. A top-up also needs `payments.cases`.',
    params: subject,
    ok: View,
  }),
  writeNote: post('/admin/desk-actions/:subjectKind/:subjectId/notes', {
    auth: needs('note'),
    summary: 'Add an internal note',
    description:
      'Adds an internal note, which nobody outside of the team reads. A repeat with the same id ' +
      'changes nothing.',
    params: subject,
    body: z.strictObject({ id: Id, text: longText(DESK_NOTE_MAX).min(DESK_NOTE_MIN) }),
    ...done,
  }),
  sendMessage: post('/admin/desk-actions/:subjectKind/:subjectId/messages', {
    auth: needs('message'),
    summary: 'Write to one side of a subject',
    description:
      'Sends a text to one side of the subject, in the app and by mail. A repeat with the same ' +
      'id sends nothing.',
    params: subject,
    body: z.strictObject({
      id: Id,
      to: DeskAudience,
      text: longText(DESK_MESSAGE_MAX).min(DESK_MESSAGE_MIN),
      reason,
    }),
    ...done,
    errors: ['desk_nobody_to_tell'],
  }),
  cancelBooking: post('/admin/desk-actions/bookings/:bookingId/cancel', {
    auth: needs('cancel'),
    summary: 'Cancel a booking with a full refund',
    description:
      'Cancels a booking before its pick-up with a full refund; passenger and driver are told. ' +
      'Not for people of the booking.',
    ...explained,
    errors: ['booking_not_found', 'booking_not_cancellable', 'trip_departed', ...comparedErrors],
  }),
  cancelTrip: post('/admin/desk-actions/trips/:tripId/cancel', {
    auth: needs('cancel'),
    summary: "Cancel somebody's trip with full refunds",
    description:
      'Cancels a trip before its departure with full refunds and without a mark for the driver; ' +
      'everybody is told. Not for the driver.',
    ...explained,
    errors: ['trip_not_found', 'trip_not_cancellable', ...comparedErrors],
  }),
  pauseTrip: post('/admin/desk-actions/trips/:tripId/pause', {
    auth: needs('pause'),
    summary: "Pause somebody's trip",
    description:
      'Stops the sales of a trip; its passengers keep their seats and can cancel with a full ' +
      'refund. Everybody is told. Not for the driver.',
    ...explained,
    errors: ['trip_not_found', 'trip_pause_unchanged', ...comparedErrors],
  }),
  resumeTrip: post('/admin/desk-actions/trips/:tripId/resume', {
    auth: needs('resume'),
    summary: "Resume somebody's trip",
    description:
      'Ends the pause by the team; without another cause the trip is sold again. Everybody is ' +
      'told. Not for the driver.',
    ...explained,
    errors: ['trip_not_found', 'trip_pause_unchanged', ...comparedErrors],
  }),
  resend: post('/admin/desk-actions/:subjectKind/:subjectId/copies', {
    auth: needs('resend'),
    summary: 'Send a confirmation again',
    description:
      'Sends again: to a person the mail that confirms their address, about a booking the ' +
      'confirmation with ticket or receipt, about a top-up the confirmation.',
    params: subject,
    ...explained,
    errors: ['desk_nothing_to_send'],
  }),
  unlock: post('/admin/desk-actions/people/:userId/unlock', {
    auth: needs('unlock'),
    summary: 'Clear a counter of wrong attempts',
    description:
      'Clears the counter of wrong attempts at signing in, of phone codes, or of the second ' +
      'step; the last one only by who manages the team. No password or factor changes. The ' +
      'person is told. Never for oneself.',
    body: z.strictObject({ lock: DeskLock, reason }),
    ...done,
    errors: ['person_not_found', ...comparedErrors],
  }),
  proposeCredit: post('/admin/desk-actions/people/:userId/credits', {
    auth: needs('credit'),
    summary: 'Propose a credit to a wallet',
    description:
      'Proposes a credit from the company to a wallet; nothing moves before a second human ' +
      'signs. For travelling only, unless `withdrawable`. A repeat with the same id changes ' +
      'nothing. Never for oneself.',
    body: z.strictObject({
      id: Id,
      pesos: Pesos,
      cause: CreditCause,
      withdrawable: z.boolean(),
      reason,
    }),
    ...done,
    errors: ['person_not_found', 'credit_over_ceiling', 'money_act_pending', ...signedErrors],
  }),
  proposeRefund: post('/admin/desk-actions/payments/:paymentId/refunds', {
    auth: needs('refund'),
    summary: 'Propose to record a refund of the gateway',
    description:
      'Proposes to record a refund of a credited top-up that is made in the gateway’s dashboard. ' +
      'When a second human signs, the money leaves the wallet; without enough free money nothing ' +
      'happens. A repeat with the same id changes nothing. Never for oneself.',
    body: z.strictObject({
      id: Id,
      pesos: Pesos,
      cause: RefundCause,
      /** Compared without case and spaces. */
      gatewayReference: matching(/^[A-Za-z0-9_ -]{4,}$/, 64),
      reason,
    }),
    ...done,
    errors: [
      'payment_not_found',
      'refund_over_payment',
      'refund_reference_used',
      'refund_wallet_short',
      'money_act_pending',
      ...signedErrors,
    ],
  }),
  signMoney: post('/admin/desk-actions/money/:moneyActId/sign', {
    auth: needs('credit'),
    summary: 'Sign a credit or refund as the second person',
    description:
      'Gives the second signature, by another human being than who proposed it: the money moves, ' +
      'and the person is told. Never about one’s own money.',
    body: signed,
    ...done,
    errors: ['person_not_found', 'fund_short', ...twoPeople],
  }),
  refuseMoney: post('/admin/desk-actions/money/:moneyActId/refuse', {
    auth: needs('credit'),
    summary: 'Refuse or withdraw a proposed credit',
    description:
      'Ends a proposed credit, also one’s own; nothing moves. A recorded refund takes two ' +
      'people: `sayUnpaid`. Never about one’s own money.',
    ...explained,
    errors: ['money_act_over', 'refund_takes_two', ...comparedErrors],
  }),
  sayUnpaid: post('/admin/desk-actions/money/:moneyActId/unpaid', {
    auth: needs('refund'),
    summary: 'Say that a refund was not paid',
    description:
      'The first person says it with a proof, and nothing moves; when another human confirms it, ' +
      'the refund ends and its money is free again. Never about one’s own money.',
    body: signed,
    ...done,
    errors: ['refund_returned', 'refund_unpaid_own', ...twoPeople],
  }),
}
