import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import { messageOf } from '#web/lib/api-error.ts'
import { whySessionEnded } from '#web/lib/token-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { PasswordField, TextField } from '#web/ui/text-field.tsx'
import { ProviderButtons } from '../oauth/provider-buttons.tsx'
import { useAuth } from './session.tsx'
import type { SessionUser } from './session-state.ts'
import { UnsentNote } from './unsent-note.tsx'

/** Login dialog over a screen whose session has ended, so that the typed input is not lost. */
export function SignInAgain({ user }: { user: SessionUser }) {
  const { login, leave, lastError } = useAuth()
  const { pathname, search, hash } = useLocation()
  const [refused, setRefused] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { email: user.email, password: '' },
  })
  const submit = handleSubmit(async ({ email, password }) => {
    setRefused(null)
    if (!(await login(email.trim(), password))) setRefused(messageOf(lastError()))
  })
  return (
    <Dialog open onClose={leave} title="Tu sesión se cerró">
      <p>{whySessionEnded()} Así sigues donde ibas: lo que escribiste está aquí.</p>
      <UnsentNote />
      <form noValidate onSubmit={submit} className="grid gap-4">
        <ErrorBanner error={refused} />
        <TextField
          label="Correo electrónico"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          error={formState.errors.email?.message}
          {...register('email', { required: 'Escribe tu correo.' })}
        />
        <PasswordField
          label="Contraseña"
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register('password', { required: 'Escribe tu contraseña.' })}
        />
        <Button type="submit" pending={formState.isSubmitting}>
          Seguir
        </Button>
      </form>
      <ProviderButtons action="login" returnTo={`${pathname}${search}${hash}`} disabled={false} />
    </Dialog>
  )
}
