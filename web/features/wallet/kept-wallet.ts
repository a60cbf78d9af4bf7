import type { z } from 'zod'
import type { wallet } from '#contract/wallet.ts'
import { keepStored } from '#web/lib/browser-storage.ts'
import { deviceNow } from '#web/lib/clock.ts'
import { areTexts, readStoredJson } from '#web/lib/stored-json.ts'
import type { WalletInfo } from '#web/shared/access/auth/session-state.ts'

type Movements = z.infer<(typeof wallet.transactions)['ok']>
type Kept<T> = { ownerId: string; at: string; value: T }

/** Prefix `wallet:` as in web/shared/access/auth/forget-session.ts. */
const BALANCE = 'wallet:balance'
const MOVEMENTS = 'wallet:movements'
/** Time in ms after which what was kept says nothing about today's money. */
export const KEPT_MS = 7 * 24 * 3_600_000

/** Whether what was kept is this person's, new enough, and has its shape. */
function isKept<T>(ownerId: string | null, fits: (value: T) => boolean) {
  return ({ ownerId: owner, at, value }: Kept<T>): boolean =>
    owner === ownerId && Date.parse(at) + KEPT_MS > deviceNow() && fits(value)
}

function textOf<T>(ownerId: string, value: T): string {
  return JSON.stringify({
    ownerId,
    at: new Date(deviceNow()).toISOString(),
    value,
  } satisfies Kept<T>)
}

/** Keeps the balance on this device, to show it before the server answers. */
export function keepBalance(ownerId: string, wallet: WalletInfo): void {
  const { balance, held, debt, disputed, wallet_id } = wallet
  const shown: WalletInfo = { balance, held, debt, disputed, wallet_id }
  keepStored('local', BALANCE, textOf(ownerId, shown))
}

/** The balance that this person last saw here, and when; null without one. */
export const keptBalance = (ownerId: string | null) =>
  readStoredJson(
    'local',
    BALANCE,
    isKept<WalletInfo>(ownerId, (it) =>
      [it.balance, it.held, it.debt, it.disputed].every(Number.isSafeInteger),
    ),
  )

export const keepMovements = (ownerId: string, first: Movements) =>
  keepStored('local', MOVEMENTS, textOf(ownerId, first))

/** The first page of movements that this person last saw here; null without one. */
export const keptMovements = (ownerId: string | null) =>
  readStoredJson(
    'local',
    MOVEMENTS,
    isKept<Movements>(ownerId, ({ transactions }) =>
      transactions.every(
        ({ amount, trip, ...line }) =>
          Number.isSafeInteger(amount) &&
          areTexts(line.id, line.transaction_date, line.transaction_type, line.description) &&
          (trip === null || areTexts(trip.bookingId, trip.tripId, trip.to, trip.picksUpAt)),
      ),
    ),
  )?.value
