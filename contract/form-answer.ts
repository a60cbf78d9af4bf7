import type { ErrorCode } from './errors.ts'

/** What came of a form that the browser posted by itself, for the page that answers it. */
export type FormAnswer = {
  /** As typed, to fill the form again; never a password. */
  typed: Record<string, string>
  /** Which of the form's buttons was pressed. */
  intent: string
  /** Why not; undefined when it was done. */
  refused?: { code: ErrorCode; error: string; status: number; fields?: Record<string, string> }
  /** What the API said when it was done. */
  message?: string
}
