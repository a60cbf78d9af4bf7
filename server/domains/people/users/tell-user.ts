import {
  type MailBody,
  notify,
  sendMail,
} from '#server/domains/foundation/notifications/notifications.public.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { findUser } from './find-user.ts'
import { openPhone } from './sealed-phone.ts'

type MailDeps = Pick<Deps, 'clock' | 'secrets'>

/**
 * Tells a person what happened, once the transaction commits: in the app and by mail to their
 * present address, as the catalogue of messages says. The same template with the same `cause` is
 * told once.
 */
export async function tellUser(
  tx: Tx,
  deps: MailDeps,
  news: MailBody & { userId: string; cause?: string; batch?: string },
): Promise<void> {
  const user = await findUser(tx, news.userId)
  const phone = user.phone_proved_at ? openPhone(deps.secrets, user) : null
  const to = { address: user.email, name: user.first_name, phone }
  await notify(tx, deps, { ...news, to })
}

/** Writes to a person at another address of theirs: one just given, or the one before. */
export async function mailUserAt(
  tx: Tx,
  deps: MailDeps,
  mail: MailBody & { userId: string; address: string },
): Promise<void> {
  const { userId, address, ...body } = mail
  const user = await findUser(tx, userId)
  await sendMail(tx, deps, { ...body, to: { address, name: user.first_name } })
}

/** Mails an unproved address, which may be another person's: without any name. */
export async function mailStranger(
  tx: Tx,
  deps: MailDeps,
  mail: MailBody & { address: string },
): Promise<void> {
  const { address, ...body } = mail
  await sendMail(tx, deps, { ...body, to: { address, name: null } })
}
