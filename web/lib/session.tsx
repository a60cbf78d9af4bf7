import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
} from 'react'
import { api } from './api.ts'
import { ApiError, networkError } from './api-error.ts'
import { forgetTickets } from './saved-tickets.ts'
import {
  loading,
  noWallet,
  type SessionState,
  sessionReducer,
  throttle,
  type WalletInfo,
} from './session-state.ts'
import {
  deleteToken,
  onSessionLost,
  onTokenChangedElsewhere,
  readToken,
  saveToken,
} from './token-store.ts'

const BALANCE_EVERY_MS = 1000

type SignupBody = Parameters<typeof api.auth.signup>[0]['body']

export type Auth = SessionState & {
  /** False when refused; the reason is then in `lastError()`. */
  login: (email: string, password: string) => Promise<boolean>
  signup: (body: SignupBody) => Promise<boolean>
  /** Always ends signed out here, even when the server cannot be told. */
  logout: () => Promise<void>
  /** At most once a second; faster calls are ignored. */
  refreshBalance: () => Promise<void>
  /** Reads the person again (after their documents or data changed). */
  reload: () => Promise<void>
  /** Status and sentence of the last failed login or sign-up. */
  lastError: () => ApiError | null
}

const AuthContext = createContext<Auth | null>(null)

async function readWallet(): Promise<WalletInfo> {
  try {
    const { balance, held, wallet_id } = await api.wallet.balance()
    return { balance, held, wallet_id }
  } catch {
    return noWallet
  }
}

/** Runs `fn`; remembers why it failed. */
function useOutcome() {
  const last = useRef<ApiError | null>(null)
  const attempt = useCallback(async (fn: () => Promise<void>): Promise<boolean> => {
    last.current = null
    try {
      await fn()
      return true
    } catch (error) {
      last.current = error instanceof ApiError ? error : networkError()
      return false
    }
  }, [])
  return { last, attempt }
}

/** Who is using the site. Starts loading, asks `/auth/me` when a token is stored. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [state, dispatch] = useReducer(sessionReducer, loading)
  const { last, attempt } = useOutcome()
  const mayRefresh = useMemo(() => throttle(BALANCE_EVERY_MS), [])

  const reload = useCallback(async () => {
    if (readToken() === null) return dispatch({ type: 'signedOut' })
    try {
      const [{ user }, wallet] = await Promise.all([api.auth.me(), readWallet()])
      dispatch({ type: 'signedIn', user, wallet })
    } catch {
      // Without network nothing was refused: the token waits for the next connection.
      if (navigator.onLine) deleteToken()
      dispatch({ type: 'signedOut' })
    }
  }, [])

  useEffect(() => {
    void reload()
    const back = () => void reload()
    window.addEventListener('online', back)
    const stops = [
      onSessionLost(() => dispatch({ type: 'signedOut', expired: true })),
      onTokenChangedElsewhere(() => void reload()),
      () => window.removeEventListener('online', back),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [reload])

  const actions = useMemo(
    () => ({
      reload,
      login: (email: string, password: string) =>
        attempt(async () => {
          const { access_token, expires_at, user } = await api.auth.login({
            body: { email, password },
          })
          saveToken(access_token, expires_at)
          dispatch({ type: 'signedIn', user, wallet: await readWallet() })
        }),
      signup: (body: SignupBody) => attempt(async () => void (await api.auth.signup({ body }))),
      logout: async () => {
        await api.auth.logout().catch(() => null)
        deleteToken()
        forgetTickets()
        dispatch({ type: 'signedOut' })
      },
      refreshBalance: async () => {
        if (!mayRefresh()) return
        dispatch({ type: 'balance', wallet: await readWallet() })
      },
      lastError: () => last.current,
    }),
    [reload, attempt, mayRefresh, last],
  )

  const value = useMemo(() => ({ ...state, ...actions }), [state, actions])
  return <AuthContext value={value}>{children}</AuthContext>
}

/** @throws outside `AuthProvider` */
export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth debe estar dentro de AuthProvider')
  return auth
}
