import { useEffect, useState } from 'react'
import { type Path, useForm } from 'react-hook-form'
import { useAuth } from '#web/domain/auth/session.tsx'
import { PasswordMeter } from '#web/domain/passwords/password-meter.tsx'
import type { ApiError } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Select } from '#web/ui/select.tsx'
import { PasswordField, TextField } from '#web/ui/text-field.tsx'
import { COOKIES_BLOCKED_SIGNUP, signupMessage } from './auth-messages.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import {
  emptySignup,
  identificationTypes,
  type SignupFields,
  signupBody,
  signupRules,
} from './signup-fields.ts'
import { useCookiesAllowed } from './use-cookies.ts'

/** Codes that belong to one field; their sentence is shown beside it. */
const fieldOfCode: Partial<Record<ApiError['code'], Path<SignupFields>>> = {
  username_taken: 'username',
  weak_password: 'password',
}

type OnCreated = (created: SignupFields) => void | Promise<void>

function useSignup(onCreated: OnCreated) {
  const auth = useAuth()
  const [refused, setRefused] = useState<string | null>(null)
  // No default values: what was typed before this code arrived stays.
  const form = useForm<SignupFields>({ mode: 'onTouched' })
  const submit = form.handleSubmit(async (values) => {
    setRefused(null)
    if (await auth.signup(signupBody(values))) return await onCreated(values)
    const error = auth.lastError()
    setRefused(signupMessage(error))
    const field = error && fieldOfCode[error.code]
    if (field) form.setError(field, { message: signupMessage(error) }, { shouldFocus: true })
    for (const [name, message] of Object.entries(error?.fields ?? {})) {
      if (name in emptySignup) form.setError(name as Path<SignupFields>, { message })
    }
  })
  return { form, submit, refused }
}

type SignupFormProps = { onCreated: OnCreated; returnTo: string | null }

/** The form of both create-account pages, and the ways around it. */
export function SignupForm({ onCreated, returnTo }: SignupFormProps) {
  const allowed = useCookiesAllowed()
  const { form, submit, refused } = useSignup(onCreated)
  return (
    <>
      <form noValidate onSubmit={submit} className="grid gap-4">
        {!allowed && <Banner tone="warn">{COOKIES_BLOCKED_SIGNUP}</Banner>}
        {refused && <Banner tone="err">{refused}</Banner>}
        <fieldset disabled={!allowed} className="grid gap-4">
          <Fields form={form} />
          <Button type="submit" pending={form.formState.isSubmitting}>
            Crear cuenta
          </Button>
        </fieldset>
      </form>
      <ProviderButtons action="signup" returnTo={returnTo} disabled={!allowed} />
    </>
  )
}

function Fields({ form }: { form: ReturnType<typeof useForm<SignupFields>> }) {
  const { errors } = form.formState
  const field = <K extends keyof typeof signupRules>(name: K) => ({
    ...form.register(name, signupRules[name] as object),
    error: errors[name]?.message,
  })
  return (
    <>
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
      </div>
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
      <PasswordField
        label="Contraseña"
        hint="Al menos 8 caracteres. Varias palabras son fáciles de recordar."
        autoComplete="new-password"
        {...field('password')}
      />
      <Meter form={form} />
      <Checkbox
        label="Soy mayor de 18 años y acepto los términos y la verificación de mis datos."
        {...field('terms')}
      />
    </>
  )
}

function Meter({ form }: { form: ReturnType<typeof useForm<SignupFields>> }) {
  useRenderAgain()
  const names = ['password', 'email', 'username', 'first_name', 'last_name'] as const
  const [password = '', email, ...own] = form.watch(names)
  return <PasswordMeter password={password} owner={{ email, names: own }} />
}

/** The form reads what was typed before hydration only as it mounts: too late for that render. */
function useRenderAgain(): void {
  const [, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
}
