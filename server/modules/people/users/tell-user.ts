import { type Permission, rolesWith } from '#contract/permissions.ts'
import { notify, sendMail } from '#server/modules/foundation/notifications/index.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { TellDeps } from '#server/platform/deps.ts'
import type { Message } from '#server/platform/message.ts'
import { findUser } from './find-user.ts'
import { isClosed } from './person.ts'
import { openPhone } from './sealed-phone.ts'
import { listStaff } from './team-roles.queries.ts'

/**
 * Notifies a person in the app and by mail, as the message defines; once per `cause`. Nobody is
 * notified of what happens to a closed account.
 */
export async function tellUser<Data>(
  tx: Tx,
  deps: TellDeps,
  message: Message<Data>,
  news: { userId: string; data: NoInfer<Data>; cause?: string; batch?: string },
): Promise<void> {
  const user = await findUser(tx, news.userId)
  if (isClosed(user)) return
  const phone = user.phone_proved_at ? openPhone(deps.secrets, user) : null
  const to = { address: user.email, name: user.first_name, phone }
  await notify(tx, deps, message, { ...news, to })
}

/** Notifies everybody of the team with a permission, as `tellUser`; once per `cause`. */
export async function tellStaff<Data>(
  tx: Tx,
  deps: TellDeps,
  message: Message<Data>,
  { permission, data, cause }: { permission: Permission; data: NoInfer<Data>; cause: string },
): Promise<void> {
  for (const { id: userId } of await listStaff(tx, rolesWith(permission))) {
    await tellUser(tx, deps, message, { userId, data, cause })
  }
}

/** Sends mail to another address of the person: a new unproved one, or the previous one. */
export async function mailUserAt<Data>(
  tx: Tx,
  deps: TellDeps,
  message: Message<Data>,
  { userId, address, data }: { userId: string; address: string; data: NoInfer<Data> },
): Promise<void> {
  const user = await findUser(tx, userId)
  await sendMail(tx, deps, message, { to: { address, name: user.first_name }, data })
}

/** Sends mail to an unproved address, which can belong to another person, so without any name. */
export async function mailStranger<Data>(
  tx: Tx,
  deps: TellDeps,
  message: Message<Data>,
  { address, data }: { address: string; data: NoInfer<Data> },
): Promise<void> {
  await sendMail(tx, deps, message, { to: { address, name: null }, data })
}
