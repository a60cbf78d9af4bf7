import type { User } from '#contract/auth.ts'
import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { pesos } from '#web/lib/format.ts'

/** The signed-in person, merged with the wallet's answer. */
export type SessionUser = User & WalletInfo

/**
 * Whole pesos. `balance`: money to spend now; `held`: for bookings that are not resolved; `debt`:
 * owed for a voided top-up; `disputed`: part of the balance while a passenger objects to a fare.
 */
export type WalletInfo = {
  balance: number
  held: number
  debt: number
  disputed: number
  wallet_id: string | null
}

/** Stands for a wallet that could not be read: counts as empty. */
export const noWallet: WalletInfo = { balance: 0, held: 0, debt: 0, disputed: 0, wallet_id: null }

/** Text shown instead of the balance when the wallet could not be read; never "$ 0". */
export const BALANCE_UNREAD = 'No pudimos leer tu saldo'

/** Returns whether the wallet was read. If not, `balance`, `held` and `debt` have no meaning. */
export function isBalanceKnown({ wallet_id }: WalletInfo): boolean {
  return wallet_id !== null
}

const HIDDEN_KEY = 'wallet_balance_hidden'

/** Whether the person hid the amounts of the wallet in this browser. */
export function isBalanceHidden(): boolean {
  return readStored('local', HIDDEN_KEY) === 'true'
}

/** Hides the amounts in this browser, or shows them again. */
export function hideBalance(isHidden: boolean): void {
  keepStored('local', HIDDEN_KEY, isHidden ? 'true' : null)
}

/** Returns the balance as text; `wallet` is null until the server has identified the person. */
export function balanceText(wallet: WalletInfo | null): string {
  if (isBalanceHidden()) return 'Saldo oculto'
  return wallet && isBalanceKnown(wallet) ? pesos(wallet.balance) : BALANCE_UNREAD
}

export type SessionState =
  | { status: 'loading'; user: null; expired: false }
  /** A token is stored, but the server has not said whose it is: only stored data is shown. */
  | { status: 'unreachable'; user: null; expired: false }
  | { status: 'signedOut'; user: null; expired: boolean }
  /** `expired`: the server ended the session; the screen stays while the person signs in again. */
  | { status: 'signedIn'; user: SessionUser; expired: boolean }

/** Stands for a person without a profile; the wallet then says that it is incomplete. */
const noProfile = { status: '', verification: false } as User['profile']

export type SessionEvent =
  | { type: 'signedIn'; user: User; wallet: WalletInfo }
  | { type: 'balance'; wallet: WalletInfo }
  /** The server ended the session; the person did not sign out. */
  | { type: 'ended' }
  /** A token is stored, but the server did not answer, or gave no decision. */
  | { type: 'unreachable' }
  /** No token is stored in this browser. */
  | { type: 'noToken' }
  | { type: 'signedOut' }

export const loading: SessionState = { status: 'loading', user: null, expired: false }
const unreachable: SessionState = { status: 'unreachable', user: null, expired: false }

/** State machine: loading → signedOut | signedIn | unreachable. A failed call signs nobody out. */
export function sessionReducer(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'signedIn': {
      const profile = event.user.profile ?? noProfile
      const user = { ...event.user, ...event.wallet, profile }
      return { status: 'signedIn', user, expired: false }
    }
    case 'balance':
      if (state.status !== 'signedIn') return state
      return { ...state, user: { ...state.user, ...event.wallet } }
    case 'ended':
      return state.status === 'signedIn' ? { ...state, expired: true } : signedOut(true)
    case 'unreachable':
      return state.status === 'signedIn' ? state : unreachable
    case 'noToken':
      if (state.status === 'signedIn' && state.expired) return state
      return signedOut(state.expired)
    case 'signedOut':
      // After the server ended the session, `/auth/me` fails too; this must not reset `expired`.
      return signedOut(state.expired)
  }
}

function signedOut(expired: boolean): SessionState {
  return { status: 'signedOut', user: null, expired }
}

/** Returns a function that is true at most once per `everyMs`; faster calls are not queued. */
export function throttle(everyMs: number, now: () => number = Date.now): () => boolean {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const at = now()
    if (at - last < everyMs) return false
    last = at
    return true
  }
}
