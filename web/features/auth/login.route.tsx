import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { Navigate, useLocation } from 'react-router'
import { AuthFrame, ForVisitors } from '#web/domain/auth/auth-frame.tsx'
import { useAuth } from '#web/domain/auth/session.tsx'
import { loginErrorMessage } from '#web/domain/oauth/oauth-messages.ts'
import { brand } from '#web/lib/brand.ts'
import { useAddressQuery } from '#web/lib/hydrated.ts'
import { paths } from '#web/lib/paths.ts'
import { safeReturnTo } from '#web/lib/return-to.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { PasswordField, TextField } from '#web/ui/text-field.tsx'
import { checkAccount } from './account-calls.ts'
import { COOKIES_BLOCKED_LOGIN, type LoginRefusal, loginRefusal } from './auth-messages.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { RecoveryBox } from './recovery-box.tsx'
import { useCookiesAllowed } from './use-cookies.ts'

export function meta() {
  return [
    { title: 'Iniciar sesión · Cupo' },
    { name: 'description', content: 'Entra a Cupo para reservar, publicar viajes y ver tu saldo.' },
  ]
}

type LoginForm = { email: string; password: string }

export default function Login() {
  const auth = useAuth()
  const search = useAddressQuery()
  const returnTo = safeReturnTo(search.get('returnTo'))
  const error = search.get('error')
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
        <Entrance error={error} returnTo={returnTo} />
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

/** A sign-in with others that did not end well. */
function ReturnError({ error }: { error: string | null }) {
  const { state } = useLocation()
  const reason = (state as { reason?: unknown } | null)?.reason
  const message = loginErrorMessage(error, reason)
  return message && <Banner tone="err">{message}</Banner>
}

/** Signed in, but the preparation of the account failed: the person may go on or come back. */
function NotPrepared({ returnTo }: { returnTo: string | null }) {
  return (
    <AuthFrame title="Ya casi" lead="Tu sesión está abierta." region="cafetal">
      <ReturnError error="bootstrap_failed" />
      <ButtonLink to={returnTo ?? paths.wallet()}>Continuar</ButtonLink>
    </AuthFrame>
  )
}

/** The three ways in: password, recovery when it fails, another account. */
function Entrance({ error, returnTo }: { error: string | null; returnTo: string | null }) {
  const auth = useAuth()
  const allowed = useCookiesAllowed()
  const form = useForm<LoginForm>({ mode: 'onTouched' })
  const [refusal, setRefusal] = useState<LoginRefusal | null>(null)
  const [tried, setTried] = useState(false)
  const submit = form.handleSubmit(async ({ email, password }) => {
    setTried(true)
    setRefusal(null)
    const address = email.trim()
    if (await auth.login(address, password)) return
    setRefusal(await loginRefusal(auth.lastError(), () => checkAccount(address)))
  })
  return (
    <>
      <form noValidate onSubmit={submit} className="grid gap-4">
        {!tried && <ReturnError error={error} />}
        {!allowed && <Banner tone="warn">{COOKIES_BLOCKED_LOGIN}</Banner>}
        {refusal && <Banner tone="err">{refusal.message}</Banner>}
        <LoginFields form={form} allowed={allowed} />
      </form>
      {refusal?.offerRecovery && <RecoveryBox email={() => form.getValues('email')} />}
      <ProviderButtons action="login" returnTo={returnTo} disabled={!allowed} />
    </>
  )
}

function LoginFields({ form, allowed }: { form: UseFormReturn<LoginForm>; allowed: boolean }) {
  const { errors, isSubmitting } = form.formState
  return (
    <fieldset disabled={!allowed} className="grid gap-4">
      <TextField
        label="Correo electrónico"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        error={errors.email?.message}
        {...form.register('email', { required: 'Escribe tu correo.' })}
      />
      <PasswordField
        label="Contraseña"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password', { required: 'Escribe tu contraseña.' })}
      />
      <Button type="submit" pending={isSubmitting}>
        Iniciar sesión
      </Button>
    </fieldset>
  )
}
