import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Navigate, useSearchParams } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { safeReturnTo } from '#web/lib/return-to.ts'
import { useAuth } from '#web/lib/session.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { PasswordField, TextField } from '#web/ui/text-field.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { COOKIES_BLOCKED_LOGIN, loginMessage } from './auth-messages.ts'
import { useCookiesAllowed } from './use-cookies.ts'

export function meta() {
  return [{ title: 'Iniciar sesión · Cupo' }]
}

type LoginForm = { email: string; password: string }

export default function Login() {
  const auth = useAuth()
  const [search] = useSearchParams()
  const returnTo = safeReturnTo(search.get('returnTo'))
  if (auth.status === 'signedIn') return <Navigate to={returnTo ?? paths.wallet()} replace />
  return (
    <AuthFrame
      title="Iniciar sesión"
      lead="Qué bueno verte de nuevo. Sigamos el camino."
      region="cafetal"
    >
      {auth.expired && <Banner tone="info">Tu sesión venció. Inicia sesión de nuevo.</Banner>}
      <LoginFields />
      <p className="text-center">
        ¿Aún no tienes cuenta? <Link to={paths.signup(returnTo)}>Crear cuenta</Link>
      </p>
      <p className="text-center text-sm text-muted">
        Si no puedes entrar, escríbenos desde el correo de tu cuenta y te ayudamos.
      </p>
    </AuthFrame>
  )
}

function LoginFields() {
  const auth = useAuth()
  const allowed = useCookiesAllowed()
  const [refused, setRefused] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm<LoginForm>({ mode: 'onTouched' })
  const submit = handleSubmit(async ({ email, password }) => {
    setRefused(null)
    const entered = await auth.login(email.trim(), password)
    if (!entered) setRefused(loginMessage(auth.lastError()))
  })
  const { errors, isSubmitting } = formState
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {!allowed && <Banner tone="warn">{COOKIES_BLOCKED_LOGIN}</Banner>}
      {refused && <Banner tone="err">{refused}</Banner>}
      <fieldset disabled={!allowed} className="grid gap-4">
        <TextField
          label="Correo electrónico"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          error={errors.email?.message}
          {...register('email', { required: 'Escribe tu correo.' })}
        />
        <PasswordField
          label="Contraseña"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password', { required: 'Escribe tu contraseña.' })}
        />
        <Button type="submit" pending={isSubmitting}>
          Iniciar sesión
        </Button>
      </fieldset>
    </form>
  )
}
