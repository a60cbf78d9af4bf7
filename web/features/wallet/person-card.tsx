import { type ReactNode, useState } from 'react'
import type { User } from '#contract/auth.ts'
import type { SessionUser } from '#web/domain/auth/session-state.ts'
import { identificationNames } from '#web/domain/users/profile-rules.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'

/** Owner of the wallet (spec-coverage §2), with the full details on request. */
export function PersonCard({ user }: { user: SessionUser }) {
  const { profile } = user
  const [full, setFull] = useState(false)
  const incomplete = isProfileIncomplete(user)
  const name = displayName(user)
  return (
    <section aria-label="Tus datos">
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex items-center gap-3">
          <Avatar name={name} />
          <div className="min-w-0">
            <h2 className="text-lg break-words">{name}</h2>
            <p className="text-sm text-muted">{profile.status || 'Pasajero'}</p>
          </div>
        </div>
        {incomplete && (
          <Banner tone="warn" title="Perfil incompleto" live="off">
            Aún no tenemos tu nombre ni tu documento.{' '}
            <Link to={paths.profile()}>Completar mi perfil</Link>
          </Banner>
        )}
        <dl id="datos" className="grid gap-3">
          <Fact term="Correo">{user.email}</Fact>
          <Fact term="Identificación">{identificationText(user)}</Fact>
          <Fact term="Teléfono">{profile.phone_number ?? 'Sin registrar'}</Fact>
          {full && <FullDetails profile={profile} />}
        </dl>
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={full}
          aria-controls="datos"
          onClick={() => setFull(!full)}
          className="-mx-4 justify-self-start"
        >
          {full ? 'Ver menos datos' : 'Ver todos mis datos'}
        </Button>
        {!profile.verification && !incomplete && (
          <Link to={paths.documents()}>Verificar mi identidad</Link>
        )}
      </Card>
    </section>
  )
}

function FullDetails({ profile }: Pick<SessionUser, 'profile'>) {
  const { first_name, last_name, status, verification } = profile
  return (
    <>
      <Fact term="Nombre">{first_name ?? 'Sin registrar'}</Fact>
      <Fact term="Apellido">{last_name ?? 'Sin registrar'}</Fact>
      <Fact term="Estado">{status || 'Pasajero'}</Fact>
      <Fact term="Verificación">
        <StatusPill tone={verification ? 'ok' : 'warn'}>
          {verification ? 'Verificado' : 'Pendiente'}
        </StatusPill>
      </Fact>
    </>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="tnum font-medium break-words">{children}</dd>
    </div>
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
  return `${identificationNames[type ?? 'CC']} ${number}`
}

/** Whether the account has neither a full name nor an identification number. */
function isProfileIncomplete({ profile }: User): boolean {
  return !profile.full_name && !profile.identification_number
}
