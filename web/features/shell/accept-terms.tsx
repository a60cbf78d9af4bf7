import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { paths } from '#web/lib/paths.ts'
import { AuthFrame } from '#web/shared/access/auth/auth-frame.tsx'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'

/** Asks new accounts from Google or Apple to accept the terms, before any screen of the app. */
export function AcceptTerms() {
  const { reload, logout } = useAuth()
  const [pending, setPending] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const accept = async () => {
    setPending(true)
    setRefused(null)
    try {
      await api.users.acceptTerms({ body: { verification_terms: 'aceptado' } })
      await reload()
    } catch (error) {
      setRefused(messageOf(error))
    }
    setPending(false)
  }
  return (
    <AuthFrame title="Antes de empezar" lead="Te lo pedimos una sola vez." region="cafetal">
      <p>
        Lee los{' '}
        <a
          href={paths.terms()}
          target="_blank"
          rel="noopener"
          className="font-semibold text-bosque underline underline-offset-3"
        >
          términos y condiciones<span className="sr-only"> (se abren en otra pestaña)</span>
        </a>
        . Al seguir los aceptas, con la verificación de tus datos, y confirmas que eres mayor de 18
        años.
      </p>
      <ErrorBanner error={refused} />
      <Button pending={pending} onClick={() => void accept()}>
        Acepto y soy mayor de 18 años
      </Button>
      <Button variant="ghost" onClick={() => void logout()}>
        Ahora no, cerrar sesión
      </Button>
    </AuthFrame>
  )
}
