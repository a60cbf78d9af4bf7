import { api } from '#web/lib/api.ts'

/** Succeeds for any e-mail, so that it does not reveal whether an account exists. */
export async function checkAccount(email: string): Promise<void> {
  await api.auth.debugUser({ body: { email } })
}

/** Requests a new password, which becomes valid when the mailed link is confirmed. */
export function recoverAccount(body: { email: string; password: string }) {
  return api.auth.recover({ body })
}
