// The queues of the team with their states: each has a case in the demonstration, or a reason
// for having none.
import type { TeamQueue } from '#contract/team-queues.ts'

type Column = {
  table: string
  /** Column whose values are listed by a check of the schema. */
  column: string
  /** Values without a case, with the reason. */
  absent?: Readonly<Record<string, string>>
}

type QueueStates = {
  columns: readonly Column[]
  /** States that no column names: a condition on the rows of a table, by the name of the state. */
  stages: Readonly<Record<string, { table: string; where: string }>>
}

const stage = (table: string, where: string) => ({ table, where })

/** Decisions that wait for a second signature and have no case, with the reason. */
export const unsignedAbsent: Readonly<Record<string, string>> = {
  connection_pay: 'the program proposes it, once a second car leaves without its passenger',
  stranded_aid: 'the program proposes it, for a passenger whom a driver left on the way',
  invitation: 'only another admin signs it, and the demonstration has one',
  payout_batch: 'the bank file of the demonstration was uploaded',
  payout_return: 'is signed as the result of a payment is',
  toll_price: 'is decided as the price of fuel is',
  suspension: 'is signed as an expulsion is',
  insurance_from: 'is decided as the price of fuel is',
}

/** `demo-cases.db.test.ts` compares this list with the schema, the contract and the seeded rows. */
export const queueStates: Readonly<Record<TeamQueue, QueueStates>> = {
  incidents: {
    columns: [
      { table: 'incidents', column: 'kind' },
      { table: 'incidents', column: 'outcome' },
    ],
    stages: {
      'emergency that nobody took': stage(
        'incidents',
        "kind = 'emergency' and taken_at is null and closed_at is null",
      ),
      'emergency in hand': stage('incidents', 'taken_at is not null and closed_at is null'),
      'report that nobody took': stage(
        'incidents',
        "kind = 'felt_unsafe' and taken_at is null and closed_at is null",
      ),
      'answered drill': stage('duty_alarms', 'incident_id is null and answered_at is not null'),
    },
  },
  tickets: {
    columns: [
      { table: 'support_tickets', column: 'status' },
      { table: 'support_tickets', column: 'kind' },
      {
        ...{ table: 'support_messages', column: 'kind' },
        absent: { held: 'lasts for 30 seconds', undone: 'is shown to nobody' },
      },
    ],
    stages: {
      'nobody has it': stage('support_tickets', "status = 'open' and assigned_to is null"),
      'somebody has it': stage('support_tickets', "status = 'open' and assigned_to is not null"),
      'written in again': stage(
        'support_tickets',
        "status = 'open' and first_answered_at is not null",
      ),
      'of a visitor': stage('support_tickets', "user_id is null and status = 'open'"),
      'with an incident': stage('support_tickets', 'incident_id is not null'),
      rated: stage('support_tickets', 'rating is not null'),
    },
  },
  signatures: { columns: [], stages: {} },
  verification: {
    columns: [{ table: 'documents', column: 'status' }],
    stages: {
      'sent again after a rejection': stage(
        'documents',
        `status = 'pending' and exists (select from documents r
          where r.owner_id = documents.owner_id and r.kind = documents.kind
            and r.status = 'rejected')`,
      ),
      'photo of another person': stage(
        'documents',
        `status = 'pending' and exists (select from documents o
          where o.owner_id <> documents.owner_id and o.sha256 = documents.sha256)`,
      ),
      'one side of the identity card': stage(
        'documents',
        `status = 'pending' and kind = 'identity_front' and not exists (select from documents b
          where b.owner_id = documents.owner_id and b.kind = 'identity_back')`,
      ),
    },
  },
  disputes: {
    columns: [
      { table: 'disputes', column: 'outcome' },
      {
        table: 'disputes',
        column: 'proposed_outcome',
        absent: { driver: 'a proposal for the driver is confirmed in the same way' },
      },
    ],
    stages: {
      open: stage('disputes', 'resolved_at is null and proposed_by is null'),
      'the driver gave a version': stage('dispute_words', 'answer is not null'),
      'waits for a second person': stage(
        'disputes',
        'resolved_at is null and proposed_by is not null',
      ),
    },
  },
  conduct: {
    columns: [
      { table: 'conduct_cases', column: 'kind' },
      { table: 'conduct_cases', column: 'subject_kind' },
      { table: 'conduct_cases', column: 'outcome' },
      { table: 'sanction_events', column: 'kind' },
    ],
    stages: {
      'nobody looked at it': stage(
        'conduct_cases',
        "kind = 'report' and decided_at is null and hearing_asked_at is null",
      ),
      'with a photo': stage('conduct_photos', 'true'),
      heard: stage('conduct_cases', 'decided_at is null and heard_at is not null'),
      paused: stage('conduct_cases', 'decided_at is null and pause_id is not null'),
      'expulsion that waits for a second person': stage(
        'conduct_cases',
        'decided_at is null and proposed_by is not null',
      ),
    },
  },
  appeals: {
    columns: [],
    stages: {
      'open, with a file': stage(
        'sanction_appeals',
        `answered_at is null and exists (select from appeal_photos p
          where p.sanction_id = sanction_appeals.sanction_id)`,
      ),
      upheld: stage('sanction_appeals', 'is_upheld'),
      rejected: stage('sanction_appeals', 'not is_upheld'),
    },
  },
  'rating-cases': {
    columns: [
      {
        table: 'rating_cases',
        column: 'kind',
        absent: {
          same_device: 'needs one browser with two accounts',
          same_payment: 'needs one card at the gateway for two accounts',
        },
      },
      { table: 'rating_cases', column: 'outcome' },
      {
        table: 'rating_events',
        column: 'event',
        absent: { shown: 'only an upheld appeal shows a hidden rating again' },
      },
    ],
    stages: {
      open: stage('rating_cases', 'resolved_at is null'),
      'reported rating': stage('conduct_cases', "subject_kind = 'rating' and decided_at is null"),
    },
  },
  withdrawals: {
    columns: [
      {
        table: 'withdrawals',
        column: 'status',
        absent: { sending: 'lasts as long as one call of the provider' },
      },
      { table: 'withdrawals', column: 'result' },
    ],
    stages: {
      'waits for a second person': stage(
        'withdrawals',
        "status = 'requested' and first_by is not null",
      ),
      'result waits for a second person': stage(
        'withdrawals',
        "status = 'sent' and result is not null",
      ),
      'approved, but in dispute': stage(
        'withdrawals',
        `status = 'approved' and exists (select from disputes d
          join bookings b on b.id = d.booking_id
          where b.driver_id = withdrawals.user_id and d.resolved_at is null)`,
      ),
    },
  },
  'payment-cases': {
    columns: [],
    stages: {
      suspicious: stage('payment_cases', "kind = 'shared_fare' and closed_at is null"),
      'other amount': stage('payment_cases', "kind = 'mismatch_amount' and closed_at is null"),
      'difference of a statement': stage(
        'payment_cases',
        "kind like 'reconcile_payout_%' and closed_at is null",
      ),
      'waits for a second person': stage(
        'payment_cases',
        'closed_at is null and proposed_by is not null',
      ),
      closed: stage('payment_cases', 'closed_at is not null'),
      'statement with a match': stage('bank_statements', 'matched > 0'),
    },
  },
  claims: {
    columns: [],
    stages: {
      'nobody has asked for it': stage(
        'account_closings',
        'claim_open and claim_payable_from is null',
      ),
    },
  },
  'reward-reviews': {
    columns: [
      {
        table: 'reward_reviews',
        column: 'kind',
        absent: { referral: 'needs an account that is days old, and travels' },
      },
      { table: 'reward_reviews', column: 'outcome' },
    ],
    stages: { open: stage('reward_reviews', 'outcome is null') },
  },
  'safe-points': {
    columns: [{ table: 'safe_points', column: 'status' }],
    stages: { reported: stage('safe_point_reports', 'resolved_at is null') },
  },
  deliveries: {
    columns: [],
    stages: { 'given up': stage('jobs', "name = 'notifications.mail' and dead_at is not null") },
  },
}
