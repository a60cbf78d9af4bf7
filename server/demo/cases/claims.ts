// An account that closed long ago with money that nobody has asked for.
import {
  askProvedClosing,
  closeAccount,
  remindClosings,
} from '#server/modules/office/privacy/index.ts'
import { demoAccount } from '../demo-people.ts'
import { leaver } from '../people.ts'
import { daysAgo } from '../times.ts'
import type { Cast } from './cast.ts'

/** Days ago at which the person joined, asked to leave, was reminded, and was gone. */
const [JOINED, ASKED, REMINDED, CLOSED] = [200, 112, 100, 96]

/** Closes the account of a person with money who had given no account for it. */
export async function demoClaim({ deps }: Cast): Promise<void> {
  const userId = await demoAccount(daysAgo(deps, JOINED), leaver)
  await askProvedClosing(daysAgo(deps, ASKED), { userId })
  await remindClosings(daysAgo(deps, REMINDED))
  await closeAccount(daysAgo(deps, CLOSED), userId)
}
