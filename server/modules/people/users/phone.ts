import type { Tx } from '#server/platform/db/tx.ts'
import type { TellDeps } from '#server/platform/deps.ts'
import { throwTaken } from './create-user.ts'
import { updatePhoneProved } from './phone.queries.ts'
import { sealedPhone } from './sealed-phone.ts'

/** Records that the person proved this number. Errors: `phone_code_wrong` (somebody else did). */
export async function provePhone(
  tx: Tx,
  deps: TellDeps,
  { userId, phone }: { userId: string; phone: string },
): Promise<void> {
  await updatePhoneProved(tx, {
    id: userId,
    ...sealedPhone(deps.secrets, userId, phone),
    at: deps.clock.now(),
  }).catch(throwTaken)
}
