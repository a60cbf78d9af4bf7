import { type KeyboardEvent, useRef } from 'react'
import { PasswordMeter } from '#web/domain/auth/password-meter.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/text-field.tsx'
import { RECOVERY_OFFER } from './auth-messages.ts'
import type { useRecovery } from './use-recovery.ts'

type RecoveryBoxProps = { recovery: ReturnType<typeof useRecovery>; disabled: boolean }

/**
 * Account recovery (spec-coverage §4): shown on request and after a failed login, until the
 * recovery is requested. Part of the login form, because both send the same e-mail field.
 */
export function RecoveryBox({ recovery, disabled }: RecoveryBoxProps) {
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
