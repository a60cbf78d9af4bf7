import {
  Bell,
  BellRing,
  CarFront,
  FileCheck,
  Flag,
  Hand,
  Headset,
  Leaf,
  type LucideIcon,
  ShieldCheck,
  Star,
} from 'lucide-react'
import { useState } from 'react'
import { isNewUser } from '#web/domain/auth/account-memory.ts'
import { useUser } from '#web/domain/auth/session.tsx'
import { rideRequestLinks } from '#web/domain/ride-requests/ride-request-links.ts'
import { brand } from '#web/lib/brand.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Link, PlainLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { BlockedCard } from './blocked-card.tsx'
import { DataForm } from './data-form.tsx'
import { EmailForm } from './email-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { PhoneCard } from './phone-card.tsx'
import { PhotoCard } from './photo-card.tsx'
import { hasPhoneCard } from './profile-fields.ts'
import { SessionsCard } from './sessions-card.tsx'
import { WomanCard } from './woman-card.tsx'

export const meta = () => [{ title: 'Mi cuenta · Cupo' }, { name: 'robots', content: 'noindex' }]

export default function Profile() {
  const user = useUser()
  const [isNew] = useState(isNewUser)
  return (
    <Page title="Mi cuenta" lead="Tus datos, tu seguridad y tus documentos.">
      {isNew && (
        <Banner tone="info" title="Tu cuenta quedó creada" live="off">
          Completa tus datos para que conductores y pasajeros sepan con quién viajan.
        </Banner>
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
      <EmailForm email={user.email} />
      <PasswordForm user={user} />
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
  { to: paths.alerts(), text: 'Mis alertas', Icon: Bell },
  { to: rideRequestLinks.mine(), text: 'Busco cupo', Icon: Hand },
  { to: paths.notificationPreferences(), text: 'Por dónde me avisan', Icon: BellRing },
  { to: '/impacto', text: 'CO₂ que evité', Icon: Leaf },
  { to: '/soporte', text: 'Soporte', Icon: Headset },
  { to: '/contacto-de-confianza', text: 'Contacto de confianza', Icon: ShieldCheck },
  { to: paths.conduct(), text: 'Conducta', Icon: Flag },
]

const driving: Corner[] = [
  { to: paths.documents(), text: 'Mis documentos', Icon: FileCheck },
  { to: paths.vehicles(), text: 'Mis vehículos', Icon: CarFront },
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
