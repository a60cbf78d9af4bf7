import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { PasswordMeter } from '#web/domain/auth/password-meter.tsx'
import { useAuth } from '#web/domain/auth/session.tsx'
import { ProviderButtons } from '#web/domain/oauth/provider-buttons.tsx'
import { api } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { PasswordField, TextField } from '#web/ui/text-field.tsx'
import {
  COOKIES_BLOCKED_LOGIN,
  type LoginRefusal,
  loginRefusal,
  RECOVERY_NEEDS_EMAIL,
  RECOVERY_OFFER,
  recoveredMessage,
  recoveryMessage,
} from './auth-messages.ts'
import type { LoginPage } from './load-login.ts'
import { rememberRecovery } from './recovery-memory.ts'
import { useCookiesAllowed } from './use-cookies.ts'

type LoginFields = { email: string; password: string }

type LoginFormProps = {
  returnTo: string | null
  /** The server's answer to a native submit before hydration. */
  answered: LoginPage
  /** Whether the address asks to show account recovery. */
  recovers: boolean
  /** E-mail of the account that was just created in this browser; null if there is none. */
  email: string | null
  /** Error of a failed sign-in with Google or Apple. */
  returnError: React.ReactNode
}

/**
 * Login by password, Google or Apple, with account recovery. Before hydration the browser submits
 * the form to the page's own address, and the server answers (server/form-pages.ts).
 */
export function LoginForm({ returnTo, answered, recovers, email, returnError }: LoginFormProps) {
  const auth = useAuth()
  const allowed = useCookiesAllowed()
  const form = useForm<LoginFields>({ mode: 'onTouched' })
  const [refusal, setRefusal] = useState<LoginRefusal | null>(answered.refusal)
  const [tried, setTried] = useState(false)
  const recovery = useRecovery(() => form.getValues('email') ?? '', answered.recovery)
  useKnownEmail(form, email)
  const logIn = form.handleSubmit(async ({ email: typed, password }) => {
    setTried(true)
    setRefusal(null)
    const address = typed.trim()
    if (await auth.login(address, password)) return
    setRefusal(
      await loginRefusal(auth.lastError(), () => api.auth.debugUser({ body: { email: address } })),
    )
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    const isRecovery = submitter instanceof HTMLButtonElement && submitter.value === 'recover'
    void (isRecovery ? recovery.submit(event) : logIn(event))
  }
  const offers = recovers || refusal?.offerRecovery || recovery.answer !== null
  return (
    <>
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
        {!tried && returnError}
        {!allowed && <Banner tone="warn">{COOKIES_BLOCKED_LOGIN}</Banner>}
        {refusal && <Banner tone="err">{refusal.message}</Banner>}
        <Fields form={form} allowed={allowed} typed={answered.email} />
        {offers ? (
          <RecoveryBox recovery={recovery} disabled={!allowed} />
        ) : (
          <p>
            <Link
              to={paths.loginRecovery(returnTo)}
              replace
              className="inline-flex min-h-11 items-center"
            >
              ¿Olvidaste tu contraseña?
            </Link>
          </p>
        )}
      </form>
      <ProviderButtons action="login" returnTo={returnTo} disabled={!allowed} />
    </>
  )
}

/** Fills in the e-mail of the account that was just created, unless another one was typed. */
function useKnownEmail(form: UseFormReturn<LoginFields>, email: string | null): void {
  useEffect(() => {
    if (email !== null && !form.getValues('email')) form.setValue('email', email)
  }, [email, form])
}

type FieldsProps = {
  form: UseFormReturn<LoginFields>
  allowed: boolean
  typed: string | undefined
}

function Fields({ form, allowed, typed }: FieldsProps) {
  const { errors, isSubmitting } = form.formState
  return (
    <fieldset disabled={!allowed} className="grid gap-4">
      <legend className="sr-only">Tu cuenta</legend>
      <TextField
        label="Correo electrónico"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
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
      <Button type="submit" name="intent" value="login" pending={isSubmitting}>
        Iniciar sesión
      </Button>
    </fieldset>
  )
}

type RecoveryBoxProps = { recovery: ReturnType<typeof useRecovery>; disabled: boolean }

/**
 * Account recovery (spec-coverage §4): shown on request and after a failed login, until the
 * recovery is requested. Part of the login form, because both send the same e-mail field.
 */
function RecoveryBox({ recovery, disabled }: RecoveryBoxProps) {
  const { answer, form, email } = recovery
  const button = useRef<HTMLButtonElement>(null)
  if (answer?.ok) return <LinkSent message={answer.message} />
  // By default Enter would press the form's first submit button, which is the login.
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    button.current?.click()
  }
  return (
    <section
      aria-label="Recuperar cuenta"
      onKeyDown={onEnter}
      className="grid gap-4 rounded-card border border-line bg-rio-soft p-4"
    >
      <p>{RECOVERY_OFFER}</p>
      <PasswordField
        label="Contraseña nueva"
        hint="Al menos 8 caracteres. Te enviamos un enlace para confirmarla."
        autoComplete="new-password"
        error={form.formState.errors.new_password?.message}
        {...form.register('new_password', {
          required: 'Elige una contraseña nueva.',
          minLength: { value: 8, message: 'Usa al menos 8 caracteres.' },
        })}
      />
      <PasswordMeter password={form.watch('new_password') ?? ''} owner={{ email: email() }} />
      {answer && <Banner tone="err">{answer.message}</Banner>}
      <Button
        ref={button}
        type="submit"
        name="intent"
        value="recover"
        variant="secondary"
        disabled={disabled}
        pending={form.formState.isSubmitting}
      >
        Recuperar mi cuenta
      </Button>
    </section>
  )
}

function LinkSent({ message }: { message: string }) {
  return (
    <Banner tone="ok" title="Te enviamos un enlace">
      <p>{message}</p>
      <p>
        Ábrelo en este navegador y tu contraseña nueva queda lista. Hasta entonces sirve la
        anterior.
      </p>
    </Banner>
  )
}

type Answer = { ok: boolean; message: string }

/** Requests the mailed link. The new password is valid once the link is opened in this browser. */
async function recover(email: string, password: string): Promise<Answer> {
  if (!email) return { ok: false, message: RECOVERY_NEEDS_EMAIL }
  try {
    const { message } = await api.auth.recover({ body: { email, password } })
    rememberRecovery()
    return { ok: true, message: recoveredMessage(message) }
  } catch (error) {
    return { ok: false, message: recoveryMessage(error) }
  }
}

/** State of a recovery. `first`: the server's answer to a native submit before hydration. */
function useRecovery(email: () => string, first: Answer | null = null) {
  const [answer, setAnswer] = useState(first)
  useEffect(() => {
    if (first?.ok) rememberRecovery()
  }, [first])
  const form = useForm<{ new_password: string }>()
  const submit = form.handleSubmit(async ({ new_password }) => {
    setAnswer(null)
    setAnswer(await recover(email().trim(), new_password))
  })
  return { answer, form, submit, email }
}
