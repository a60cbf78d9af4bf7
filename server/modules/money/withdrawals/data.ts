import { ACCOUNTS_BY_LAW, type ModuleData, neverErased } from '#server/platform/module-data.ts'
import { forgetAccounts, forgetNumbers } from './accounts.queries.ts'
import { maskedNumber, openDestination, titleOf } from './destination.ts'
import { listWithdrawalsBeforeClosing } from './withdrawals.queries.ts'

const STEP = 'a step of the program'

export const withdrawalsData = {
  tables: {
    payout_events: {
      app: 'write',
      title: 'Mensajes de la pasarela sobre tus retiros',
      why: 'what the gateway said about a payout',
      within: { column: 'transaction_id', table: 'payout_transactions', key: 'transaction_id' },
      take: ['transaction_id', 'event_status', 'received_at'],
      leave: {
        'written by the gateway for us': ['raw', 'checksum', 'payout_id'],
        [STEP]: ['id', 'attempts', 'outcome', 'processed_at'],
      },
      // The raw event contains the name of the payee.
      erase: { clear: { raw: Buffer.alloc(0) } },
      closing: 'a step of the program',
      keep: { days: 730, since: 'processed_at' },
    },
    payout_transactions: {
      app: { update: ['status', 'failure_code', 'created_at', 'updated_at'] },
      title: 'Pagos de tus retiros',
      why: 'what the gateway paid',
      within: { column: 'withdrawal_id', table: 'withdrawals' },
      take: ['transaction_id', 'withdrawal_id', 'amount_in_cents', 'status', 'created_at'],
      leave: { [STEP]: ['payout_id', 'failure_code', 'updated_at'] },
      ...neverErased(ACCOUNTS_BY_LAW),
      closing: 'its withdrawal waits',
    },
    payout_sendings: {
      app: 'write',
      sealed: { body_sealed: 'payout_sendings.body' },
      sealedFor: 'withdrawal_id',
      title: 'Lo que pedimos a la pasarela por tus retiros',
      why: 'what was asked of the gateway, so that it is asked once',
      within: { column: 'withdrawal_id', table: 'withdrawals' },
      take: ['withdrawal_id', 'payout_id', 'first_sent_at'],
      leave: {
        'the same as the destination of the withdrawal': ['body_sealed'],
        [STEP]: [
          'idempotency_key',
          'api_version',
          'principal_id',
          'account_id',
          'tries',
          'alarmed_state',
        ],
      },
      erase: { clear: { body_sealed: null } },
      keep: { always: ACCOUNTS_BY_LAW },
    },
    withdrawal_events: {
      app: 'append',
      title: 'Pasos de tus retiros',
      why: 'who decided what about money that left',
      within: { column: 'withdrawal_id', table: 'withdrawals' },
      others: ['actor_id'],
      take: ['withdrawal_id', 'event', 'at'],
      leave: { 'a note of the team': ['details'], 'a key': ['id'] },
      ...neverErased(ACCOUNTS_BY_LAW),
    },
    withdrawals: {
      app: {
        update: [
          'two_people',
          'destination_sealed',
          'status',
          'updated_at',
          'first_by',
          'first_at',
          'second_by',
          'second_at',
          'channel',
          'batch_id',
          'sent_at',
          'next_check_at',
          'checks',
          'result',
          'result_note',
          'result_by',
          'result_at',
          'confirmed_by',
          'rejected_by',
          'reason',
          'closed_at',
          'unanswered_at',
          'return_reference',
          'return_reason',
          'return_by',
          'return_at',
          'return_confirmed_by',
        ],
      },
      sealed: { destination_sealed: 'withdrawals.destination' },
      title: 'Retiros',
      why: 'money that went out',
      of: ['user_id'],
      others: [
        'first_by',
        'second_by',
        'result_by',
        'confirmed_by',
        'rejected_by',
        'return_by',
        'return_confirmed_by',
      ],
      take: ['id', 'reference', 'amount_pesos', 'status', 'reason', 'created_at', 'closed_at'],
      leave: {
        'opened for the export': ['destination_sealed'],
        'a note of the team': ['result', 'result_note', 'return_reference', 'return_reason'],
        [STEP]: [
          'account_id',
          'two_people',
          'updated_at',
          'first_at',
          'second_at',
          'channel',
          'batch_id',
          'sent_at',
          'next_check_at',
          'checks',
          'result_at',
          'unanswered_at',
          'return_at',
        ],
      },
      // No pending withdrawal loses its destination: closing an account waits for it, and a claim
      // ends after its withdrawals.
      erase: { clear: { destination_sealed: null } },
      closing: listWithdrawalsBeforeClosing,
      keep: { always: ACCOUNTS_BY_LAW },
    },
    payout_accounts: {
      app: 'write',
      sealed: { sealed: 'payout_accounts.destination' },
      title: 'Cuentas a las que retiras',
      why: 'where a person wants their money',
      of: ['user_id'],
      take: ['id', 'kind', 'preferred', 'created_at', 'usable_from', 'removed_at'],
      leave: {
        'opened for the export': ['sealed', 'bank_code', 'account_type', 'key_type'],
        'a digest that means nothing outside': ['number_index'],
        [STEP]: ['identification_version'],
      },
      open: ({ secrets }, row) => {
        const { id, sealed } = row as { id: string; sealed: Buffer }
        if (sealed.length === 0) return {}
        const destination = openDestination(secrets, 'payout_accounts', id, sealed)
        return { account: titleOf(destination), number: maskedNumber(destination) }
      },
      erase: {
        how: 'removes the accounts and empties their numbers',
        run: (tx, { clock }, userId) => forgetAccounts(tx, { userId, now: clock.now() }),
      },
      eraseLate: {
        how: 'replaces their digests',
        run: (tx, _, userId) => forgetNumbers(tx, userId),
      },
      keep: { always: `${ACCOUNTS_BY_LAW}, without the number once the account is closed` },
    },
    payout_batches: {
      app: 'write',
      title: 'Archivos para el banco que preparaste',
      why: 'who took a file with account numbers',
      of: ['created_by'],
      others: ['downloaded_by', 'taken_back_by', 'taken_back_confirmed_by'],
      take: ['id', 'created_at', 'downloaded_at', 'taken_back_at', 'taken_back_confirmed_at'],
      ...neverErased(ACCOUNTS_BY_LAW),
    },
  },
  innerFunctions: ['withdrawals_step'],
} satisfies ModuleData
