import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#web/lib/api.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { MailCode } from '#web/shared/access/auth/mail-code.tsx'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { useStepUp } from '#web/shared/access/auth/step-up.tsx'
import { EmailField } from '#web/shared/users/email-field.tsx'
import { emailForm } from '#web/shared/users/profile-rules.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { PasswordField } from '#web/ui/text-field.tsx'

type EmailFields = { email: string; password: string }

function useChange(hasNone: boolean) {
  const [asked, setAsked] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const stepUp = useStepUp()
  const { reload } = useAuth()
  const done = () => reload().finally(() => setAsked(null))
  const form = useForm<EmailFields>()
  const send = async ({ email, password }: EmailFields) => {
    const body = { email: email.trim(), ...(hasNone ? {} : { password }) }
    setAsked((await api.auth.changeEmail({ body })).message)
    form.reset()
  }
  const refuse = (error: unknown): void => {
    const { code, fields: of = {} } = error instanceof ApiError ? error : { code: null }
    if (of.email) form.setError('email', { message: of.email }, { shouldFocus: true })
    else if (code !== 'wrong_password') setRefused(messageOf(error))
    else form.setError('password', { message: messageOf(error) }, { shouldFocus: true })
  }
  const submit = form.handleSubmit(async (fields) => {
    setAsked(null)
    setRefused(null)
    await stepUp.guard(() => send(fields), refuse)
  })
  return { form, submit, asked, refused, dialog: stepUp.dialog, done }
}

/** Changes the sign-in e-mail. Requires proof of identity and confirmation from the new address. */
export function EmailForm({ email }: { email: string }) {
  const [hasNone, setHasNone] = useState(false)
  const { form, submit, asked, refused, dialog, done } = useChange(hasNone)
  const { register, formState } = form
  const { errors, isSubmitting } = formState
  return (
    <Card className="grid gap-4">
      {asked && (
        <>
          <Banner tone="ok">{asked}</Banner>
          <MailCode which="change" onDone={done} />
        </>
      )}
      <form aria-label="Correo" noValidate onSubmit={submit} className="grid gap-4">
        <p>
          Entras con <strong className="break-words">{email}</strong>
        </p>
        <ErrorBanner error={refused} />
        <EmailField
          label="Correo nuevo"
          error={errors.email?.message}
          {...register('email', {
            required: 'Escribe el correo nuevo.',
            validate: emailForm,
          })}
        />
        {!hasNone && (
          <PasswordField
            label="Tu contraseña"
            id="email-password"
            autoComplete="current-password"
            error={errors.password?.message}
            {...register('password', { required: 'Escribe tu contraseña.' })}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="secondary" pending={isSubmitting}>
            Cambiar correo
          </Button>
          <Button variant="ghost" onClick={() => setHasNone(!hasNone)}>
            {hasNone ? 'Entro con contraseña' : 'Entro con Google o Apple'}
          </Button>
        </div>
      </form>
      {dialog}
    </Card>
  )
}
