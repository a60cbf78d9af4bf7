import type { FormAnswer } from '#contract/form-answer.ts'
import { formRefusal } from '#web/lib/server-form.ts'
import {
  type LoginRefusal,
  loginRefusal,
  recoveredMessage,
  recoveryMessage,
} from './auth-messages.ts'

/** Data that the login page shows after a native form submit (without the app's code). */
export type LoginPage = {
  email?: string
  refusal: LoginRefusal | null
  recovery: { ok: boolean; message: string } | null
}

export const emptyLogin: LoginPage = { refusal: null, recovery: null }

/** Converts the server's answer to a native submit; messages are those of the app's code. */
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
  // No second debug check: the server has made it, and its answer is the same for every e-mail.
  const refusal = error && (await loginRefusal(error, async () => undefined))
  return { email, refusal, recovery: null }
}
