import { useEffect, useState } from 'react'
import { type Path, useForm } from 'react-hook-form'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import type { ApiError } from '#web/lib/api-error.ts'
import { paths } from '#web/lib/paths.ts'
import { safeReturnTo } from '#web/lib/return-to.ts'
import { useAuth } from '#web/lib/session.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { Select } from '#web/ui/select.tsx'
import { PasswordField, TextField } from '#web/ui/text-field.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { COOKIES_BLOCKED_SIGNUP, signupMessage } from './auth-messages.ts'
import {
  emptySignup,
  identificationTypes,
  type SignupForm,
  signupBody,
  signupRules,
} from './signup-fields.ts'
import { useCookiesAllowed } from './use-cookies.ts'

const TO_LOGIN_MS = 3000

export function meta() {
  return [{ title: 'Crear cuenta · Cupo' }]
}

export default function Signup() {
  const auth = useAuth()
  const [search] = useSearchParams()
  const returnTo = safeReturnTo(search.get('returnTo'))
  const [created, setCreated] = useState(false)
  if (auth.status === 'signedIn') return <Navigate to={returnTo ?? paths.wallet()} replace />
  return (
    <AuthFrame
      title="Crear cuenta"
      lead="Un par de datos y ya puedes buscar o compartir cupos."
      region="valle"
    >
      {created ? (
        <Created returnTo={returnTo} />
      ) : (
        <>
          <SignupFields onCreated={() => setCreated(true)} />
          <p className="text-center">
            ¿Ya tienes cuenta? <Link to={paths.login(returnTo)}>Iniciar sesión</Link>
          </p>
        </>
      )}
    </AuthFrame>
  )
}

/** Says that it worked and goes to the login after three seconds. */
function Created({ returnTo }: { returnTo: string | null }) {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.login(returnTo)), TO_LOGIN_MS)
    return () => clearTimeout(timer)
  }, [navigate, returnTo])
  return (
    <>
      <Banner tone="ok" title="Tu cuenta quedó creada">
        En unos segundos te llevamos a iniciar sesión.
      </Banner>
      <ButtonLink to={paths.login(returnTo)}>Ir a iniciar sesión</ButtonLink>
    </>
  )
}

/** Codes that belong to one field; their sentence is shown beside it. */
const fieldOfCode: Partial<Record<ApiError['code'], Path<SignupForm>>> = {
  email_taken: 'email',
  username_taken: 'username',
  identification_taken: 'identification_number',
  weak_password: 'password',
}

function useSignup(onCreated: () => void) {
  const auth = useAuth()
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm<SignupForm>({ mode: 'onTouched', defaultValues: emptySignup })
  const submit = form.handleSubmit(async (values) => {
    setRefused(null)
    if (await auth.signup(signupBody(values))) return onCreated()
    const error = auth.lastError()
    setRefused(signupMessage(error))
    const field = error && fieldOfCode[error.code]
    if (field) form.setError(field, { message: signupMessage(error) }, { shouldFocus: true })
    for (const [name, message] of Object.entries(error?.fields ?? {})) {
      if (name in emptySignup) form.setError(name as Path<SignupForm>, { message })
    }
  })
  return { form, submit, refused }
}

function SignupFields({ onCreated }: { onCreated: () => void }) {
  const allowed = useCookiesAllowed()
  const { form, submit, refused } = useSignup(onCreated)
  const { errors, isSubmitting } = form.formState
  const field = <K extends keyof typeof signupRules>(name: K) => ({
    ...form.register(name, signupRules[name] as object),
    error: errors[name]?.message,
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {!allowed && <Banner tone="warn">{COOKIES_BLOCKED_SIGNUP}</Banner>}
      {refused && <Banner tone="err">{refused}</Banner>}
      <fieldset disabled={!allowed} className="grid gap-4">
        <TextField
          label="Correo electrónico"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          hint="Las cuentas de Gmail tienen la forma nombre.apellido@gmail.com."
          {...field('email')}
        />
        <TextField
          label="Nombre de usuario"
          optional
          autoComplete="nickname"
          autoCapitalize="none"
          {...field('username')}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField label="Nombre" optional autoComplete="given-name" {...field('first_name')} />
          <TextField label="Apellido" optional autoComplete="family-name" {...field('last_name')} />
          <Select
            label="Tipo de identificación"
            options={identificationTypes}
            {...form.register('identification_type')}
          />
          <TextField
            label="Número de identificación"
            optional
            autoComplete="off"
            {...field('identification_number')}
          />
        </div>
        <PasswordField
          label="Contraseña"
          hint="Al menos 8 caracteres."
          autoComplete="new-password"
          {...field('password')}
        />
        <Checkbox
          label="Soy mayor de 18 años y acepto los términos y la verificación de mis datos."
          {...field('terms')}
        />
        <Button type="submit" pending={isSubmitting}>
          Crear cuenta
        </Button>
      </fieldset>
    </form>
  )
}
