import type { FormAnswer } from '#contract/form-answer.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { formRefusal } from '#web/lib/server-form.ts'
import { signupMessage } from './auth-messages.ts'
import { signupRules } from './signup-fields.ts'

/** What the sign-up page shows after a native submit. */
export type SignupPage = {
  typed: Record<string, string>
  refused: string | null
  /** Sentence by field. */
  fields: Record<string, string>
  /** E-mail of the created account. */
  created: string | null
}

export const emptySignupPage: SignupPage = { typed: {}, refused: null, fields: {}, created: null }

/** The same messages as for a form that is sent by the page's code. */
export function answerSignup(form: FormAnswer | null): SignupPage {
  if (!form) return emptySignupPage
  const error = formRefusal(form)
  if (!error) return { ...emptySignupPage, created: form.typed.email ?? '' }
  const { typed } = form
  return { typed, refused: signupMessage(error), fields: fieldsOf(error), created: null }
}

/** By the names of the form, whose box for the terms is a field of its own. */
function fieldsOf({ fields = {} }: ApiError): SignupPage['fields'] {
  const { verification_terms, ...rest } = fields
  return verification_terms ? { ...rest, terms: signupRules.terms.required } : rest
}
