import { type ErrorCode, messageOf } from '#contract/errors.ts'

type Options = {
  /** Replaces the default sentence of the error code. */
  message?: string
  /** Spanish error sentence by name of the input field. */
  fields?: Record<string, string>
  /** Extra data for the client, such as a price breakdown. */
  details?: unknown
  /** Commits the transaction before the error is thrown, so that a stored refusal remains. */
  commit?: boolean
  /** For the log: the underlying error. */
  cause?: unknown
}

/** An expected failure with an error code of the contract; every other error is a bug. */
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

/** A reason in Spanish not to start, which the operator is shown without a stack. */
export class StartRefused extends Error {}

/** Throws on a programmer error, which becomes a 500 and an alert. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`)
}

/** As `refusalOf`, of a check that runs already. */
export async function refusalIn(check: Promise<unknown>): Promise<AppError | null> {
  try {
    await check
    return null
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** The expected failure of a check; null when it passes. Other errors are thrown. */
export function refusalOf(check: () => void): AppError | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
