import type { FormAnswer } from '#contract/form-answer.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { formRefusal } from '#web/lib/server-form.ts'
import { signupMessage } from './auth-messages.ts'
import { signupRules } from './signup-fields.ts'

/** `taken`: the address that has an account already; null when something else was refused. */
export type Refused = { message: string; taken: string | null }

/** Returns the address if the sign-up was refused because it has an account. */
export function takenEmail(error: ApiError | null, email: string | undefined): string | null {
  return error?.code === 'email_taken' ? (email ?? '').trim() : null
}

/** Data that the sign-up page shows after a native form submit (without the app's code). */
export type SignupPage = {
  typed: Record<string, string>
  refused: Refused | null
  /** Error sentences, by name of the form field. */
  fields: Record<string, string>
  /** E-mail of the created account; null if no account was created. */
  created: string | null
}

export const emptySignupPage: SignupPage = { typed: {}, refused: null, fields: {}, created: null }

/** Converts the server's answer to a native submit; messages are those of the app's code. */
export function answerSignup(form: FormAnswer | null): SignupPage {
  if (!form) return emptySignupPage
  const error = formRefusal(form)
  if (!error) return { ...emptySignupPage, created: form.typed.email ?? '' }
  const { typed } = form
  const refused = { message: signupMessage(error), taken: takenEmail(error, typed.email) }
  return { typed, refused, fields: fieldsOf(error), created: null }
}

/** Field errors by form field: the server's `verification_terms` is the field `terms`. */
function fieldsOf({ fields = {} }: ApiError): SignupPage['fields'] {
  const { verification_terms, ...rest } = fields
  return verification_terms ? { ...rest, terms: signupRules.terms.required } : rest
}
