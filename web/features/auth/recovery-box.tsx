import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { PasswordMeter } from '#web/domain/passwords/password-meter.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/text-field.tsx'
import { recoverAccount } from './account-calls.ts'
import {
  RECOVERY_NEEDS_EMAIL,
  RECOVERY_OFFER,
  recoveredMessage,
  recoveryMessage,
} from './auth-messages.ts'

type Answer = { ok: boolean; message: string }

/** Asks for a new password by mail; it counts once the link in the message is confirmed. */
async function recover(email: string, password: string): Promise<Answer> {
  if (!email) return { ok: false, message: RECOVERY_NEEDS_EMAIL }
  try {
    const { message } = await recoverAccount({ email, password })
    return { ok: true, message: recoveredMessage(message) }
  } catch (error) {
    return { ok: false, message: recoveryMessage(error) }
  }
}

/** spec-coverage §4: shown after a login that failed, gone once the recovery was asked for. */
export function RecoveryBox({ email }: { email: () => string }) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const { register, handleSubmit, formState, watch } = useForm<{ password: string }>()
  const submit = handleSubmit(async ({ password }) => {
    setAnswer(null)
    setAnswer(await recover(email().trim(), password))
  })
  if (answer?.ok) return <Banner tone="ok">{answer.message}</Banner>
  return (
    <section
      aria-label="Recuperar cuenta"
      className="grid gap-4 rounded-card border border-line bg-rio-soft p-4"
    >
      <p>{RECOVERY_OFFER}</p>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <PasswordField
          label="Contraseña nueva"
          hint="Al menos 8 caracteres. Te enviamos un enlace para confirmarla."
          autoComplete="new-password"
          error={formState.errors.password?.message}
          {...register('password', {
            required: 'Elige una contraseña nueva.',
            minLength: { value: 8, message: 'Usa al menos 8 caracteres.' },
          })}
        />
        <PasswordMeter password={watch('password') ?? ''} owner={{ email: email() }} />
        {answer && <Banner tone="err">{answer.message}</Banner>}
        <Button type="submit" variant="secondary" pending={formState.isSubmitting}>
          Recuperar mi cuenta
        </Button>
      </form>
    </section>
  )
}
