import { Plus } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type FieldErrors, type Path, useForm } from 'react-hook-form'
import type { ApiError } from '#web/lib/api-error.ts'
import { paths } from '#web/lib/paths.ts'
import { PasswordMeter } from '#web/shared/access/auth/password-meter.tsx'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { ProviderButtons } from '#web/shared/access/oauth/provider-buttons.tsx'
import { EmailField } from '#web/shared/users/email-field.tsx'
import { identificationTypes, personRules } from '#web/shared/users/profile-rules.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Link } from '#web/ui/link.tsx'
import { Select } from '#web/ui/select.tsx'
import { PasswordField, TextField } from '#web/ui/text-field.tsx'
import { COOKIES_BLOCKED_SIGNUP, signupMessage } from './auth-messages.ts'
import { type Refused, type SignupPage, takenEmail } from './load-signup.ts'
import { emptySignup, type SignupFields, signupBody, signupRules } from './signup-fields.ts'
import { useCookiesAllowed } from './use-cookies.ts'

/** Error codes that belong to one field; their sentence is shown beside the field. */
const fieldOfCode: Partial<Record<ApiError['code'], Path<SignupFields>>> = {
  username_taken: 'username',
  weak_password: 'password',
}

type OnCreated = (created: SignupFields) => void | Promise<void>

function useSignup(onCreated: OnCreated, answered: SignupPage) {
  const auth = useAuth()
  const [refused, setRefused] = useState<Refused | null>(answered.refused)
  // No default values: they would overwrite what was typed before hydration.
  const [errors] = useState(() => fieldErrors(answered))
  const form = useForm<SignupFields>({ mode: 'onTouched', ...(errors ? { errors } : {}) })
  const more = useRef<HTMLDetailsElement>(null)
  /** A field with an error is opened before the form gives it the focus. */
  const openMore = (names: readonly string[]) => {
    if (more.current && names.some(isFolded)) more.current.open = true
  }
  const create = async (values: SignupFields) => {
    setRefused(null)
    if (await auth.signup(signupBody(values))) return await onCreated(values)
    const error = auth.lastError()
    setRefused({ message: signupMessage(error), taken: takenEmail(error, values.email) })
    const field = error && fieldOfCode[error.code]
    openMore([...(field ? [field] : []), ...Object.keys(error?.fields ?? {})])
    if (field) form.setError(field, { message: signupMessage(error) }, { shouldFocus: true })
    for (const [name, message] of Object.entries(error?.fields ?? {})) {
      if (name in emptySignup) form.setError(name as Path<SignupFields>, { message })
    }
  }
  const submit = form.handleSubmit(create, (wrong) => openMore(Object.keys(wrong)))
  return { form, submit, refused, more }
}

type SignupFormProps = {
  onCreated: OnCreated
  returnTo: string | null
  /** The server's answer to a native submit before hydration. */
  answered: SignupPage
}

/**
 * The form of both create-account pages, with Google and Apple. Before hydration the browser
 * submits it to the page's own address, and the server answers (server/form-pages.ts).
 */
export function SignupForm({ onCreated, returnTo, answered }: SignupFormProps) {
  const allowed = useCookiesAllowed()
  const { form, submit, refused, more } = useSignup(onCreated, answered)
  return (
    <>
      <form method="post" noValidate onSubmit={submit} className="grid gap-4">
        {!allowed && <Banner tone="warn">{COOKIES_BLOCKED_SIGNUP}</Banner>}
        {refused && (
          <Banner
            tone="err"
            action={refused.taken && <OwnAccount email={refused.taken} returnTo={returnTo} />}
          >
            {refused.message}
          </Banner>
        )}
        <fieldset disabled={!allowed} className="grid gap-4">
          <legend className="sr-only">Tus datos</legend>
          <Fields form={form} answered={answered} more={more} />
          <Button type="submit" pending={form.formState.isSubmitting}>
            Crear cuenta
          </Button>
        </fieldset>
      </form>
      <ProviderButtons action="signup" returnTo={returnTo} disabled={!allowed} />
    </>
  )
}

/** Ways into the account that an address has already, with the address filled in. */
function OwnAccount({ email, returnTo }: { email: string; returnTo: string | null }) {
  return (
    <div className="flex flex-wrap gap-x-5">
      <Link to={paths.login(returnTo)} state={{ email }} className="py-2.5">
        Iniciar sesión
      </Link>
      <Link to={paths.recovery(returnTo)} state={{ email }} className="py-2.5">
        Recuperar mi cuenta
      </Link>
    </div>
  )
}

type FieldsProps = {
  form: ReturnType<typeof useForm<SignupFields>>
  answered: SignupPage
  more: RefObject<HTMLDetailsElement | null>
}

function Fields({ form, answered, more }: FieldsProps) {
  const { typed } = answered
  const { errors } = form.formState
  const field = <K extends keyof typeof signupRules>(name: K) => ({
    ...form.register(name, signupRules[name] as object),
    error: errors[name]?.message,
  })
  const text = <K extends keyof typeof signupRules>(name: K) => ({
    ...field(name),
    defaultValue: typed[name],
  })
  return (
    <>
      <EmailField
        label="Correo electrónico"
        hint="Las cuentas de Gmail tienen la forma nombre.apellido@gmail.com."
        {...text('email')}
      />
      <details ref={more} open={wasGiven(answered)} className="group">
        <summary
          className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold
            text-bosque [&::-webkit-details-marker]:hidden"
        >
          <Plus className="size-5 group-open:rotate-45" />
          Agregar más datos
        </summary>
        <div className="hidden gap-4 pt-2 group-open:grid">
          <TextField
            label="Nombre de usuario"
            optional
            autoComplete="nickname"
            autoCapitalize="none"
            {...text('username')}
          />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField label="Nombre" optional autoComplete="given-name" {...text('first_name')} />
            <TextField
              label="Apellido"
              optional
              autoComplete="family-name"
              {...text('last_name')}
            />
          </div>
          <Select
            label="Tipo de identificación"
            options={identificationTypes}
            defaultValue={typed.identification_type}
            {...form.register('identification_type')}
          />
          <TextField
            label="Número de identificación"
            optional
            autoComplete="off"
            {...text('identification_number')}
          />
        </div>
      </details>
      <PasswordField
        label="Contraseña"
        hint={<span className="sr-only">{PASSWORD_HINT}</span>}
        autoComplete="new-password"
        {...field('password')}
      />
      <Meter form={form} />
      <Checkbox label={<TermsLabel />} defaultChecked={typed.terms === 'on'} {...field('terms')} />
    </>
  )
}

/** Optional fields, behind "Agregar más datos" until the person asks for them. */
const isFolded = (name: string): boolean => name in personRules

/** Whether such a field was sent before hydration: it stays in view. */
const wasGiven = ({ typed, fields }: SignupPage): boolean =>
  Object.keys({ ...typed, ...fields }).some((key) => isFolded(key) && (typed[key] || fields[key]))

/** Label of the terms checkbox. The terms open in a new tab, so that the typed data is not lost. */
function TermsLabel() {
  return (
    <>
      Soy mayor de 18 años y acepto los{' '}
      <a
        href={paths.terms()}
        target="_blank"
        rel="noopener"
        className="font-semibold text-bosque underline underline-offset-3"
      >
        términos<span className="sr-only"> (se abren en otra pestaña)</span>
      </a>{' '}
      y la verificación de mis datos.
    </>
  )
}

/** Field errors in the format of react-hook-form; null without any. */
function fieldErrors({ fields }: SignupPage): FieldErrors<SignupFields> | null {
  const named = Object.entries(fields).filter(([name]) => name in emptySignup)
  if (named.length === 0) return null
  return Object.fromEntries(named.map(([name, message]) => [name, { type: 'server', message }]))
}

/** Stands in the space of the advice until the first character. */
const PASSWORD_HINT = 'Al menos 8 caracteres. Varias palabras son fáciles de recordar.'

function Meter({ form }: { form: ReturnType<typeof useForm<SignupFields>> }) {
  useRenderAgain()
  const names = ['password', 'email', 'username', 'first_name', 'last_name'] as const
  const [password = '', email, ...own] = form.watch(names)
  return <PasswordMeter password={password} owner={{ email, names: own }} hint={PASSWORD_HINT} />
}

/** Renders once more after mount: only then the form knows what was typed before hydration. */
function useRenderAgain(): void {
  const [, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
}
