import { asOwner } from './db.ts'
import type { TestUser } from './factories.ts'

/** Lets the second account claim the number that the first account proved. */
export async function sharePhone(url: string, first: TestUser, second: TestUser): Promise<void> {
  await asOwner(
    url,
    `update users set phone_proved_at = null,
       phone_index = (select phone_index from users where id = $1) where id = $2`,
    [first.userId, second.userId],
  )
}
