import { notify, sendMail } from '#server/domains/foundation/notifications/notifications.public.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Message } from '#server/platform/room-message.ts'
import { findUser } from './find-user.ts'
import { openPhone } from './sealed-phone.ts'

type MailDeps = Pick<Deps, 'clock' | 'secrets'>

/**
 * Tells a person what happened, once the transaction commits: in the app and by mail to their
 * present address, as the message says. The same message with the same `cause` is told once.
 */
export async function tellUser<Data>(
  tx: Tx,
  deps: MailDeps,
  message: Message<Data>,
  news: { userId: string; data: NoInfer<Data>; cause?: string; batch?: string },
): Promise<void> {
  const user = await findUser(tx, news.userId)
  const phone = user.phone_proved_at ? openPhone(deps.secrets, user) : null
  const to = { address: user.email, name: user.first_name, phone }
  await notify(tx, deps, message, { ...news, to })
}

/** Writes to a person at another address of theirs: one just given, or the one before. */
export async function mailUserAt<Data>(
  tx: Tx,
  deps: MailDeps,
  message: Message<Data>,
  { userId, address, data }: { userId: string; address: string; data: NoInfer<Data> },
): Promise<void> {
  const user = await findUser(tx, userId)
  await sendMail(tx, deps, message, { to: { address, name: user.first_name }, data })
}

/** Mails an unproved address, which may be another person's: without any name. */
export async function mailStranger<Data>(
  tx: Tx,
  deps: MailDeps,
  message: Message<Data>,
  { address, data }: { address: string; data: NoInfer<Data> },
): Promise<void> {
  await sendMail(tx, deps, message, { to: { address, name: null }, data })
}
