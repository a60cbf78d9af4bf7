import { api } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { unlisted } from '#web/lib/brand.ts'
import { useSecretParam } from '#web/lib/secret-param.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { rolesText } from './role-words.ts'

export const meta = unlisted('Invitación al equipo')

/** Page of a mailed invitation. Only the button accepts, because mail programs open links. */
export default function TeamInvitation() {
  const { user, reload } = useAuth()
  const token = useSecretParam()
  const accept = useAct(() => api.team.accept({ body: { token } }), { onDone: reload })
  if (accept.data) {
    return (
      <Page title="Ya eres del equipo">
        <Banner tone="ok" title={rolesText(accept.data.roles)}>
          Para abrir las pantallas del equipo, elige ahora tu segundo paso.
        </Banner>
        <ButtonLink to="/admin/second-factor">Elegir mi segundo paso</ButtonLink>
      </Page>
    )
  }
  return (
    <Page title="Invitación al equipo" lead="Te invitaron a trabajar en Cupo.">
      <Card className="grid gap-4">
        <p className="wrap-anywhere">
          Aceptas con esta cuenta: <strong>{user?.email}</strong>. Debe tener confirmado el correo
          al que llegó la invitación.
        </p>
        <ErrorBanner error={accept.error} />
        {hasCode(accept.error, 'team_identity_unverified') && (
          <ButtonLink to="/documents" variant="secondary">
            Ir a mis documentos
          </ButtonLink>
        )}
        <Button className="justify-self-start" run={accept}>
          Aceptar la invitación
        </Button>
      </Card>
    </Page>
  )
}
