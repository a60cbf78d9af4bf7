import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#web/lib/api.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { PasswordField, TextField } from '#web/ui/text-field.tsx'

type EmailFields = { email: string; password: string }

/** Another sign-in address: the password again, and a link mailed to the new one. */
export function EmailForm({ email }: { email: string }) {
  const [asked, setAsked] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const { register, handleSubmit, formState, setError, reset } = useForm<EmailFields>()
  const submit = handleSubmit(async (fields) => {
    setAsked(null)
    setRefused(null)
    try {
      const body = { email: fields.email.trim(), password: fields.password }
      setAsked((await api.account.changeEmail({ body })).message)
      reset()
    } catch (error) {
      const { code, fields: of = {} } = error instanceof ApiError ? error : { code: null }
      if (of.email) setError('email', { message: of.email }, { shouldFocus: true })
      else if (code !== 'wrong_password') setRefused(messageOf(error))
      else setError('password', { message: messageOf(error) }, { shouldFocus: true })
    }
  })
  const { errors, isSubmitting } = formState
  return (
    <CardSection title="Correo">
      <form noValidate onSubmit={submit} className="grid gap-4">
        <p>
          Entras con <strong className="break-words">{email}</strong>
        </p>
        {asked && <Banner tone="ok">{asked}</Banner>}
        {refused && <Banner tone="err">{refused}</Banner>}
        <TextField
          label="Correo nuevo"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          error={errors.email?.message}
          {...register('email', {
            required: 'Escribe el correo nuevo.',
            pattern: {
              value: /^\s*\S+@\S+\.\S+\s*$/,
              message: 'Escribe un correo como nombre@correo.com.',
            },
          })}
        />
        <PasswordField
          label="Tu contraseña"
          id="email-password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password', { required: 'Escribe tu contraseña.' })}
        />
        <Button
          type="submit"
          variant="secondary"
          pending={isSubmitting}
          className="sm:justify-self-start"
        >
          Cambiar correo
        </Button>
      </form>
    </CardSection>
  )
}
