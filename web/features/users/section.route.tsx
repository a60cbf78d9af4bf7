import {
  Ban,
  BanknoteArrowDown,
  CarFront,
  FileCheck,
  Flag,
  Hand,
  IdCard,
  KeyRound,
  Leaf,
  LockKeyhole,
  type LucideIcon,
  Mail,
  MonitorSmartphone,
  ShieldCheck,
  Star,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router'
import type { ProfileSection } from '#contract/web-pages.ts'
import { unlisted } from '#web/lib/brand.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { paths } from '#web/lib/paths.ts'
import { useUser } from '#web/shared/access/auth/session.tsx'
import type { SessionUser } from '#web/shared/access/auth/session-state.ts'
import { withdrawalPaths } from '#web/shared/withdrawals/withdrawal-links.ts'
import { Later } from '#web/ui/later.tsx'
import { Page } from '#web/ui/page.tsx'
import { Row, Rows } from '#web/ui/rows.tsx'
import { DataForm } from './data-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { PhoneCard } from './phone-card.tsx'
import { PhotoCard } from './photo-card.tsx'
import { hasPhoneCard } from './profile-fields.ts'

// Lazy: with these parts, which few open, the screen would exceed 210 kB.
const LinkOutcome = lazyPart(() => import('./identities-card.tsx'), 'LinkOutcome')
const EmailForm = lazyPart(() => import('./email-form.tsx'), 'EmailForm')
const IdentitiesCard = lazyPart(() => import('./identities-card.tsx'), 'IdentitiesCard')
const SessionsCard = lazyPart(() => import('./sessions-card.tsx'), 'SessionsCard')
const BlockedCard = lazyPart(() => import('./blocked-card.tsx'), 'BlockedCard')
const WomanCard = lazyPart(() => import('#web/shared/users/woman-card.tsx'), 'WomanCard')

type User = { user: SessionUser }

type Section = {
  title: string
  /** The page that the arrow leads to; absent: "Mi cuenta". */
  under?: ProfileSection
  /** The forms of the page, above its rows. */
  Body?: (props: User) => ReactNode
  rows?: (user: SessionUser) => [Icon: LucideIcon, text: string, to: string][]
}

/** The pages under "Mi cuenta"; each has one form, or rows that lead on. */
const sections: Record<ProfileSection, Section> = {
  datos: {
    title: 'Tus datos',
    Body: Data,
    rows: () => [
      [IdCard, 'Identidad', paths.identity(paths.profile('datos'))],
      [ShieldCheck, 'Privacidad y copia de tus datos', paths.myData()],
    ],
  },
  seguridad: {
    title: 'Seguridad',
    rows: () => [
      [Mail, 'Correo', paths.profile('correo')],
      [LockKeyhole, 'Contraseña', paths.profile('contrasena')],
      [KeyRound, 'Google y Apple', paths.profile('cuentas')],
      [MonitorSmartphone, 'Sesiones abiertas', paths.profile('sesiones')],
      [ShieldCheck, 'Contacto de confianza', '/contacto-de-confianza'],
      [Ban, 'Personas bloqueadas', paths.profile('bloqueos')],
    ],
  },
  viajar: {
    title: 'Para viajar',
    rows: (user) => [
      [Hand, 'Busco cupo', paths.alerts()],
      [Star, 'Lo que dicen de ti', paths.person(user.id)],
      [UserRound, 'Viajes solo para mujeres', paths.profile('mujer')],
      [Leaf, 'CO₂ que evité', '/impacto'],
      [Flag, 'Conducta', paths.conduct()],
    ],
  },
  // Only who drives has the row that leads here.
  conducir: {
    title: 'Para conducir',
    rows: () => [
      [FileCheck, 'Mis documentos', paths.documents()],
      [CarFront, 'Mis vehículos', paths.vehicles()],
      [BanknoteArrowDown, 'Ganancias', withdrawalPaths.earnings],
    ],
  },
  correo: {
    title: 'Correo',
    under: 'seguridad',
    Body: ({ user }) => (
      <Later rows={2}>
        <EmailForm email={user.email} />
      </Later>
    ),
  },
  contrasena: { title: 'Contraseña', under: 'seguridad', Body: PasswordForm },
  cuentas: { title: 'Google y Apple', under: 'seguridad', Body: Providers },
  sesiones: { title: 'Sesiones abiertas', under: 'seguridad', Body: Sessions },
  bloqueos: { title: 'Personas bloqueadas', under: 'seguridad', Body: Blocked },
  mujer: { title: 'Solo para mujeres', under: 'viajar', Body: Woman },
}

function Data({ user }: User) {
  return (
    <>
      <PhotoCard user={user} />
      <DataForm user={user} />
      {hasPhoneCard(user) && <PhoneCard user={user} />}
    </>
  )
}

function Providers() {
  return (
    <Later rows={2}>
      <LinkOutcome />
      <IdentitiesCard />
    </Later>
  )
}

function Sessions() {
  return (
    <Later rows={3}>
      <SessionsCard />
    </Later>
  )
}

function Woman() {
  return (
    <Later rows={1}>
      <WomanCard />
    </Later>
  )
}

function Blocked() {
  return (
    <Later rows={1}>
      <BlockedCard />
    </Later>
  )
}

const sectionOf = (name = '') => (sections as Partial<Record<string, Section>>)[name]

export const meta = ({ params }: { params: { section: string } }) =>
  unlisted(sectionOf(params.section)?.title ?? 'Mi cuenta')()

export default function ProfileSectionPage() {
  const user = useUser()
  const section = sectionOf(useParams().section)
  if (!section) return <Navigate to={paths.profile()} replace />
  const { title, under, Body, rows } = section
  const back = { to: paths.profile(under), label: under ? sections[under].title : 'Mi cuenta' }
  return (
    <Page title={title} back={back} dense="titled">
      {Body && <Body user={user} />}
      {rows && (
        <Rows label={title}>
          {rows(user).map(([Icon, text, to]) => (
            <Row key={to} {...{ Icon, text, to }} />
          ))}
        </Rows>
      )}
    </Page>
  )
}
