import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { AuthFrame, ForVisitors } from '#web/domain/auth/auth-frame.tsx'
import { useAuth } from '#web/domain/auth/session.tsx'
import { useAddressQuery } from '#web/lib/hydrated.ts'
import { paths } from '#web/lib/paths.ts'
import { safeReturnTo } from '#web/lib/return-to.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { SignupForm } from './signup-form.tsx'

/** spec-coverage §9. */
const TO_LOGIN_MS = 3000

export function meta() {
  return [{ title: 'Crear cuenta · Cupo' }]
}

export default function Signup() {
  const auth = useAuth()
  const search = useAddressQuery()
  const returnTo = safeReturnTo(search.get('returnTo'))
  const [created, setCreated] = useState(false)
  if (auth.status === 'signedIn') return <Navigate to={returnTo ?? paths.wallet()} replace />
  return (
    <ForVisitors>
      <AuthFrame
        title="Crear cuenta"
        lead="Un par de datos y ya puedes buscar o compartir cupos."
        region="valle"
      >
        {created ? (
          <Created returnTo={returnTo} />
        ) : (
          <>
            <SignupForm onCreated={() => setCreated(true)} returnTo={returnTo} />
            <p className="text-center">
              ¿Ya tienes cuenta? <Link to={paths.login(returnTo)}>Iniciar sesión</Link>
            </p>
          </>
        )}
      </AuthFrame>
    </ForVisitors>
  )
}

/** Says that it worked and goes to the login after three seconds. */
function Created({ returnTo }: { returnTo: string | null }) {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.login(returnTo)), TO_LOGIN_MS)
    return () => clearTimeout(timer)
  }, [navigate, returnTo])
  return (
    <>
      <Banner tone="ok" title="Tu cuenta quedó creada">
        En unos segundos te llevamos a iniciar sesión. Te enviamos un mensaje para confirmar tu
        correo.
      </Banner>
      <ButtonLink to={paths.login(returnTo)}>Ir a iniciar sesión</ButtonLink>
    </>
  )
}
