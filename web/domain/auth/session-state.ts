import type { User } from '#contract/auth.ts'

/** The signed-in person, with what the wallet answered merged in. */
export type SessionUser = User & WalletInfo

/**
 * Whole pesos: `balance` to spend now, `held` for bookings that are not resolved, `debt` owed for a
 * top-up that was voided, `disputed` of the balance while a passenger objects to a fare.
 */
export type WalletInfo = {
  balance: number
  held: number
  debt: number
  disputed: number
  wallet_id: string | null
}

/** A wallet that could not be read counts as empty. */
export const noWallet: WalletInfo = {
  balance: 0,
  held: 0,
  debt: 0,
  disputed: 0,
  wallet_id: null,
}

export type SessionState =
  | { status: 'loading'; user: null; expired: false }
  | { status: 'signedOut'; user: null; expired: boolean }
  /** `expired`: the server ended the session; the screen stays while the person signs in again. */
  | { status: 'signedIn'; user: SessionUser; expired: boolean }

export type SessionEvent =
  | { type: 'signedIn'; user: User; wallet: WalletInfo }
  | { type: 'balance'; wallet: WalletInfo }
  /** The server ended it, the person did not ask. */
  | { type: 'ended' }
  /** No token is stored in this browser. */
  | { type: 'noToken' }
  | { type: 'signedOut' }

export const loading: SessionState = { status: 'loading', user: null, expired: false }

/** loading → signedOut | signedIn; a balance only matters to somebody signed in. */
export function sessionReducer(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'signedIn':
      return { status: 'signedIn', user: { ...event.user, ...event.wallet }, expired: false }
    case 'balance':
      if (state.status !== 'signedIn') return state
      return { ...state, user: { ...state.user, ...event.wallet } }
    case 'ended':
      return state.status === 'signedIn' ? { ...state, expired: true } : signedOut(true)
    case 'noToken':
      if (state.status === 'signedIn' && state.expired) return state
      return signedOut(state.expired)
    case 'signedOut':
      // After the server ended the session `/auth/me` fails too: `expired` must not be reset.
      return signedOut(state.expired)
  }
}

function signedOut(expired: boolean): SessionState {
  return { status: 'signedOut', user: null, expired }
}

/** At most one per `everyMs`; faster calls are ignored, not queued. */
export function throttle(everyMs: number, now: () => number = Date.now): () => boolean {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const at = now()
    if (at - last < everyMs) return false
    last = at
    return true
  }
}
