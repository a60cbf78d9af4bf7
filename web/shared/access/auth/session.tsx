import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import { onSessionLost, onSignInNeeded, onTokenChangedElsewhere } from '#web/lib/token-store.ts'
import { landingAfterSignIn } from './landing.ts'
import { actAs } from './other-person.ts'
import { type SessionActions, sessionActions } from './session-actions.ts'
import {
  loading,
  type SessionEvent,
  type SessionState,
  type SessionUser,
  sessionReducer,
} from './session-state.ts'

type Auth = SessionState & SessionActions

const AuthContext = createContext<Auth | null>(null)

/** Provides the session. Starts in "loading", and requests `/auth/me` when a token is stored. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [state, dispatch] = useReducer(sessionReducer, loading)
  const actions = useMemo(() => ownActions(dispatch), [])
  const { reload } = actions

  useArrival(state, actions)
  useSignInAgain(state)

  useEffect(() => {
    const back = () => void reload()
    window.addEventListener('online', back)
    const stops = [
      onSessionLost(() => dispatch({ type: 'ended' })),
      onTokenChangedElsewhere(() => void reload()),
      () => window.removeEventListener('online', back),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [reload])

  useEffect(() => {
    if (state.status !== 'unreachable') return
    const seen = () => void (document.visibilityState === 'visible' && reload())
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [state.status, reload])

  const value = useMemo(() => ({ ...state, ...actions }), [state, actions])
  return <AuthContext value={value}>{children}</AuthContext>
}

/** The actions of this tab, which note whose session it shows. */
function ownActions(dispatch: (event: SessionEvent) => void): SessionActions {
  const follow = (event: SessionEvent) => {
    if (event.type === 'signedIn') actAs(event.user.id)
    if (event.type === 'signedOut') actAs(null)
    dispatch(event)
  }
  const actions = sessionActions({ dispatch: follow, inSteps: startTransition })
  return {
    ...actions,
    // Ends the session of this browser, also when somebody else began it in another tab.
    logout: () => {
      actAs(null)
      return actions.logout()
    },
    login: (...asked) => {
      actAs(null)
      return actions.login(...asked)
    },
    keepTokens: (tokens) => {
      actAs(null)
      actions.keepTokens(tokens)
    },
  }
}

/** Parameters of an address after a sign-in, genuine or forged (oauth-return.ts). */
const BROUGHT = /token|expires|code=|error=/

/** Loads the session. Runs again when the fragment changes, which does not reload the page. */
function useArrival({ user }: SessionState, { keepTokens, reload }: SessionActions): void {
  const navigate = useNavigate()
  const [entered, setEntered] = useState(false)
  useEffect(() => {
    if (!entered) return
    setEntered(false)
    void navigate(landingAfterSignIn(user, null), { replace: true })
  }, [entered, user, navigate])
  useEffect(() => {
    const look = async (): Promise<boolean> => {
      if (!BROUGHT.test(window.location.href)) return false
      // Loaded only in this case: nearly every visit arrives without sign-in parameters.
      const { AFTER_TOKEN_MS, arriveAt } = await import('../oauth/oauth-return.ts')
      const { tokens, address } = arriveAt(new URL(window.location.href))
      if (tokens) {
        keepTokens(tokens)
        setTimeout(() => void reload().then(() => setEntered(true)), AFTER_TOKEN_MS)
      }
      if (address !== null) void navigate(address, { replace: true })
      return tokens !== null
    }
    const arrived = look().catch(() => false)
    void arrived.then((hasTokens) => hasTokens || reload())
    const onHash = () => void look()
    window.addEventListener('hashchange', onHash)
    return () => window.removeEventListener('hashchange', onHash)
  }, [keepTokens, reload, navigate])
}

/** Returns the session and its actions. @throws outside `AuthProvider` */
export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth debe estar dentro de AuthProvider')
  return auth
}

/** Returns the person on a private screen, inside `SessionGate`. @throws on other screens */
export function useUser(): SessionUser {
  const { user } = useAuth()
  if (!user) throw new Error('useUser debe estar dentro de SessionGate')
  return user
}

/** API reads wait while the person signs in again. If another person does, the screen is left. */
function useSignInAgain({ status, user, expired }: SessionState): void {
  const navigate = useNavigate()
  const waiting = useRef<((isBack: boolean) => void)[]>([])
  useEffect(() => {
    if (status === 'loading' || status === 'unreachable') return
    if (status === 'signedIn' && expired) return
    for (const go of waiting.current.splice(0)) go(status === 'signedIn')
  }, [status, expired])
  useEffect(() => {
    if (status !== 'signedIn') return
    return onSignInNeeded(() => new Promise((resolve) => waiting.current.push(resolve)))
  }, [status])
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (status === 'loading' || status === 'unreachable') return
    const earlier = before.current
    before.current = user?.id ?? null
    const isOther = earlier !== null && user !== null && user.id !== earlier
    if (isOther) void navigate(landingAfterSignIn(user, null), { replace: true })
  }, [status, user, navigate])
}
