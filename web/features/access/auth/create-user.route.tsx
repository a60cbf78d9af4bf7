import { Navigate, useNavigate } from 'react-router'
import { unlisted } from '#web/lib/brand.ts'
import { paths } from '#web/lib/paths.ts'
import { AuthFrame } from '#web/shared/access/auth/auth-frame.tsx'
import { landingAfterSignIn } from '#web/shared/access/auth/landing.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { Link } from '#web/ui/link.tsx'
import { emptySignupPage } from './load-signup.ts'
import { SignupForm } from './signup-form.tsx'

export const meta = unlisted('Crear usuario')

/** Older create-account page (spec-coverage §2); it ends in the wallet, already signed in. */
export default function CreateUser() {
  const auth = useAuth()
  const navigate = useNavigate()
  if (auth.status === 'signedIn') {
    return <Navigate to={landingAfterSignIn(auth.user, null)} replace />
  }
  return (
    <AuthFrame
      title="Crear usuario"
      lead="Completa tus datos y entra directo a tu billetera."
      region="cafetal"
    >
      <SignupForm
        returnTo={null}
        answered={emptySignupPage}
        onCreated={async ({ email, password }) => {
          await auth.login(email.trim(), password)
          await navigate(paths.wallet())
        }}
      />
      <p className="text-center">
        ¿Ya tienes cuenta? <Link to={paths.login()}>Iniciar sesión</Link>
      </p>
    </AuthFrame>
  )
}
