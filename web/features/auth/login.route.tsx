import { Navigate, useLocation } from 'react-router'
import { AuthFrame, ForVisitors } from '#web/domain/auth/auth-frame.tsx'
import { useAuth } from '#web/domain/auth/session.tsx'
import { loginErrorMessage } from '#web/domain/oauth/oauth-messages.ts'
import { brand } from '#web/lib/brand.ts'
import { useAddressQuery, useHydrated } from '#web/lib/hydrated.ts'
import { paths } from '#web/lib/paths.ts'
import { safeReturnTo } from '#web/lib/return-to.ts'
import { serverForm } from '#web/lib/server-form.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import type { Route } from './+types/login.route.ts'
import { answerLogin, emptyLogin } from './load-login.ts'
import { LoginForm } from './login-form.tsx'

export function meta() {
  return [
    { title: 'Iniciar sesión · Cupo' },
    { name: 'description', content: 'Entra a Cupo para reservar, publicar viajes y ver tu saldo.' },
  ]
}

/** The server's answer to a native submit to this page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const recovers = new URL(request.url).searchParams.has('recuperar')
  return { recovers, page: await answerLogin(context.get(serverForm)) }
}

/** No answer: after a navigation inside the app there was no native submit. */
export function clientLoader() {
  return null
}

export default function Login({ loaderData }: Route.ComponentProps) {
  const auth = useAuth()
  const search = useAddressQuery()
  const returnTo = safeReturnTo(search.get('returnTo'))
  const error = search.get('error')
  const created = useCreatedEmail()
  if (auth.status === 'signedIn') {
    if (error === 'bootstrap_failed') return <NotPrepared returnTo={returnTo} />
    return <Navigate to={returnTo ?? paths.wallet()} replace />
  }
  return (
    <ForVisitors>
      <AuthFrame
        title="Iniciar sesión"
        lead="Qué bueno verte de nuevo. Sigamos el camino."
        region="cafetal"
      >
        {auth.expired && <Banner tone="info">Tu sesión venció. Inicia sesión de nuevo.</Banner>}
        {created !== null && (
          <Banner tone="ok" title="Tu cuenta quedó creada">
            Escribe tu contraseña para entrar. Después abre el mensaje que te enviamos para
            confirmar tu correo.
          </Banner>
        )}
        <LoginForm
          returnTo={returnTo}
          answered={loaderData?.page ?? emptyLogin}
          recovers={(loaderData?.recovers ?? false) || search.has('recuperar')}
          email={created}
          returnError={<ReturnError error={error} />}
        />
        <p className="text-center">
          ¿Aún no tienes cuenta? <Link to={paths.signup(returnTo)}>Crear cuenta</Link>
        </p>
        <p className="text-center text-sm text-muted">
          ¿No puedes entrar? Escríbenos a{' '}
          <a href={`mailto:${brand.support_mail}`} className="underline underline-offset-3">
            {brand.support_mail}
          </a>{' '}
          desde el correo de tu cuenta y te ayudamos.
        </p>
      </AuthFrame>
    </ForVisitors>
  )
}

/** E-mail of the account that was just created, from the history state; null if there is none. */
function useCreatedEmail(): string | null {
  const { state } = useLocation()
  const email = (state as { created?: unknown } | null)?.created
  // The history state is unknown while prerendering: read it after hydration.
  return useHydrated() && typeof email === 'string' ? email : null
}

/** Error of a failed sign-in with Google or Apple. */
function ReturnError({ error }: { error: string | null }) {
  const { state } = useLocation()
  const reason = (state as { reason?: unknown } | null)?.reason
  const message = loginErrorMessage(error, reason)
  return message && <Banner tone="err">{message}</Banner>
}

/** Shown when sign-in succeeded but preparing the account failed: continue or return later. */
function NotPrepared({ returnTo }: { returnTo: string | null }) {
  return (
    <AuthFrame title="Ya casi" lead="Tu sesión está abierta." region="cafetal">
      <ReturnError error="bootstrap_failed" />
      <ButtonLink to={returnTo ?? paths.wallet()}>Continuar</ButtonLink>
    </AuthFrame>
  )
}
