import { ChevronDown } from 'lucide-react'
import type { User } from '#contract/auth.ts'
import { documentNames } from '#contract/document-number.ts'
import { paths } from '#web/lib/paths.ts'
import type { SessionUser } from '#web/shared/access/auth/session-state.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'

/** Owner of the wallet (spec-coverage §2): one line, which opens to the details. */
export function PersonCard({ user }: { user: SessionUser }) {
  const { profile } = user
  const incomplete = isProfileIncomplete(user)
  const name = displayName(user)
  const status = profile.status || 'Pasajero'
  return (
    <section aria-label="Tus datos">
      <Card padded={false}>
        <details className="group">
          <summary
            className="flex min-h-15 cursor-pointer list-none items-center gap-3 rounded-card px-4
              py-1.5 hover:bg-bosque-soft [&::-webkit-details-marker]:hidden"
          >
            <Avatar name={name} photoUrl={profile.photo_url} size="sm" />
            <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
              <span className="min-w-0">
                <span className="block font-semibold wrap-anywhere">{name}</span>
                <span className="block text-sm text-muted">{status}</span>
              </span>
              {incomplete && <StatusPill tone="warn">Perfil incompleto</StatusPill>}
            </span>
            <ChevronDown className="size-5 shrink-0 text-muted group-open:rotate-180" />
          </summary>
          <div className="grid gap-3 px-4 pt-2 pb-4">
            <Facts
              facts={[
                ['Correo', user.email],
                ['Identificación', identificationText(user)],
                ['Teléfono', profile.phone_number ?? 'Sin registrar'],
                ['Nombre', profile.first_name ?? 'Sin registrar'],
                ['Apellido', profile.last_name ?? 'Sin registrar'],
                ['Estado', status],
                [
                  'Verificación',
                  <StatusPill key="state" tone={profile.verification ? 'ok' : 'warn'}>
                    {profile.verification ? 'Verificado' : 'Pendiente'}
                  </StatusPill>,
                ],
              ]}
            />
            {!profile.verification && !incomplete && (
              <Link to={paths.identity(paths.wallet())}>Verificar mi identidad</Link>
            )}
          </div>
        </details>
        {incomplete && (
          <p className="border-t border-line px-4">
            <Link to={paths.profile('datos')} className="inline-flex min-h-11 items-center">
              Completar mi perfil
            </Link>
          </p>
        )}
      </Card>
    </section>
  )
}

/** Full name, else username, else the e-mail. */
function displayName({ profile, username, email }: User): string {
  return profile.full_name || username || email
}

/** Document type and number, `Cédula de Ciudadanía 1.032…`, as the person wrote it. */
function identificationText({ profile }: User): string {
  const { identification_type: type, identification_number: number } = profile
  if (!number) return 'Sin registrar'
  return `${documentNames[type ?? 'CC']} ${number}`
}

/** Whether the account has neither a full name nor an identification number. */
function isProfileIncomplete({ profile }: User): boolean {
  return !profile.full_name && !profile.identification_number
}
