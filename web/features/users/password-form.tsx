import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#web/lib/api.ts'
import { hasCode, messageOf } from '#web/lib/api-error.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { PasswordMeter } from '#web/shared/access/auth/password-meter.tsx'
import type { SessionUser } from '#web/shared/access/auth/session-state.ts'
import { useStepUp } from '#web/shared/access/auth/step-up.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { PasswordField } from '#web/ui/text-field.tsx'

type PasswordFields = { current: string; next: string }

const NEXT_RULES = {
  required: 'Elige una contraseña nueva.',
  minLength: { value: 8, message: 'Usa al menos 8 caracteres.' },
}

function useChange(hasNone: boolean) {
  const client = useQueryClient()
  const [done, setDone] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm<PasswordFields>({ defaultValues: { current: '', next: '' } })
  const stepUp = useStepUp()
  const send = async ({ current, next }: PasswordFields) => {
    const known = hasNone ? {} : { current_password: current }
    const { message } = await api.auth.changePassword({ body: { ...known, new_password: next } })
    setDone(message)
    form.reset()
    void client.invalidateQueries({ queryKey: queryKeys.sessions() })
  }
  const refuse = (error: unknown): void => {
    const message = messageOf(error)
    const field = hasCode(error, 'weak_password') ? 'next' : 'current'
    const ofField = hasCode(error, 'wrong_password', 'weak_password')
    if (ofField) form.setError(field, { message }, { shouldFocus: true })
    else setRefused(message)
  }
  const submit = form.handleSubmit(async (fields) => {
    setDone(null)
    setRefused(null)
    await stepUp.guard(() => send(fields), refuse)
  })
  return { form, submit, done, refused, dialog: stepUp.dialog }
}

/** Changes the password. Requires the current one, or a mailed code if the account has none. */
export function PasswordForm({ user }: { user: SessionUser }) {
  const { email, username, profile } = user
  const owner = { email, names: [username, profile.first_name, profile.last_name] }
  const [hasNone, setHasNone] = useState(false)
  const { form, submit, done, refused, dialog } = useChange(hasNone)
  const { errors, isSubmitting } = form.formState
  return (
    <Card>
      <form aria-label="Contraseña" noValidate onSubmit={submit} className="grid gap-4">
        {done && <Banner tone="ok">{done}</Banner>}
        <ErrorBanner error={refused} />
        {/* Hidden username field, so that password managers know the account. */}
        <input type="hidden" autoComplete="username" value={email} readOnly />
        {!hasNone && (
          <PasswordField
            label="Contraseña actual"
            autoComplete="current-password"
            error={errors.current?.message}
            {...form.register('current', { required: 'Escribe tu contraseña actual.' })}
          />
        )}
        <PasswordField
          label="Contraseña nueva"
          hint="Al menos 8 caracteres. Cerramos tus otras sesiones."
          autoComplete="new-password"
          error={errors.next?.message}
          {...form.register('next', NEXT_RULES)}
        />
        <PasswordMeter password={form.watch('next')} owner={owner} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="secondary" pending={isSubmitting}>
            {hasNone ? 'Crear contraseña' : 'Cambiar contraseña'}
          </Button>
          <Button variant="ghost" onClick={() => setHasNone(!hasNone)}>
            {hasNone ? 'Sí tengo contraseña' : 'No tengo contraseña'}
          </Button>
        </div>
      </form>
      {dialog}
    </Card>
  )
}
