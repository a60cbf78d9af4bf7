import { type ErrorCode, messageOf } from '#contract/errors.ts'

type Options = {
  /** Replaces the table's sentence when the situation needs its own. */
  message?: string
  /** Field name → Spanish sentence. */
  fields?: Record<string, string>
  /** Extra data for the client, such as a price breakdown. */
  details?: unknown
  /** Commit the transaction before throwing: the stored refusal is its effect. */
  commit?: boolean
  /** For the log: what failed outside. */
  cause?: unknown
}

/** An expected failure with a code of the contract's table; everything else is a bug. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly details: unknown
  readonly commit: boolean

  constructor(code: ErrorCode, options: Options = {}) {
    super(options.message ?? messageOf(code), { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = options.fields
    this.details = options.details
    this.commit = options.commit ?? false
  }
}

/** For programmer errors: becomes a 500 and an alert. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`)
}
