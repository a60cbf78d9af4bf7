/** What the rest of Cupo knows of who pays people; one adapter per provider. */

export type LegalIdType = 'CC' | 'CE' | 'PAS'
export type KeyType = 'phone' | 'document' | 'email' | 'alphanumeric'

/** Where the money goes. `number` and `key` are never logged. */
export type PayoutTarget =
  | {
      kind: 'account'
      /** Code of the clearing house, also of Nequi and Daviplata. */
      bankCode: string
      accountType: 'savings' | 'checking' | 'wallet'
      number: string
    }
  | { kind: 'key'; keyType: KeyType; key: string }

export type Payout = {
  /** The same for every try: the provider pays it once. */
  idempotencyKey: string
  /** Ours, unique; a payout is looked up by it. */
  reference: string
  /** Whole pesos. */
  pesos: number
  target: PayoutTarget
  holder: { name: string; legalIdType: LegalIdType; legalId: string; email: string }
}

/** A payout as the provider tells it. */
export type PaidOut = {
  transactionId: string
  payoutId: string
  reference: string
  amountInCents: number
  status: 'pending' | 'approved' | 'failed'
  failure: { code: string; message: string } | null
  /** When the bank said so, else when it was made; null where the provider says neither. */
  at: Date | null
}

export type KeyHolder = { name: string; legalId: string | null; bank: string | null }

/**
 * Why nothing was answered. `refused`: it was understood and will not be done, `code` says why;
 * nothing was paid. `no_funds`: our account or its limit is used up. The others say nothing of
 * whether it was paid.
 */
export type PayoutFailure =
  | 'unreachable'
  | 'resting'
  | 'key_refused'
  | 'malformed'
  | 'no_funds'
  | 'repeated'
  | 'refused'

export type PayoutPort = {
  /** Until when it is not asked, since it did not answer; undefined when it may be. */
  restsUntil(): Date | undefined
  /** Hands a payout over. The answer says only that it was taken. Errors: PayoutError. */
  send(payout: Payout): Promise<void>
  /** The payout of a reference; undefined when the provider has none. Errors: PayoutError. */
  find(reference: string): Promise<PaidOut | undefined>
  /** One transaction, by the ids of an event. Errors: PayoutError. */
  read(ids: { payoutId: string; transactionId: string }): Promise<PaidOut | undefined>
  /** All transactions that the provider dates on these days (YYYY-MM-DD). Errors: PayoutError. */
  list(days: { fromDay: string; untilDay: string }): Promise<PaidOut[]>
  /** Whose key of Bre-B it is; undefined when there is none. Errors: PayoutError. */
  resolveKey(input: { keyType: KeyType; key: string }): Promise<KeyHolder | undefined>
}

export class PayoutError extends Error {
  readonly reason: PayoutFailure
  /** The provider's code, with `refused`. */
  readonly code: string | undefined
  /** With `resting`: when it may be asked again. */
  readonly retryAt: Date | undefined

  constructor(reason: PayoutFailure, more: { code?: string; retryAt?: Date } = {}) {
    super(`payouts: ${reason}${more.code ? ` ${more.code}` : ''}`)
    this.name = 'PayoutError'
    this.reason = reason
    this.code = more.code
    this.retryAt = more.retryAt
  }
}
