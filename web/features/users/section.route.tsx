import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router'
import type { ProfileSection } from '#contract/web-pages.ts'
import { titled } from '#web/lib/brand.ts'
import { paths } from '#web/lib/paths.ts'
import { useUser } from '#web/shared/access/auth/session.tsx'
import type { SessionUser } from '#web/shared/access/auth/session-state.ts'
import { WomanCard } from '#web/shared/users/woman-card.tsx'
import { Page } from '#web/ui/page.tsx'
import { BlockedCard } from './blocked-card.tsx'
import { DataForm } from './data-form.tsx'
import { EmailForm } from './email-form.tsx'
import { IdentitiesCard, LinkOutcome } from './identities-card.tsx'
import { PasswordForm } from './password-form.tsx'
import { PhoneCard } from './phone-card.tsx'
import { PhotoCard } from './photo-card.tsx'
import { Privacy } from './privacy-card.tsx'
import { hasPhoneCard } from './profile-fields.ts'
import { DataRows, DrivingRows, SecurityRows, TravelRows } from './section-rows.tsx'
import { SessionsCard } from './sessions-card.tsx'

type Section = {
  title: string
  /** The page that the arrow leads to; absent: "Mi cuenta". */
  under?: ProfileSection
  body: (user: SessionUser) => ReactNode
}

/** The pages under "Mi cuenta"; each has one form, or rows that lead on. */
const sections: Record<ProfileSection, Section> = {
  datos: {
    title: 'Tus datos',
    body: (user) => (
      <>
        <PhotoCard user={user} />
        <DataForm user={user} />
        {hasPhoneCard(user) && <PhoneCard user={user} />}
        <DataRows />
      </>
    ),
  },
  seguridad: { title: 'Seguridad', body: (user) => <SecurityRows user={user} /> },
  viajar: { title: 'Para viajar', body: (user) => <TravelRows user={user} /> },
  conducir: { title: 'Para conducir', body: () => <DrivingRows /> },
  correo: {
    title: 'Correo',
    under: 'seguridad',
    body: (user) => <EmailForm email={user.email} />,
  },
  contrasena: {
    title: 'Contraseña',
    under: 'seguridad',
    body: (user) => <PasswordForm user={user} />,
  },
  cuentas: {
    title: 'Google y Apple',
    under: 'seguridad',
    body: () => (
      <>
        <LinkOutcome />
        <IdentitiesCard />
      </>
    ),
  },
  sesiones: { title: 'Sesiones abiertas', under: 'seguridad', body: () => <SessionsCard /> },
  bloqueos: { title: 'Personas bloqueadas', under: 'seguridad', body: () => <BlockedCard /> },
  mujer: { title: 'Solo para mujeres', under: 'viajar', body: () => <WomanCard /> },
  privacidad: { title: 'Privacidad', under: 'datos', body: () => <Privacy /> },
}

type Params = { params: { section: string } }

const sectionOf = (name = '') => (sections as Partial<Record<string, Section>>)[name]

export function meta({ params }: Params) {
  const title = sectionOf(params.section)?.title ?? 'Mi cuenta'
  return [{ title: titled(title) }, { name: 'robots', content: 'noindex' }]
}

export default function ProfileSectionPage() {
  const user = useUser()
  const section = sectionOf(useParams().section)
  if (!section) return <Navigate to={paths.profile()} replace />
  const { title, under, body } = section
  const back = { to: paths.profile(under), label: under ? sections[under].title : 'Mi cuenta' }
  return (
    <Page title={title} back={back} dense="titled">
      {body(user)}
    </Page>
  )
}
