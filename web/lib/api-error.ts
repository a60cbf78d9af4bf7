import type { ErrorCode } from '#contract/errors.ts'

export const NETWORK_MESSAGE = 'Error de red o servidor. Intenta nuevamente.'

export type ApiErrorCode = ErrorCode | 'network' | 'unknown'

/** A failed API call. `message` is the sentence to show; code branches on `code`. */
export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  readonly code: ApiErrorCode
  readonly fields: Readonly<Record<string, string>>
  /** For support; null when the answer did not come from our server. */
  readonly requestId: string | null
  readonly details: unknown
  /** `Retry-After` of the answer in seconds; null when it has none. */
  readonly retryAfterSeconds: number | null

  constructor(init: {
    status: number
    code: ApiErrorCode
    message: string
    fields?: Record<string, string>
    requestId?: string | null
    details?: unknown
    retryAfterSeconds?: number | null
  }) {
    super(init.message)
    this.status = init.status
    this.code = init.code
    this.fields = init.fields ?? {}
    this.requestId = init.requestId ?? null
    this.details = init.details
    this.retryAfterSeconds = init.retryAfterSeconds ?? null
  }
}

/** No answer: offline, blocked, or the server is down. */
export function networkError(): ApiError {
  return new ApiError({ status: 0, code: 'network', message: NETWORK_MESSAGE })
}

/** Reads our server's error body; anything else (a proxy's page) counts as a failed network. */
export async function errorFrom(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  if (!isErrorBody(body)) {
    return new ApiError({ status: response.status, code: 'unknown', message: NETWORK_MESSAGE })
  }
  return new ApiError({
    status: response.status,
    code: (body.code ?? 'unknown') as ApiErrorCode,
    message: body.error,
    fields: body.fields ?? {},
    requestId: body.requestId ?? null,
    details: body.details,
    retryAfterSeconds: Number(response.headers.get('retry-after')) || null,
  })
}

type Body = {
  error: string
  code?: string
  requestId?: string
  fields?: Record<string, string>
  details?: unknown
}

function isErrorBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && 'error' in value
    ? typeof value.error === 'string'
    : false
}

/** The sentence to show for anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : NETWORK_MESSAGE
}

/** An app that is too old, or too many calls: nothing was decided about this call. */
const UNDECIDED: readonly number[] = [426, 429]

/** Would a repeat be refused again? A lost session or network is not final. */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { status } = error
  return status >= 400 && status < 500 && status !== 401 && !UNDECIDED.includes(status)
}

/** Is it one of our errors with this code? */
export function hasCode(error: unknown, ...codes: ApiErrorCode[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code)
}

/** Network error, timeout, 426, 429 or 5xx: the server has decided nothing. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return error.status === 0 || error.status >= 500 || UNDECIDED.includes(error.status)
}
