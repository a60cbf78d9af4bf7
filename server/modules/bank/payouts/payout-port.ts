import type { DocumentType } from '#contract/document-number.ts'

/** Port to the provider that pays people; each provider has an adapter. */

export type LegalIdType = DocumentType
export type KeyType = 'phone' | 'document' | 'email' | 'alphanumeric'

/** Destination of the money. `number` and `key` are never logged. */
export type PayoutTarget =
  | {
      kind: 'account'
      /** Code of the clearing house; Nequi and Daviplata have one too. */
      bankCode: string
      accountType: 'savings' | 'checking' | 'wallet'
      number: string
    }
  | { kind: 'key'; keyType: KeyType; key: string }

export type Payout = {
  /** Our unique reference, by which a payout is looked up while its id is unknown. */
  reference: string
  /** Whole pesos. */
  pesos: number
  target: PayoutTarget
  /** The verified person, never a masked name of the Bre-B directory. */
  holder: { name: string; legalIdType: LegalIdType; legalId: string; email: string }
}

export type ApiVersion = 'v1' | 'v2'

/** Account that sends requests: idempotency keys and payouts belong to one sender. */
type Sender = { principalId: string; accountId: string }

/** A prepared request: each retry sends the same bytes. */
export type PreparedPayout = { apiVersion: ApiVersion; sender: Sender; body: string }

/** The provider accepted the batch. `started` is false when none of its transactions began. */
export type TakenPayout = { payoutId: string; started: boolean }

/** A transaction as the provider reports it. */
export type PaidOut = {
  transactionId: string
  /** Id of the batch; null where the answer does not name it. */
  payoutId: string | null
  /** Null where the answer has no reference. */
  reference: string | null
  /** Whether it is alone in its batch, so that the batch can supply missing fields. */
  alone: boolean
  amountInCents: number | null
  status: 'pending' | 'approved' | 'failed'
  /** State in the words of the provider. */
  told: string
  failure: { code: string; message: string } | null
  /** Time of the bank's answer, else of creation; null where the provider reports neither. */
  at: Date | null
}

/** A batch with its transactions; our batches have one transaction. */
export type PayoutBatch = {
  /** Null where transactions were found by reference and the answer names no batch. */
  payoutId: string | null
  /** `refused`: nothing of the batch will be paid. `open` includes unknown states. */
  state: 'open' | 'settled' | 'refused'
  /** State in the words of the provider. */
  told: string
  transactions: PaidOut[]
}

export type KeyHolder = {
  /** Name, mostly masked, such as "LAU*** MOR***": only for comparison. */
  name: string
  bank: string | null
}

/**
 * Reason of a failed request. `refused`: the provider understood the request and will not do it,
 * `code` says why; nothing was paid. `no_funds`: refused because our account or its limit is used
 * up. `key_refused`: our credentials were refused. `repeated`: the idempotency key was used before,
 * so the payout exists. The other reasons leave open whether it was paid.
 */
export type PayoutFailure =
  | 'unreachable'
  | 'resting'
  | 'key_refused'
  | 'malformed'
  | 'no_funds'
  | 'repeated'
  | 'refused'

/** Calls to the payout provider. A lookup that finds nothing never means that nothing was paid. */
export type PayoutPort = {
  /** Returns until when the circuit breaker is open; undefined when it is closed. */
  restsUntil(): Date | undefined
  /** Account that the next requests use. */
  sender: Sender
  /** Fixes the whole request. Asks for the bank, changes nothing. Errors: PayoutError. */
  prepare(payout: Payout): Promise<PreparedPayout>
  /** Sends a payout; a retry uses the same key. Errors: PayoutError. */
  send(prepared: PreparedPayout, idempotencyKey: string): Promise<TakenPayout>
  /** Finds a batch by its id; undefined if the provider does not find it. Errors: PayoutError. */
  look(by: { payoutId: string; apiVersion: ApiVersion }): Promise<PayoutBatch | undefined>
  /** Finds a batch by our reference; undefined if nothing is found. Errors: PayoutError. */
  find(by: { reference: string; apiVersion: ApiVersion }): Promise<PayoutBatch | undefined>
  /** Reads a transaction by the ids of an event. Errors: PayoutError. */
  read(ids: { payoutId: string; transactionId: string }): Promise<PaidOut | undefined>
  /** Lists all transactions of these days (YYYY-MM-DD) at the provider. Errors: PayoutError. */
  list(days: { fromDay: string; untilDay: string }): Promise<PaidOut[]>
  /** Finds the holder of a Bre-B key; undefined if the key does not exist. Errors: PayoutError. */
  resolveKey(input: { keyType: KeyType; key: string }): Promise<KeyHolder | undefined>
}

export class PayoutError extends Error {
  readonly reason: PayoutFailure
  /** Error code of the provider, with `refused`. */
  readonly code: string | undefined
  /** Time when the provider can be asked again, with `resting`. */
  readonly retryAt: Date | undefined

  constructor(reason: PayoutFailure, more: { code?: string; retryAt?: Date } = {}) {
    super(`payouts: ${reason}${more.code ? ` ${more.code}` : ''}`)
    this.name = 'PayoutError'
    this.reason = reason
    this.code = more.code
    this.retryAt = more.retryAt
  }
}
