import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { titled } from '#web/lib/brand.ts'
import { useAddressQuery } from '#web/lib/hydrated.ts'
import { paths } from '#web/lib/paths.ts'
import { safeReturnTo } from '#web/lib/return-to.ts'
import { serverForm } from '#web/lib/server-form.ts'
import { AuthFrame, ForVisitors } from '#web/shared/access/auth/auth-frame.tsx'
import { landingAfterSignIn } from '#web/shared/access/auth/landing.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { rememberUnderWay } from '#web/shared/access/auth/under-way.ts'
import { ReturnError } from '#web/shared/access/oauth/return-error.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import type { Route } from './+types/signup.route.ts'
import { answerSignup, emptySignupPage } from './load-signup.ts'
import { dropNewLogin, hasNewLogin, keepNewLogin } from './new-login.ts'
import { SignupForm } from './signup-form.tsx'
import { hasUnderWay, UnderWay } from './trip-gate.tsx'

/** Delay of the redirect to the login, from spec-coverage §9. */
const TO_LOGIN_MS = 3000

export const meta = () => [{ title: titled('Crear cuenta') }]

/** The server's answer to a native submit to this page. */
export function loader({ context }: Route.LoaderArgs) {
  return answerSignup(context.get(serverForm))
}

/** No answer: after a navigation inside the app there was no native submit. */
export function clientLoader() {
  return null
}

export default function Signup({ loaderData }: Route.ComponentProps) {
  const auth = useAuth()
  const search = useAddressQuery()
  const returnTo = safeReturnTo(search.get('returnTo'))
  const answered = loaderData ?? emptySignupPage
  const [created, setCreated] = useState(answered.created)
  if (auth.status === 'signedIn') {
    return <Navigate to={landingAfterSignIn(auth.user, returnTo)} replace />
  }
  return (
    <ForVisitors>
      <AuthFrame
        title="Crear cuenta"
        lead={hasUnderWay(returnTo) ? null : 'Con tu correo y una clave ya entras.'}
        region="cafetal"
        isLow
      >
        {created !== null ? (
          <Created email={created} returnTo={returnTo} />
        ) : (
          <>
            <UnderWay returnTo={returnTo} />
            <ReturnError error={search.get('error')} />
            <SignupForm
              onCreated={({ email, password }) => {
                keepNewLogin({ email: email.trim(), password })
                setCreated(email.trim())
              }}
              answered={answered}
              returnTo={returnTo}
            />
            <p className="text-center">
              ¿Ya tienes cuenta? <Link to={paths.login(returnTo)}>Iniciar sesión</Link>
            </p>
          </>
        )}
      </AuthFrame>
    </ForVisitors>
  )
}

/** Pages between which the password of a new account stays in memory. */
const SIGN_UP_PAGES = [paths.signup(), paths.login()]

/** Shows the success and redirects to the login after three seconds, which signs in. */
function Created({ email, returnTo }: { email: string; returnTo: string | null }) {
  const navigate = useNavigate()
  const [enters] = useState(() => hasNewLogin())
  useEffect(() => {
    const go = () => void navigate(paths.login(returnTo), { state: { created: email } })
    const timer = setTimeout(go, TO_LOGIN_MS)
    return () => clearTimeout(timer)
  }, [navigate, returnTo, email])
  useEffect(() => rememberUnderWay(returnTo), [returnTo])
  useEffect(
    () => () => {
      if (!SIGN_UP_PAGES.includes(window.location.pathname)) dropNewLogin()
    },
    [],
  )
  return (
    <>
      <Banner tone="ok" title="Tu cuenta quedó creada">
        En unos segundos {enters ? 'entras a tu cuenta' : 'te llevamos a iniciar sesión'}. Te
        enviamos un mensaje para confirmar tu correo.
      </Banner>
      <ButtonLink to={paths.login(returnTo)} state={{ created: email }}>
        {enters ? 'Entrar ahora' : 'Ir a iniciar sesión'}
      </ButtonLink>
    </>
  )
}
