import { api } from '#web/lib/api.ts'

/** Succeeds for any address: that recovery is offered tells nothing about the account. */
export async function checkAccount(email: string): Promise<void> {
  await api.account.debugUser({ body: { email } })
}

/** Asks for a new password; it counts once confirmed from the mail. */
export function recoverAccount(body: { email: string; password: string }) {
  return api.account.recover({ body })
}
