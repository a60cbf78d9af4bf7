import { useEffect, useRef } from 'react'
import { titled } from '#web/lib/brand.ts'
import { useAddressQuery } from '#web/lib/hydrated.ts'
import { paths } from '#web/lib/paths.ts'
import { safeReturnTo } from '#web/lib/return-to.ts'
import { serverForm } from '#web/lib/server-form.ts'
import { AuthFrame } from '#web/shared/access/auth/auth-frame.tsx'
import { ReturnError } from '#web/shared/access/oauth/return-error.tsx'
import { EmailField } from '#web/shared/users/email-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import type { Route } from './+types/ask-recovery.route.ts'
import { useHandedEmail } from './handed-email.ts'
import { answerLogin, emptyLogin } from './load-login.ts'
import { LinkSent, NewPassword, useRecovery } from './recovery.tsx'

export function meta() {
  return [
    { title: titled('Recuperar cuenta') },
    { name: 'description', content: 'Elige una contraseña nueva y confírmala desde tu correo.' },
  ]
}

/** The server's answer to a native submit to this page. */
export function loader({ context }: Route.LoaderArgs) {
  return answerLogin(context.get(serverForm))
}

/** No answer: after a navigation inside the app there was no native submit. */
export function clientLoader() {
  return null
}

/** Asks for a new password by mail, without a failed login before. */
export default function AskRecovery({ loaderData }: Route.ComponentProps) {
  const search = useAddressQuery()
  const returnTo = safeReturnTo(search.get('returnTo'))
  const answered = loaderData ?? emptyLogin
  const field = useRef<HTMLInputElement>(null)
  const known = useHandedEmail('email')
  useEffect(() => {
    if (known !== null && field.current && !field.current.value) field.current.value = known
  }, [known])
  const recovery = useRecovery({
    email: () => field.current?.value ?? '',
    returnTo,
    first: answered.recovery,
  })
  const { answer, form, submit } = recovery
  return (
    <AuthFrame
      title="Recuperar cuenta"
      lead="Elige una contraseña nueva y confírmala desde tu correo."
      region="cafetal"
    >
      {answer?.ok ? (
        <LinkSent message={answer.message} />
      ) : (
        <form method="post" noValidate onSubmit={submit} className="grid gap-4">
          {!answer && <ReturnError error={search.get('error')} />}
          <ErrorBanner error={answer?.message} />
          <EmailField
            ref={field}
            label="Correo electrónico"
            name="email"
            type="text"
            inputMode="email"
            autoComplete="username"
            defaultValue={answered.email}
          />
          <NewPassword recovery={recovery} />
          <Button type="submit" pending={form.formState.isSubmitting}>
            Recuperar mi cuenta
          </Button>
        </form>
      )}
      <p className="text-center">
        ¿Recordaste tu contraseña? <Link to={paths.login(returnTo)}>Iniciar sesión</Link>
      </p>
    </AuthFrame>
  )
}
