import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { api } from '#web/lib/api.ts'
import { unlisted } from '#web/lib/brand.ts'
import { paths } from '#web/lib/paths.ts'
import { landingAfterSignIn } from '#web/shared/access/auth/landing.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { readReturn } from '#web/shared/access/oauth/oauth-return.ts'
import { providerNames, takeSignInReturnTo } from '#web/shared/access/oauth/oauth-start.ts'
import { isOwnState } from '#web/shared/access/oauth/oauth-state.ts'
import { codeProof } from '#web/shared/access/oauth/provider-exit.ts'
import { Landscape } from '#web/ui/landscape.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type CallbackDeps, type CallbackEnd, runCallback } from './callback-flow.ts'

export const meta = unlisted('Iniciando sesión')

const redeem: CallbackDeps['redeem'] = (code, state) =>
  api.oauth.redeem({ query: { code, ...(state === null ? {} : { state }), ...codeProof() } })

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The callback's parameters, read before the address is replaced. */
function readArrival() {
  const params = readReturn(new URL(window.location.href))
  const provider = isOwnState('apple', params.state) ? 'apple' : 'google'
  return { params, name: providerNames[provider] }
}

/**
 * Completes the sign-in of the address. Runs once, also in StrictMode, where effects run twice.
 * `ended`: the person is signed in and goes to `returnTo`.
 */
function useSignInReturn() {
  const { keepTokens, reload, bootstrap } = useAuth()
  const navigate = useNavigate()
  const [{ params, name }] = useState(readArrival)
  const [ended, setEnded] = useState<{ returnTo: string | null } | null>(null)
  useEffect(() => {
    let left = false
    const wait = async (ms: number) => {
      await pause(ms)
      if (left) await new Promise<never>(() => {})
    }
    const follow = (end: CallbackEnd) => {
      if (left) return
      const returnTo = takeSignInReturnTo()
      if (end.to === 'wallet') return setEnded({ returnTo })
      const state = { reason: end.reason }
      return navigate(paths.loginAfter(end.error, returnTo), { replace: true, state })
    }
    void runCallback(params, { redeem, keepTokens, reload, bootstrap, wait }).then(follow)
    return () => {
      left = true
    }
  }, [params, keepTokens, reload, bootstrap, navigate])
  return { name, ended }
}

/** Page to which Google and Apple redirect after a sign-in (spec-coverage §2). */
export default function Callback() {
  const { user } = useAuth()
  const { name, ended } = useSignInReturn()
  if (ended) return <Navigate to={landingAfterSignIn(user, ended.returnTo)} replace />
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-6 px-4 py-16 text-center">
      <Landscape region="valle" className="h-32 w-52" />
      <div role="status" className="grid justify-items-center gap-3">
        <Spinner className="size-8! text-bosque" />
        <h1 className="text-2xl">Procesando autenticación...</h1>
        <p>Por favor espera mientras completamos tu inicio de sesión con {name}.</p>
        <p className="text-sm text-muted">Esto puede tomar unos segundos...</p>
      </div>
    </div>
  )
}
