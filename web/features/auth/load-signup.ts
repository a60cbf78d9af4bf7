import type { FormAnswer } from '#contract/form-answer.ts'
import { formRefusal } from '#web/lib/server-form.ts'
import { signupMessage } from './auth-messages.ts'

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
  return { typed, refused: signupMessage(error), fields: { ...error.fields }, created: null }
}
