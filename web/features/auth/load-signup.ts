import type { FormAnswer } from '#contract/form-answer.ts'
import { formRefusal } from '#web/lib/server-form.ts'
import { signupMessage } from './auth-messages.ts'

/** What the sign-up page shows of a form that was posted to it. */
export type SignupPage = {
  typed: Record<string, string>
  refused: string | null
  /** Sentence by field. */
  fields: Record<string, string>
  /** Address of the account that was made. */
  created: string | null
}

export const emptySignupPage: SignupPage = { typed: {}, refused: null, fields: {}, created: null }

/** The same sentences as for a form that is sent by the page's code. */
export function answerSignup(form: FormAnswer | null): SignupPage {
  if (!form) return emptySignupPage
  const error = formRefusal(form)
  if (!error) return { ...emptySignupPage, created: form.typed.email ?? '' }
  const { typed } = form
  return { typed, refused: signupMessage(error), fields: { ...error.fields }, created: null }
}
