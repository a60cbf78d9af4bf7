import { api } from '#web/lib/api.ts'

/** Succeeds for any e-mail, so that it does not reveal whether an account exists. */
export async function checkAccount(email: string): Promise<void> {
  await api.auth.debugUser({ body: { email } })
}

/** Requests a new password; it is valid once confirmed from the mail. */
export function recoverAccount(body: { email: string; password: string }) {
  return api.auth.recover({ body })
}
