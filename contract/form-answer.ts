import type { ErrorCode } from './errors.ts'

/** Result of a form that the browser posted without JavaScript, for the page that renders it. */
export type FormAnswer = {
  /** Values as typed, to fill the form again; never a password. */
  typed: Record<string, string>
  /** The form button that was pressed. */
  intent: string
  /** Error of the refused form; undefined when it succeeded. */
  refused?: { code: ErrorCode; error: string; status: number; fields?: Record<string, string> }
  /** Message of the API when the form succeeded. */
  message?: string
}
