import { timingSafeEqual } from 'node:crypto'
import { parse as uuidBytes, stringify as uuidText } from 'uuid'
import { blindIndex } from '#server/platform/crypto.ts'
import { inTransaction, type Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import type { Alert } from './alert.ts'
import { findAlert, stopAlertRow } from './alerts.queries.ts'

type Keys = Pick<Secrets, 'indexKey'>

const ID_BYTES = 16
const MAC_BYTES = 32
const TOKEN = /^[\w-]{64}$/

/**
 * What the mails of an alert carry: its id and a keyed digest of it. It stops this alert and does
 * nothing else, so it never expires: a message from years ago must still unsubscribe.
 */
export function unsubscribeToken(keys: Keys, alertId: string): string {
  return Buffer.concat([uuidBytes(alertId), mac(keys, alertId)]).toString('base64url')
}

/** The alert that a token is for. Errors: `link_invalid`. */
export function alertIdOf(keys: Keys, token: string): string {
  if (!TOKEN.test(token)) throw new AppError('link_invalid')
  const bytes = Buffer.from(token, 'base64url')
  const id = hexId(bytes.subarray(0, ID_BYTES))
  const given = bytes.subarray(ID_BYTES, ID_BYTES + MAC_BYTES)
  if (id === undefined || !timingSafeEqual(given, mac(keys, id))) throw new AppError('link_invalid')
  return id
}

/** Undefined for bytes that are no UUID: only random ones, never a token of ours. */
function hexId(bytes: Buffer): string | undefined {
  try {
    return uuidText(bytes)
  } catch {
    return undefined
  }
}

/**
 * With a key of its own, derived from the one that is never replaced (a new one would lose the
 * index of national ids): no digest made for another purpose is a token.
 */
function mac({ indexKey }: Keys, alertId: string): Buffer {
  return blindIndex(blindIndex(indexKey, 'alerts.unsubscribe'), alertId)
}

/** The alert of a mail, as it is. Errors: `link_invalid`. */
export async function readMailed(
  deps: Pick<Deps, 'db' | 'secrets'>,
  token: string,
): Promise<Alert> {
  return await findMailed(deps.db, alertIdOf(deps.secrets, token))
}

/** Stops the alert of a mail. Safe to repeat. Errors: `link_invalid`. */
export function unsubscribe(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  token: string,
): Promise<Alert> {
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
