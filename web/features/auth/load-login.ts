import type { FormAnswer } from '#contract/form-answer.ts'
import { formRefusal } from '#web/lib/server-form.ts'
import {
  type LoginRefusal,
  loginRefusal,
  recoveredMessage,
  recoveryMessage,
} from './auth-messages.ts'

/** What the login page shows after a native submit. */
export type LoginPage = {
  email?: string
  refusal: LoginRefusal | null
  recovery: { ok: boolean; message: string } | null
}

export const emptyLogin: LoginPage = { refusal: null, recovery: null }

/** The same messages as for a form that is sent by the page's code. */
export async function answerLogin(form: FormAnswer | null): Promise<LoginPage> {
  if (!form) return emptyLogin
  const email = form.typed.email ?? ''
  const error = formRefusal(form)
  if (form.intent === 'recover') {
    const recovery = error
      ? { ok: false, message: recoveryMessage(error) }
      : { ok: true, message: recoveredMessage(form.message ?? '') }
    return { email, refusal: null, recovery }
  }
  // The server has done the debug check, whose answer is the same for every e-mail.
  const refusal = error && (await loginRefusal(error, async () => undefined))
  return { email, refusal, recovery: null }
}
