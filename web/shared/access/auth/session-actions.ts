import type { User } from '#contract/auth.ts'
import { api } from '#web/lib/api.ts'
import { ApiError, networkError } from '#web/lib/api-error.ts'
import { dropEnteredMark, hasEnteredMark } from '#web/lib/entered-mark.ts'
import { isNativeWrapper } from '#web/lib/native-wrapper.ts'
import { isLeaving } from '#web/lib/page-leaving.ts'
import { verdictOfRenewal } from '#web/lib/session-rule.ts'
import { SLOW_AFTER_MS } from '#web/lib/slow-requests.ts'
import {
  deleteToken,
  type KeptTokens,
  onSessionLost,
  readRefreshToken,
  readToken,
  saveTokens,
} from '#web/lib/token-store.ts'
import { whenBusy } from '#web/lib/when-busy.ts'
import { markNewUser, rememberAccount } from './account-memory.ts'
import { forgetEnded, forgetOthers, forgetSession, settleLeft } from './forget-session.ts'
import { noWallet, type SessionEvent, throttle, type WalletInfo } from './session-state.ts'

/** Minimum time between two balance refreshes (spec-coverage §9). */
const BALANCE_EVERY_MS = 1000
const NO_TOKEN = 'No authentication token found'

// This listener is registered first, so that the cached data is deleted before any screen is
// notified.
onSessionLost(forgetEnded)

export type SessionActions = {
  /**
   * Returns false when refused; `lastError()` then has the reason. `once`: does not repeat the call
   * while the server is busy.
   */
  login: (email: string, password: string, options?: { once?: boolean }) => Promise<boolean>
  signup: (body: Parameters<typeof api.auth.signup>[0]['body']) => Promise<boolean>
  /** Always signs out locally, even when the server cannot be reached. */
  logout: () => Promise<void>
  /** Signs out locally only: the server has already ended the session. */
  leave: () => void
  /** Refreshes the balance at most once a second; faster calls are ignored. */
  refreshBalance: () => Promise<void>
  /** Refetches the person. Returns false when nobody is signed in afterwards. */
  reload: () => Promise<boolean>
  /** Stores the tokens of a sign-in without a password. `reload` then fetches the person. */
  keepTokens: (tokens: KeptTokens & { is_new_user?: boolean }) => void
  /** Prepares the account after an OAuth sign-in. @throws without a token, or if refused */
  bootstrap: () => Promise<void>
  /** Status and body of the last failed login or sign-up. */
  lastError: () => ApiError | null
}

export type SessionDeps = {
  dispatch: (event: SessionEvent) => void
  /** Current time in milliseconds. */
  now?: () => number
  isPageLeaving?: () => boolean
  /** `startTransition` of React, which pages without the app do not load; else runs at once. */
  inSteps?: (run: () => void) => void
}

export function sessionActions(deps: SessionDeps): SessionActions {
  const { dispatch, now = Date.now } = deps
  const mayRefresh = throttle(BALANCE_EVERY_MS, now)
  const { last, attempt } = outcomes()
  const person = personReader(deps)
  const leave = () => {
    // Without a token the session was lost earlier, and its data is already deleted.
    if (readToken() !== null) {
      deleteToken()
      forgetEnded('revoked')
    }
    person.leave()
  }
  return {
    login: (email, password, { once = false } = {}) =>
      attempt(async () => {
        const mobile = isNativeWrapper() ? { mobile: true } : {}
        const body = { email, password, ...mobile }
        const call = () => api.auth.login({ body })
        // Under load the server can refuse a login from a new device with `busy`.
        const { user, ...tokens } = await (once ? call() : whenBusy(call))
        saveTokens(tokens)
        markNewUser(false)
        await person.enter(user)
      }),
    signup: (body) => attempt(async () => void (await api.auth.signup({ body }))),
    logout: async () => {
      const refresh_token = await readRefreshToken()
      await api.auth.logout({ body: refresh_token ? { refresh_token } : {} }).catch(() => null)
      deleteToken()
      forgetSession()
      person.leave()
    },
    leave,
    refreshBalance: async () => {
      if (mayRefresh()) dispatch({ type: 'balance', wallet: await readWallet() })
    },
    reload: person.reload,
    keepTokens: ({ is_new_user, ...tokens }) => {
      saveTokens(tokens)
      markNewUser(is_new_user ?? false)
    },
    bootstrap: async () => {
      if (readToken() === null) throw new Error(NO_TOKEN)
      const timestamp = new Date(now()).toISOString()
      await api.auth.bootstrap({ body: { debug: false, timestamp, client: 'web' } })
    },
    lastError: () => last.error,
  }
}

/** Exchanges the refresh cookie that the mark tells of. @throws without an answer; it stays */
async function fetchToken(): Promise<void> {
  try {
    const tokens = await api.auth.refresh({ body: {} })
    dropEnteredMark()
    saveTokens(tokens)
  } catch (error) {
    if (verdictOfRenewal(error) === 'keep') throw error
    dropEnteredMark()
  }
}

function outcomes() {
  const last: { error: ApiError | null } = { error: null }
  const attempt = async (fn: () => Promise<void>): Promise<boolean> => {
    last.error = null
    try {
      await fn()
      return true
    } catch (error) {
      last.error = error instanceof ApiError ? error : networkError()
      return false
    }
  }
  return { last, attempt }
}

/** Reads the wallet; one that cannot be read counts as empty (spec-coverage §8). */
async function readWallet(signal?: AbortSignal): Promise<WalletInfo> {
  try {
    return await api.wallet.balance({ signal })
  } catch {
    return noWallet
  }
}

const silence = () =>
  new Promise<WalletInfo>((resolve) => setTimeout(() => resolve(noWallet), SLOW_AFTER_MS))

/** Returns whether the server could accept a session: a token, or a refresh cookie (the mark). */
const hasSession = () => readToken() !== null || hasEnteredMark()

type Read = { user: User; wallet: WalletInfo; later: Promise<WalletInfo> }

/** The person, and the wallet, `later` if it is late. @throws when refused, or without an answer */
async function readAccount(signal: AbortSignal): Promise<Read> {
  if (readToken() === null) await fetchToken()
  if (readToken() === null) throw new Error(NO_TOKEN)
  const later = readWallet(signal)
  const inTime = Promise.race([later, silence()])
  const { user } = await api.auth.me({ signal })
  return { user, wallet: await inTime, later }
}

/** Waits for what is deleted, so that the next screen does not send it. */
async function enterAccount(user: User): Promise<void> {
  const left = forgetOthers(user.id)
  rememberAccount(user)
  if (left) await left
}

/**
 * Fetches the signed-in person. Only the newest call counts: older ones are aborted. A failure
 * signs nobody out: if the session is over, the client of the API has deleted the token
 * (web/lib/session-rule.ts).
 */
function personReader(deps: SessionDeps) {
  const { dispatch, isPageLeaving = isLeaving, inSteps = (run) => run() } = deps
  let newest: Promise<boolean> = Promise.resolve(false)
  let attempt = new AbortController()
  const readNow = async (isNewest: () => boolean, signal: AbortSignal): Promise<boolean> => {
    if (!hasSession()) {
      void settleLeft(null)
      // The visitor's page has just been hydrated. A transition renders in steps, so that taps are
      // answered.
      inSteps(() => dispatch({ type: 'noToken' }))
      return false
    }
    // The request continues: a very late answer still opens the screen.
    const slow = () => isNewest() && dispatch({ type: 'unreachable' })
    const timer = setTimeout(slow, SLOW_AFTER_MS)
    const read = await readAccount(signal).catch(() => null)
    clearTimeout(timer)
    if (!isNewest()) return newest
    if (read) {
      const { user, wallet, later } = read
      await enterAccount(user)
      dispatch({ type: 'signedIn', user, wallet })
      if (wallet.wallet_id !== null) return true
      void later.then(
        (it) => isNewest() && it.wallet_id && dispatch({ type: 'balance', wallet: it }),
      )
      return true
    }
    if (isPageLeaving()) return false
    dispatch({ type: hasSession() ? 'unreachable' : 'signedOut' })
    return false
  }
  const replace = (next: Promise<boolean>): void => {
    newest = next
    attempt.abort()
    attempt = new AbortController()
  }
  const reload = (): Promise<boolean> => {
    // `then` delays the call of `readNow` until the variable `mine` is assigned.
    const mine: Promise<boolean> = Promise.resolve().then(() =>
      readNow(() => newest === mine, attempt.signal),
    )
    replace(mine)
    return mine
  }
  const enter = async (user: User): Promise<void> => {
    replace(Promise.resolve(true))
    await enterAccount(user)
    dispatch({ type: 'signedIn', user, wallet: await Promise.race([readWallet(), silence()]) })
  }
  const leave = (): void => {
    replace(Promise.resolve(false))
    dispatch({ type: 'signedOut' })
  }
  return { reload, enter, leave }
}
