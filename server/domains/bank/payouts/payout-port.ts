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
  /** Ours, unique; a payout without a known id is looked up by it. */
  reference: string
  /** Whole pesos. */
  pesos: number
  target: PayoutTarget
  /** The verified person: never a masked name of the directory of keys. */
  holder: { name: string; legalIdType: LegalIdType; legalId: string; email: string }
}

export type ApiVersion = 'v1' | 'v2'

/** Who asks: another one has idempotency keys and payouts of its own. */
type Sender = { principalId: string; accountId: string }

/** A request as it will be sent, and sent again: the same bytes each time. */
export type PreparedPayout = { apiVersion: ApiVersion; sender: Sender; body: string }

/** The provider took the batch. `started`: false when none of its transactions began. */
export type TakenPayout = { payoutId: string; started: boolean }

/** A transaction as the provider tells it. */
export type PaidOut = {
  transactionId: string
  /** The batch; null where the answer does not name it. */
  payoutId: string | null
  /** Null where the answer does not have it. */
  reference: string | null
  /** The only transaction of its batch: what it lacks may be taken from the batch. */
  alone: boolean
  amountInCents: number | null
  status: 'pending' | 'approved' | 'failed'
  /** As the provider names it. */
  told: string
  failure: { code: string; message: string } | null
  /** When the bank said so, else when it was made; null where the provider says neither. */
  at: Date | null
}

/** A batch with its transactions; ours have one. */
export type PayoutBatch = {
  /** Null where transactions were found by their reference, and the answer names no batch. */
  payoutId: string | null
  /** `refused`: nothing of it will be paid. `open` also where its state is not known. */
  state: 'open' | 'settled' | 'refused'
  /** As the provider names it. */
  told: string
  transactions: PaidOut[]
}

export type KeyHolder = {
  /** Mostly masked: "LAU*** MOR***". For comparing only. */
  name: string
  bank: string | null
}

/**
 * Why nothing was answered. `refused`: it was understood and will not be done, `code` says why;
 * nothing was paid. `no_funds`: the same, because our account or its limit is used up.
 * `key_refused`: who asks was not let in. `repeated`: the idempotency key was used before, so the
 * payout exists. The others say nothing of whether it was paid.
 */
export type PayoutFailure =
  | 'unreachable'
  | 'resting'
  | 'key_refused'
  | 'malformed'
  | 'no_funds'
  | 'repeated'
  | 'refused'

/** A lookup that finds nothing never means that nothing was paid. */
export type PayoutPort = {
  /** Until when it is not asked, since it did not answer; undefined when it may be. */
  restsUntil(): Date | undefined
  /** With whose credentials it asks now. */
  sender: Sender
  /** Everything that is sent, fixed. Asks for the bank, changes nothing. Errors: PayoutError. */
  prepare(payout: Payout): Promise<PreparedPayout>
  /** Hands a payout over, or over again with the same key. Errors: PayoutError. */
  send(prepared: PreparedPayout, idempotencyKey: string): Promise<TakenPayout>
  /** A batch by its id; undefined when it is not found there. Errors: PayoutError. */
  look(by: { payoutId: string; apiVersion: ApiVersion }): Promise<PayoutBatch | undefined>
  /** What carries a reference of ours; undefined when nothing is found. Errors: PayoutError. */
  find(by: { reference: string; apiVersion: ApiVersion }): Promise<PayoutBatch | undefined>
  /** One transaction, by the ids of an event. Errors: PayoutError. */
  read(ids: { payoutId: string; transactionId: string }): Promise<PaidOut | undefined>
  /** All transactions that the provider dates on these days (YYYY-MM-DD). Errors: PayoutError. */
  list(days: { fromDay: string; untilDay: string }): Promise<PaidOut[]>
  /** Whether it works, and what our accounts have left. Errors: PayoutError. */
  account(): Promise<PayoutAccountState>
  /** Whose key of Bre-B it is; undefined when there is none. Errors: PayoutError. */
  resolveKey(input: { keyType: KeyType; key: string }): Promise<KeyHolder | undefined>
}

/** Our account at the provider, as it says. Amounts in cents; null where it does not say. */
export type PayoutAccountState = {
  /** `HEALTHY`, `PARTIAL_OUTAGE`, `UNHEALTHY`, or a word that is not known yet. */
  health: string
  /** Parts of the provider that do not work. */
  down: string[]
  accounts: {
    id: string
    balanceInCents: number | null
    /** `IN_REVIEW`, `ACTIVE` or `INACTIVE`. */
    status: string | null
    bank: string | null
  }[]
  dailyLimitInCents: number | null
  dailyAvailableInCents: number | null
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
