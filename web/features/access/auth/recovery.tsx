import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#web/lib/api.ts'
import { PasswordMeter } from '#web/shared/access/auth/password-meter.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { PasswordField } from '#web/ui/text-field.tsx'
import {
  RECOVERY_NEEDS_EMAIL,
  RECOVERY_OFFER,
  recoveredMessage,
  recoveryMessage,
} from './auth-messages.ts'
import { rememberRecovery } from './recovery-memory.ts'

type Recovery = ReturnType<typeof useRecovery>

/**
 * Account recovery (spec-coverage §4): shown after a failed login, until the recovery is requested.
 * Part of the login form, because both send the same e-mail field.
 */
export function RecoveryBox({ recovery, disabled }: { recovery: Recovery; disabled: boolean }) {
  const { answer, form } = recovery
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
      <NewPassword recovery={recovery} />
      <ErrorBanner error={answer?.message} />
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

/** Field of the new password, with its strength. */
export function NewPassword({ recovery }: { recovery: Recovery }) {
  const { form, email } = recovery
  return (
    <>
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
    </>
  )
}

/** Says that the link was mailed. */
export function LinkSent({ message }: { message: string }) {
  return (
    <Banner tone="ok" title="Te enviamos un enlace">
      <p>{message}</p>
      <p>
        Ábrelo en este navegador y entras con tu contraseña nueva. Hasta entonces sirve la anterior.
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
    return { ok: true, message: recoveredMessage(message) }
  } catch (error) {
    return { ok: false, message: recoveryMessage(error) }
  }
}

type RecoveryOptions = {
  /** Returns the typed e-mail. */
  email: () => string
  /** The page to which the link's page leads back. */
  returnTo: string | null
  /** The server's answer to a native submit before hydration. */
  first: Answer | null
}

/** State of a recovery that is being requested. */
export function useRecovery({ email, returnTo, first }: RecoveryOptions) {
  const [answer, setAnswer] = useState(first)
  useEffect(() => {
    if (first?.ok) rememberRecovery(returnTo)
  }, [first, returnTo])
  const form = useForm<{ new_password: string }>()
  const submit = form.handleSubmit(async ({ new_password }) => {
    setAnswer(null)
    const said = await recover(email().trim(), new_password)
    if (said.ok) rememberRecovery(returnTo)
    setAnswer(said)
  })
  return { answer, form, submit, email }
}
