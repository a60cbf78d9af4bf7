import { Suspense, useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { brand, titled } from '#web/lib/brand.ts'
import { isDemonstration } from '#web/lib/demonstration.ts'
import { useAddressQuery, useHydrated } from '#web/lib/hydrated.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { paths } from '#web/lib/paths.ts'
import { safeReturnTo } from '#web/lib/return-to.ts'
import { serverForm } from '#web/lib/server-form.ts'
import { SLOW_AFTER_MS } from '#web/lib/slow-requests.ts'
import { whySessionEnded } from '#web/lib/token-store.ts'
import { hasSignedInBefore } from '#web/shared/access/auth/account-memory.ts'
import { AuthFrame, ForVisitors } from '#web/shared/access/auth/auth-frame.tsx'
import { landingAfterSignIn } from '#web/shared/access/auth/landing.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import type { SessionActions } from '#web/shared/access/auth/session-actions.ts'
import { UnsentNote } from '#web/shared/access/auth/unsent-note.tsx'
import { ReturnError } from '#web/shared/access/oauth/return-error.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Route } from './+types/login.route.ts'
import { useHandedEmail } from './handed-email.ts'
import { answerLogin, emptyLogin, type LoginPage } from './load-login.ts'
import { LoginForm } from './login-form.tsx'
import { hasNewLogin, takeNewLogin } from './new-login.ts'
import { TripGate, UnderWay, wantedTrip } from './trip-gate.tsx'

export function meta() {
  return [
    { title: titled('Iniciar sesión') },
    { name: 'description', content: 'Entra a Cupo para reservar, publicar viajes y ver tu saldo.' },
  ]
}

/** The server's answer to a native submit to this page. */
export function loader({ context }: Route.LoaderArgs) {
  return answerLogin(context.get(serverForm))
}

/** No answer: after a navigation inside the app there was no native submit. */
export function clientLoader() {
  return null
}

export default function Login({ loaderData }: Route.ComponentProps) {
  const auth = useAuth()
  const search = useAddressQuery()
  const error = search.get('error')
  const returnTo = safeReturnTo(search.get('returnTo'))
  const entering = useLoginAfterSignUp(auth)
  if (auth.status === 'signedIn') {
    const landing = landingAfterSignIn(auth.user, returnTo)
    if (error === 'bootstrap_failed') return <NotPrepared landing={landing} />
    return <Navigate to={landing} replace />
  }
  if (entering) return <Entering />
  return (
    <ForVisitors>
      <Form returnTo={returnTo} error={error} answered={loaderData ?? emptyLogin} />
    </ForVisitors>
  )
}

const DemoAccounts = lazyPart(() => import('./demo-accounts.tsx'), 'DemoAccounts')

/** The lead for a person who is not known to have been here. */
const LEADS = {
  plain: 'Entra para reservar, publicar viajes y ver tu saldo.',
  trip: 'Entra o crea tu cuenta, y vuelves a este viaje.',
}

type FormProps = { returnTo: string | null; error: string | null; answered: LoginPage }

/** The login; on the way to a trip, the visitor's gate above it. */
function Form({ returnTo, error, answered }: FormProps) {
  const { expired } = useAuth()
  const created = useHandedEmail('created')
  const known = useHandedEmail('email')
  const hydrated = useHydrated()
  const isBack = hydrated && hasSignedInBefore()
  // Whoever has just created an account needs the form alone.
  const wanted = created === null ? wantedTrip(returnTo) : null
  const lead = wanted ? LEADS.trip : LEADS.plain
  return (
    <AuthFrame
      title={wanted ? 'Sigue con tu viaje' : 'Iniciar sesión'}
      lead={isBack ? 'Qué bueno verte de nuevo. Sigamos el camino.' : lead}
      region="cafetal"
      isLow={wanted !== null}
    >
      {expired && <Banner tone="info">{whySessionEnded()}</Banner>}
      <UnsentNote />
      {created !== null && (
        <Banner tone="ok" title="Tu cuenta quedó creada">
          Escribe tu contraseña para entrar. Después abre el mensaje que te enviamos para confirmar
          tu correo.
        </Banner>
      )}
      {wanted ? <TripGate wanted={wanted} returnTo={returnTo} /> : <UnderWay returnTo={returnTo} />}
      <LoginForm
        returnTo={returnTo}
        answered={answered}
        withProviders={wanted === null}
        email={created ?? known}
        returnError={<ReturnError error={error} />}
      />
      {!wanted && (
        <p className="text-center">
          ¿Aún no tienes cuenta? <Link to={paths.signup(returnTo)}>Crear cuenta</Link>
        </p>
      )}
      <p className="text-center text-sm text-muted">
        ¿No puedes entrar? Escríbenos a{' '}
        <a href={`mailto:${brand.support_mail}`} className="underline underline-offset-3">
          {brand.support_mail}
        </a>{' '}
        desde el correo de tu cuenta y te ayudamos.
      </p>
      {hydrated && isDemonstration() && (
        <Suspense>
          <DemoAccounts returnTo={returnTo} />
        </Suspense>
      )}
    </AuthFrame>
  )
}

/**
 * Signs in once with the password of the account that this tab has just created. Returns true while
 * the answer is awaited; a refusal, or a slow network, shows the ordinary form.
 */
function useLoginAfterSignUp({ login }: Pick<SessionActions, 'login'>): boolean {
  const [entering, setEntering] = useState(() => hasNewLogin())
  useEffect(() => {
    const made = takeNewLogin()
    if (!made) return
    setTimeout(() => setEntering(false), SLOW_AFTER_MS)
    void login(made.email, made.password, { once: true }).then(setEntering)
  }, [login])
  return entering
}

function Entering() {
  return (
    <AuthFrame title="Iniciar sesión" lead="Tu cuenta quedó creada." region="cafetal">
      <p role="status" className="flex items-center gap-3">
        <Spinner className="text-bosque" /> Entrando a tu cuenta…
      </p>
    </AuthFrame>
  )
}

/** Shown when sign-in succeeded but preparing the account failed: continue or return later. */
function NotPrepared({ landing }: { landing: string }) {
  return (
    <AuthFrame title="Ya casi" lead="Tu sesión está abierta." region="cafetal">
      <ReturnError error="bootstrap_failed" />
      <ButtonLink to={landing}>Continuar</ButtonLink>
    </AuthFrame>
  )
}
