import { z } from 'zod'
import { inputText, SixDigits } from './common.ts'
import { cleanEmail } from './email-address.ts'
import { post } from './route.ts'

/** An e-mail address, with what programs add around it taken off. */
export const Email = inputText().overwrite(cleanEmail).pipe(z.email().max(254))
export const Password = inputText().min(8).max(200)

/** The secret part of a link sent by mail. */
export const LinkToken = inputText().min(1).max(200)

const message = z.object({ message: z.string() })

const CurrentPassword = inputText().min(1).max(1000)

/** Declares a call made from a mailed link, whose page asks for confirmation first. */
function confirm<const P extends string>(path: P, summary: string, description: string) {
  return post(path, {
    auth: 'public',
    summary,
    description,
    body: z.strictObject({ token: LinkToken }),
    ok: message,
    limit: { max: 30, windowSeconds: 600, by: 'stranger' },
    errors: ['link_invalid', 'email_taken'],
  })
}

export const accountCalls = {
  debugUser: post('/auth/debug-user', {
    auth: 'public',
    summary: 'Offer recovery in the sign-in form',
    description:
      'Tells the sign-in form that it may offer recovery. Nothing is looked up: the answer is ' +
      'the same whether the account exists or not.',
    body: z.strictObject({ email: inputText().trim().min(1).max(254) }),
    ok: message,
    limit: { max: 60, windowSeconds: 600, by: 'ip' },
  }),
  recover: post('/auth/recover-account', {
    auth: 'optional',
    summary: 'Ask for a new password',
    description:
      'Asks for a new password, which takes effect when the mailed link is used in the browser ' +
      'that asked, known by a cookie. The answer and its time are the same whether the account ' +
      'exists or not.',
    body: z.strictObject({ email: Email, password: Password }),
    ok: message,
    limit: { max: 10, windowSeconds: 3600, by: 'stranger' },
    errors: ['weak_password', 'cookie_doubled', 'busy'],
  }),
  changePassword: post('/auth/change-password', {
    auth: 'live',
    summary: 'Change the password',
    description:
      'Replaces the password of the signed-in person, who gives the current one or has ' +
      'confirmed the session by step-up. Their other sessions end.',
    body: z.strictObject({
      /** When absent, the session must have been confirmed by `POST /auth/step-up`. */
      current_password: CurrentPassword.optional(),
      new_password: Password,
    }),
    ok: message,
    limit: { max: 20, windowSeconds: 3600, by: 'user' },
    whenExpelled: true,
    errors: ['wrong_password', 'step_up_required', 'weak_password', 'busy'],
  }),
  changeEmail: post('/auth/change-email', {
    auth: 'live',
    summary: 'Ask for another e-mail address',
    description:
      'Mails a link to another address of the signed-in person; nothing changes until it is ' +
      'used. Needs the password or a step-up.',
    /** Without the password, the session must have been confirmed by `POST /auth/step-up`. */
    body: z.strictObject({ email: Email, password: CurrentPassword.optional() }),
    ok: message,
    limit: { max: 10, windowSeconds: 3600, by: 'user' },
    whenExpelled: true,
    errors: ['wrong_password', 'step_up_required', 'busy'],
  }),
  confirmEmail: confirm(
    '/auth/change-email/confirm',
    'Confirm the new e-mail address',
    'Gives effect to the new address and mails the old one a link to undo it. The link works once.',
  ),
  confirmAddress: post('/auth/confirm-address', {
    auth: 'optional',
    summary: 'Confirm the address given at sign-up',
    description:
      'Records that the address given at sign-up belongs to its account. Needs the mailed ' +
      'link, and a session or the password of that account.',
    body: z.strictObject({
      token: LinkToken,
      /** Not needed when the request comes from a session of that account. */
      password: CurrentPassword.optional(),
    }),
    ok: message,
    limit: { max: 30, windowSeconds: 600, by: 'stranger' },
    errors: ['link_invalid', 'wrong_password', 'email_taken', 'busy'],
  }),
  resendConfirmation: post('/auth/confirm-address/resend', {
    auth: 'live',
    summary: 'Mail the confirmation link again',
    description: "Mails the link that confirms the signed-in person's address again.",
    body: z.strictObject({}),
    ok: message,
    limit: { max: 5, windowSeconds: 3600, by: 'user' },
    whenExpelled: true,
  }),
  confirmCode: post('/auth/mail-code', {
    auth: 'live',
    summary: 'Confirm an e-mail address by the mailed code',
    description:
      'Does what the mailed link does, by the six digits beside it, for the account that asked. ' +
      'A code works for 30 minutes, and five times wrong ends it; the link still works.',
    body: z.strictObject({
      which: z.enum(['address', 'change']),
      code: SixDigits,
    }),
    ok: message,
    limit: { max: 30, windowSeconds: 600, by: 'user' },
    whenExpelled: true,
    errors: ['mail_code_wrong', 'link_invalid', 'email_taken'],
  }),
  undoEmail: confirm(
    '/auth/change-email/undo',
    'Undo a change of the e-mail address',
    'Gives the account back to the address it had before a change. The password stops ' +
      'working and every session ends; the owner sets another password by recovery.',
  ),
}
