import { inTransaction, type Reader } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { readSignedId, signId } from '#server/platform/signed-id.ts'
import type { Alert } from './alert.ts'
import { findAlert, stopAlertRow } from './alerts.queries.ts'

type Keys = Pick<Secrets, 'indexKey'>

const PURPOSE = 'alerts.unsubscribe'

/** Signs the token in the mails of an alert; the token can only stop this alert. */
export function unsubscribeToken(keys: Keys, alertId: string): string {
  return signId(keys, PURPOSE, alertId)
}

/** Reads the alert id from a token. Errors: `link_invalid`. */
export function alertIdOf(keys: Keys, token: string): string {
  return readSignedId(keys, PURPOSE, token)
}

/** Reads the alert of a mail without changing it. Errors: `link_invalid`. */
export async function readMailed(deps: Pick<Deps, 'db' | 'secrets'>, token: string) {
  return await findMailed(deps.db, alertIdOf(deps.secrets, token))
}

/** Stops the alert of a mail. It can be repeated. Errors: `link_invalid`. */
export function unsubscribe(deps: ActDeps, token: string) {
  const alertId = alertIdOf(deps.secrets, token)
  return inTransaction(deps.db, async (tx) => {
    await stopAlertRow(tx, alertId, deps.clock.now())
    return await findMailed(tx, alertId)
  })
}

async function findMailed(reader: Reader, alertId: string): Promise<Alert> {
  const alert = await findAlert(reader, alertId)
  if (!alert) throw new AppError('link_invalid')
  return alert
}
