import type { ErrorBody } from '#contract/common.ts'
import type { ErrorCode } from '#contract/errors.ts'

export const NETWORK_MESSAGE = 'Error de red o servidor. Intenta nuevamente.'

/** `uncoded`: an answer with a sentence and without a code. `unknown`: no answer of a server. */
export type ApiErrorCode = ErrorCode | 'network' | 'uncoded' | 'unknown'

/** A failed API call. `message` is the sentence to show; code branches on `code`. */
export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  readonly code: ApiErrorCode
  readonly fields: Readonly<Record<string, string>>
  /** Request id for support; null when the answer did not come from our server. */
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

/** Returns the error for a call without an answer: offline, blocked, or the server is down. */
export function networkError(): ApiError {
  return new ApiError({ status: 0, code: 'network', message: NETWORK_MESSAGE })
}

/** Reads an error body `{ error }`; any other body (a proxy's page) counts as a failed network. */
export async function errorFrom(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  if (!isErrorBody(body)) {
    return new ApiError({ status: response.status, code: 'unknown', message: NETWORK_MESSAGE })
  }
  return new ApiError({
    status: response.status,
    code: (body.code ?? 'uncoded') as ApiErrorCode,
    message: body.error,
    fields: body.fields ?? {},
    requestId: body.requestId ?? null,
    details: body.details,
    retryAfterSeconds: Number(response.headers.get('retry-after')) || null,
  })
}

type Body = Pick<ErrorBody, 'error'> & Partial<ErrorBody>

function isErrorBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && 'error' in value
    ? typeof value.error === 'string'
    : false
}

/** Returns the sentence to show for any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : NETWORK_MESSAGE
}

/** Statuses 426 (app too old) and 429 (too many calls): nothing was decided about the call. */
const UNDECIDED: readonly number[] = [426, 429]

/**
 * Returns whether a retry would be refused again. A lost session or network is not final, nor is
 * the page of a proxy or of a Wi-Fi login (`unknown`).
 */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'unknown') return false
  const { status } = error
  return status >= 400 && status < 500 && status !== 401 && !UNDECIDED.includes(status)
}

/** Returns whether `error` is an `ApiError` with one of these codes. */
export function hasCode(error: unknown, ...codes: ApiErrorCode[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code)
}

/** Whether the server decided nothing: network error, a proxy's page, timeout, 426, 429 or 5xx. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'unknown') return true
  return error.status === 0 || error.status >= 500 || UNDECIDED.includes(error.status)
}
