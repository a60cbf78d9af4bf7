import { useMutation, useQuery } from '@tanstack/react-query'
import {
  BellRing,
  CarFront,
  CircleHelp,
  FileCheck,
  Flag,
  Hand,
  Headset,
  Leaf,
  type LucideIcon,
  MonitorSmartphone,
  ShieldCheck,
  Star,
} from 'lucide-react'
import { useState } from 'react'
import type { Session } from '#contract/auth.ts'
import type { BlockedPerson } from '#contract/blocks.ts'
import { api } from '#web/lib/api.ts'
import { brand, titled } from '#web/lib/brand.ts'
import { dateShort, dateTime, pesos } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRefetch } from '#web/lib/use-refetch.ts'
import { isNewUser } from '#web/shared/access/auth/account-memory.ts'
import { useUser } from '#web/shared/access/auth/session.tsx'
import { AccountNotice } from '#web/shared/conduct/account-notice.tsx'
import { WomanCard } from '#web/shared/users/woman-card.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link, PlainLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { DataForm } from './data-form.tsx'
import { EmailForm } from './email-form.tsx'
import { IdentitiesCard, LinkOutcome } from './identities-card.tsx'
import { PasswordForm } from './password-form.tsx'
import { PhoneCard } from './phone-card.tsx'
import { PhotoCard } from './photo-card.tsx'
import { hasPhoneCard } from './profile-fields.ts'

export const meta = () => [{ title: titled('Mi cuenta') }, { name: 'robots', content: 'noindex' }]

export default function Profile() {
  const user = useUser()
  const [isNew] = useState(isNewUser)
  return (
    <Page title="Mi cuenta" lead="Tus datos, tu seguridad y tus documentos.">
      <LinkOutcome />
      {isNew && (
        <Banner tone="info" title="Tu cuenta quedó creada" live="off">
          Completa tus datos para que conductores y pasajeros sepan con quién viajan.
        </Banner>
      )}
      <AccountNotice />
      {Boolean(user.debt) && (
        <Banner
          tone="warn"
          live="off"
          title={`Tienes un saldo pendiente de ${pesos(user.debt ?? 0)}`}
          action={<Link to={paths.wallet()}>Ver mi billetera</Link>}
        />
      )}
      <PhotoCard user={user} />
      <DataForm user={user} />
      {hasPhoneCard(user) && <PhoneCard user={user} />}
      <Corners
        title="Para viajar"
        corners={[
          ...travelling,
          { to: paths.person(user.id), text: 'Lo que dicen de ti', Icon: Star },
        ]}
      />
      <Corners title="Para conducir" corners={driving} />
      <Corners title="Ayuda y soporte" corners={helping} />
      <EmailForm email={user.email} />
      <div id="contrasena">
        <PasswordForm user={user} />
      </div>
      <IdentitiesCard />
      <SessionsCard />
      <div id="mujer">
        <WomanCard />
      </div>
      <div id="bloqueos">
        <BlockedCard />
      </div>
      <Privacy />
    </Page>
  )
}

type Corner = { to: string; text: string; Icon: LucideIcon }

const travelling: Corner[] = [
  { to: paths.alerts(), text: 'Busco cupo', Icon: Hand },
  { to: paths.notificationPreferences(), text: 'Por dónde me avisan', Icon: BellRing },
  { to: '/impacto', text: 'CO₂ que evité', Icon: Leaf },
  { to: '/contacto-de-confianza', text: 'Contacto de confianza', Icon: ShieldCheck },
  { to: paths.conduct(), text: 'Conducta', Icon: Flag },
]

const driving: Corner[] = [
  { to: paths.documents(), text: 'Mis documentos', Icon: FileCheck },
  { to: paths.vehicles(), text: 'Mis vehículos', Icon: CarFront },
]

const helping: Corner[] = [
  { to: paths.help(), text: 'Ayuda', Icon: CircleHelp },
  { to: paths.support(), text: 'Soporte', Icon: Headset },
]

function Corners({ title, corners }: { title: string; corners: readonly Corner[] }) {
  return (
    <CardSection title={title}>
      <ul className="grid gap-3 sm:grid-cols-2">
        {corners.map(({ to, text, Icon }) => (
          <li key={to}>
            <PlainLink
              to={to}
              className="flex min-h-14 items-center gap-3 rounded-control border border-edge px-4
                font-semibold hover:bg-bosque-soft"
            >
              <Icon aria-hidden="true" className="size-5 text-bosque" />
              {text}
            </PlainLink>
          </li>
        ))}
      </ul>
    </CardSection>
  )
}

function Privacy() {
  return (
    <CardSection title="Privacidad">
      <p className="mb-3 flex items-start gap-3">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bosque" />
        <span>
          Puedes conocer y corregir tus datos, o pedir que los borremos (Ley 1581 de 2012).
          Escríbenos a{' '}
          <a
            href={`mailto:${brand.privacy_mail}`}
            className="wrap-anywhere underline underline-offset-3"
          >
            {brand.privacy_mail}
          </a>
          .
        </span>
      </p>
      <p className="flex flex-wrap gap-x-5 gap-y-2">
        <Link to={paths.terms('privacy')}>Cómo tratamos tus datos</Link>
        <Link to={paths.terms()}>Términos y condiciones</Link>
      </p>
    </CardSection>
  )
}

/** The open sessions of the account; each can be ended. */
function SessionsCard() {
  const query = useQuery({
    queryKey: queryKeys.sessions(),
    queryFn: ({ signal }) => api.auth.sessions({ signal }),
  })
  return (
    <CardSection title="Sesiones abiertas">
      <QueryState query={query} what="tus sesiones" rows={2} />
      {query.data && <SessionList sessions={query.data.sessions} />}
    </CardSection>
  )
}

function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const refetch = useRefetch()
  const close = useMutation({
    mutationFn: (sessionId: string) => api.auth.closeSession({ params: { sessionId } }),
    onSettled: () => refetch(queryKeys.sessions()),
  })
  const ordered = [...sessions].sort((one, other) => Number(other.current) - Number(one.current))
  return (
    <>
      <ErrorBanner error={close.error} />
      <ul className="divide-y divide-line">
        {ordered.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            closing={close.isPending && close.variables === session.id}
            onClose={() => close.mutate(session.id)}
          />
        ))}
      </ul>
    </>
  )
}

type SessionRowProps = { session: Session; closing: boolean; onClose: () => void }

function SessionRow({ session, closing, onClose }: SessionRowProps) {
  const device = session.device ?? 'Dispositivo desconocido'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <MonitorSmartphone aria-hidden="true" className="size-6 shrink-0 text-bosque" />
      <div className="min-w-0 flex-1 basis-[9rem]">
        <p className="font-semibold">{device}</p>
        <p className="text-sm text-muted">Último uso: {dateTime(session.usedAt)}</p>
      </div>
      {session.current ? (
        <StatusPill tone="ok">Esta sesión</StatusPill>
      ) : (
        <Button
          variant="secondary"
          size="sm"
          pending={closing}
          pendingText="Cerrando…"
          aria-label={`Cerrar la sesión de ${device}`}
          onClick={onClose}
        >
          Cerrar
        </Button>
      )}
    </li>
  )
}

/** The people whom this person blocked; each can be unblocked. */
function BlockedCard() {
  const query = useQuery({
    queryKey: queryKeys.blocks(),
    queryFn: ({ signal }) => api.blocks.list({ signal }),
  })
  return (
    <CardSection title="Personas bloqueadas">
      <QueryState query={query} what="las personas que bloqueaste" rows={1} />
      {query.data && <People people={query.data.people} />}
    </CardSection>
  )
}

function People({ people }: { people: readonly BlockedPerson[] }) {
  const refetch = useRefetch()
  const unblock = useMutation({
    mutationFn: (userId: string) => api.blocks.remove({ params: { userId } }),
    onSettled: () => refetch(queryKeys.blocks(), ['search']),
  })
  if (people.length === 0) {
    return (
      <p className="text-muted">
        A nadie. Puedes bloquear a alguien desde su perfil o desde una reserva.
      </p>
    )
  }
  return (
    <>
      <p className="mb-3 text-muted">No se encuentran en búsquedas, reservas ni mensajes.</p>
      <ErrorBanner error={unblock.error} />
      <ul className="divide-y divide-line">
        {people.map(({ userId, name, photoUrl, since }) => (
          <li key={userId} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <Avatar name={name} photoUrl={photoUrl} />
            <div className="min-w-0 flex-1">
              <p className="font-semibold break-words">{name}</p>
              <p className="text-sm text-muted">Desde el {dateShort(since)}</p>
            </div>
            <Button
              variant="secondary"
              size="sm"
              pending={unblock.isPending && unblock.variables === userId}
              pendingText="Desbloqueando…"
              aria-label={`Desbloquear a ${name}`}
              onClick={() => unblock.mutate(userId)}
            >
              Desbloquear
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
