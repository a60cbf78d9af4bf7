import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#web/lib/api.ts'
import { hasCode, messageOf } from '#web/lib/api-error.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { PasswordField } from '#web/ui/text-field.tsx'

type PasswordFields = { current: string; next: string }

const NEXT_RULES = {
  required: 'Elige una contraseña nueva.',
  minLength: { value: 8, message: 'Usa al menos 8 caracteres.' },
}

function useChange(email: string, hasNone: boolean) {
  const client = useQueryClient()
  const [done, setDone] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm<PasswordFields>({ defaultValues: { current: '', next: '' } })
  const send = ({ current, next }: PasswordFields) =>
    hasNone
      ? api.account.recover({ body: { email, password: next } })
      : api.account.changePassword({ body: { current_password: current, new_password: next } })
  const submit = form.handleSubmit(async (fields) => {
    setDone(null)
    setRefused(null)
    try {
      const { message } = await send(fields)
      setDone(hasNone ? `Te enviamos un enlace a ${email} para confirmarla.` : message)
      form.reset()
      void client.invalidateQueries({ queryKey: queryKeys.sessions() })
    } catch (error) {
      if (!hasCode(error, 'wrong_password')) return setRefused(messageOf(error))
      form.setError('current', { message: messageOf(error) }, { shouldFocus: true })
    }
  })
  return { form, submit, done, refused }
}

/** The present password proves who asks; who has none gets a link by mail. */
export function PasswordForm({ email }: { email: string }) {
  const [hasNone, setHasNone] = useState(false)
  const { form, submit, done, refused } = useChange(email, hasNone)
  const { errors, isSubmitting } = form.formState
  return (
    <CardSection title="Contraseña">
      <form noValidate onSubmit={submit} className="grid gap-4">
        {done && <Banner tone="ok">{done}</Banner>}
        {refused && <Banner tone="err">{refused}</Banner>}
        {/* For password managers: whose password this is. */}
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
          hint={
            hasNone
              ? 'Al menos 8 caracteres. Te enviamos un enlace para confirmarla.'
              : 'Al menos 8 caracteres. Cerramos tus otras sesiones.'
          }
          autoComplete="new-password"
          error={errors.next?.message}
          {...form.register('next', NEXT_RULES)}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="secondary" pending={isSubmitting}>
            {hasNone ? 'Crear contraseña' : 'Cambiar contraseña'}
          </Button>
          <Button variant="ghost" onClick={() => setHasNone(!hasNone)}>
            {hasNone ? 'Sí tengo contraseña' : 'No tengo contraseña'}
          </Button>
        </div>
      </form>
    </CardSection>
  )
}
