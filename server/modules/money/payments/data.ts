import {
  ACCOUNTS_BY_LAW,
  DIGESTS_LATER,
  type ModuleData,
  neverErased,
} from '#server/platform/module-data.ts'
import { listPendingTopUps } from './payments.queries.ts'

export const paymentsData = {
  tables: {
    gateway_events: {
      app: 'write',
      title: 'Mensajes de la pasarela sobre tus pagos',
      why: 'what the gateway said about a payment',
      within: { column: 'transaction_id', table: 'payment_attempts', key: 'transaction_id' },
      take: ['transaction_id', 'event_status', 'received_at'],
      leave: {
        'written by the gateway for us': ['raw', 'checksum'],
        'a step of the program': ['id', 'attempts', 'outcome', 'processed_at'],
      },
      // The raw event contains the name of the payer.
      erase: { clear: { raw: Buffer.alloc(0) } },
      closing: 'a step of the program',
      keep: { days: 730, since: 'processed_at' },
    },
    gateway_answers: {
      app: 'append',
      title: 'Lo que preguntamos a la pasarela sobre tus pagos',
      why: 'shows what the gateway answered, and what was decided on it',
      within: { column: 'payment_id', table: 'payments' },
      take: ['at', 'transaction_id', 'status', 'amount_in_cents', 'currency', 'method'],
      leave: {
        'another form of an exported column': ['reference'],
        'a step of the program': ['id', 'payment_id', 'asked', 'outcome'],
      },
      ...neverErased(ACCOUNTS_BY_LAW),
      closing: 'a record of what was read',
    },
    payment_attempts: {
      app: { update: ['status', 'method', 'credit_transfer', 'updated_at', 'payer_index'] },
      title: 'Intentos de pago',
      why: 'what the gateway charged',
      within: { column: 'payment_id', table: 'payments' },
      take: [
        'transaction_id',
        'payment_id',
        'amount_in_cents',
        'currency',
        'method',
        'status',
        'created_at',
      ],
      leave: {
        'a digest that means nothing outside': ['payer_index'],
        'a step of the program': ['credit_transfer', 'updated_at'],
      },
      erase: { nothing: DIGESTS_LATER },
      eraseLate: { clear: { payer_index: null } },
      closing: listPendingTopUps,
      keep: { always: ACCOUNTS_BY_LAW },
    },
    payments: {
      app: {
        update: [
          'status',
          'last_attempt_status',
          'last_transaction_id',
          'updated_at',
          'next_check_at',
          'checks',
          'asked_at',
          'discarded_at',
        ],
      },
      title: 'Recargas',
      why: 'money that came in',
      of: ['user_id'],
      take: [
        'id',
        'reference',
        'amount_pesos',
        'status',
        'created_at',
        'updated_at',
        'last_attempt_status',
        'discarded_at',
      ],
      leave: {
        'a step of the program': [
          'asked_at',
          'checks',
          'environment',
          'last_transaction_id',
          'next_check_at',
          'tx',
        ],
      },
      ...neverErased(ACCOUNTS_BY_LAW),
      closing: 'a checkout that nobody pays is no money; a late approval opens a claim',
    },
  },
} satisfies ModuleData
