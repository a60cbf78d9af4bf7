import { type FormEvent, useEffect, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { api } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { ProviderButtons } from '#web/shared/access/oauth/provider-buttons.tsx'
import { EmailField } from '#web/shared/users/email-field.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { PasswordField } from '#web/ui/text-field.tsx'
import {
  COOKIES_BLOCKED_LOGIN,
  firstRefusal,
  type LoginRefusal,
  loginRefusal,
} from './auth-messages.ts'
import type { LoginPage } from './load-login.ts'
import { RecoveryBox, useRecovery } from './recovery.tsx'
import { useCookiesAllowed } from './use-cookies.ts'

type LoginFields = { email: string; password: string }

type LoginFormProps = {
  returnTo: string | null
  /** The server's answer to a native submit before hydration. */
  answered: LoginPage
  /** Whether Google and Apple follow the form; the visitor's gate shows them above. */
  withProviders: boolean
  /** E-mail that the page before handed over; null if there is none. */
  email: string | null
  /** Error of a failed sign-in with Google or Apple. */
  returnError: React.ReactNode
}

/**
 * Login by password, Google or Apple, with account recovery. Before hydration the browser submits
 * the form to the page's own address, and the server answers (server/form-pages.ts).
 */
export function LoginForm(props: LoginFormProps) {
  const { returnTo, answered, withProviders, email, returnError } = props
  const auth = useAuth()
  const allowed = useCookiesAllowed()
  const form = useForm<LoginFields>({ mode: 'onTouched' })
  const [refusal, setRefusal] = useState<LoginRefusal | null>(answered.refusal)
  const [tried, setTried] = useState(false)
  const recovery = useRecovery({
    email: () => form.getValues('email') ?? '',
    returnTo,
    first: answered.recovery,
  })
  useKnownEmail(form, email)
  const logIn = form.handleSubmit(async ({ email: typed, password }) => {
    setTried(true)
    setRefusal(null)
    const address = typed.trim()
    if (await auth.login(address, password)) return
    const error = auth.lastError()
    setRefusal(firstRefusal(error))
    setRefusal(await loginRefusal(error, () => api.auth.debugUser({ body: { email: address } })))
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    const isRecovery = submitter instanceof HTMLButtonElement && submitter.value === 'recover'
    void (isRecovery ? recovery.submit(event) : logIn(event))
  }
  const offers = refusal?.offerRecovery || recovery.answer !== null
  return (
    <>
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
        {!tried && returnError}
        {!allowed && <Banner tone="warn">{COOKIES_BLOCKED_LOGIN}</Banner>}
        <ErrorBanner error={refusal?.message} />
        <Fields form={form} allowed={allowed} typed={answered.email} isMain={withProviders} />
        {offers ? (
          <RecoveryBox recovery={recovery} disabled={!allowed} />
        ) : (
          <p>
            <Link to={paths.recovery(returnTo)} className="inline-flex min-h-11 items-center">
              ¿Olvidaste tu contraseña?
            </Link>
          </p>
        )}
      </form>
      {withProviders && <ProviderButtons action="login" returnTo={returnTo} disabled={!allowed} />}
    </>
  )
}

/** Fills in the e-mail of the page before, unless another one was typed. */
function useKnownEmail(form: UseFormReturn<LoginFields>, email: string | null): void {
  useEffect(() => {
    if (email !== null && !form.getValues('email')) form.setValue('email', email)
  }, [email, form])
}

type FieldsProps = {
  form: UseFormReturn<LoginFields>
  allowed: boolean
  typed: string | undefined
  /** Whether this form is the screen's main action. */
  isMain: boolean
}

function Fields({ form, allowed, typed, isMain }: FieldsProps) {
  const { errors, isSubmitting } = form.formState
  return (
    <fieldset disabled={!allowed} className="grid gap-4">
      <legend className="sr-only">Tu cuenta</legend>
      <EmailField
        label="Correo electrónico"
        type="text"
        inputMode="email"
        autoComplete="username"
        defaultValue={typed}
        error={errors.email?.message}
        {...form.register('email', { required: 'Escribe tu correo.' })}
      />
      <PasswordField
        label="Contraseña"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password', { required: 'Escribe tu contraseña.' })}
      />
      <Button
        type="submit"
        name="intent"
        value="login"
        variant={isMain ? 'primary' : 'secondary'}
        pending={isSubmitting}
      >
        Iniciar sesión
      </Button>
    </fieldset>
  )
}
