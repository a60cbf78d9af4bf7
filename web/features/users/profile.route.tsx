import {
  Bell,
  CarFront,
  CircleHelp,
  Gift,
  IdCard,
  LogOut,
  Route,
  ShieldCheck,
  UserRound,
  Wallet,
} from 'lucide-react'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { profileSections } from '#contract/web-pages.ts'
import { api } from '#web/lib/api.ts'
import { unlisted } from '#web/lib/brand.ts'
import { pesos, plural } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useLogout } from '#web/offline/use-logout.ts'
import { isNewUser } from '#web/shared/access/auth/account-memory.ts'
import { useUser } from '#web/shared/access/auth/session.tsx'
import { balanceText, type SessionUser } from '#web/shared/access/auth/session-state.ts'
import { AccountNotice } from '#web/shared/conduct/account-notice.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { Row, Rows } from '#web/ui/rows.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { missingData } from './profile-fields.ts'

export const meta = unlisted('Mi cuenta')

/** "Mi cuenta": who the person is, what is missing, and one row for each page. */
export default function Profile() {
  const user = useUser()
  const [isNew] = useState(isNewUser)
  const { hash, search } = useLocation()
  // Addresses of earlier releases, in mails and bookmarks: the forms stood on this page.
  const section = profileSections.find((each) => `#${each}` === hash)
  if (section) return <Navigate to={paths.profile(section) + search} replace />
  // A link of Google or Apple leads back here (contract/oauth.ts).
  if (/[?&](linked|error)=/.test(search)) {
    return <Navigate to={paths.profile('cuentas') + search} replace />
  }
  return (
    <div className="mx-auto grid max-w-flow gap-3 px-4 py-3 sm:py-10">
      <Head user={user} />
      {isNew && (
        <Banner tone="info" title="Tu cuenta quedó creada" live="off">
          Completa <Link to={paths.profile('datos')}>tus datos</Link> para que conductores y
          pasajeros sepan con quién viajan.
        </Banner>
      )}
      <AccountNotice />
      {Boolean(user.debt) && (
        <Banner
          tone="warn"
          live="off"
          title={`Tienes un saldo pendiente de ${pesos(user.debt)}`}
          action={<Link to={paths.wallet()}>Ver mi billetera</Link>}
        />
      )}
      <Account user={user} />
    </div>
  )
}

function Head({ user }: { user: SessionUser }) {
  const { profile } = user
  const name = profile.full_name || user.username || user.email
  return (
    <div className="flex items-center gap-3">
      <Avatar name={name} photoUrl={profile.photo_url} size="lg" />
      <div className="min-w-0 flex-1">
        <h1 className="text-2xl wrap-anywhere">{name}</h1>
        <p className="flex flex-wrap items-center gap-x-2 text-muted">
          {profile.status || 'Pasajero'}
          {profile.verification && <StatusPill tone="ok">Verificado</StatusPill>}
        </p>
      </div>
    </div>
  )
}

function Account({ user }: { user: SessionUser }) {
  const { leave } = useLogout()
  const missing = missingData(user)
  return (
    <Rows label="Mi cuenta">
      {!user.profile.verification && <IdentityRow />}
      <Row Icon={Wallet} text="Billetera" value={balanceText(user)} to={paths.wallet()} />
      <Row
        Icon={UserRound}
        text="Tus datos"
        detail={missing.length > 0 && `Falta: ${missing.join(', ')}`}
        value={missing.length === 0 && 'nombre, celular, foto'}
        to={paths.profile('datos')}
      />
      {user.roles.includes('driver') && (
        <Row
          Icon={CarFront}
          text="Para conducir"
          value="documentos, carros"
          to={paths.profile('conducir')}
        />
      )}
      <Row
        Icon={ShieldCheck}
        text="Seguridad"
        value="clave y contactos"
        to={paths.profile('seguridad')}
      />
      <Row Icon={Bell} text="Por dónde me avisan" to={paths.notificationPreferences()} />
      <Row Icon={Route} text="Para viajar" value="cupos, opiniones" to={paths.profile('viajar')} />
      <Row Icon={Gift} text="Recompensas" to="/recompensas" />
      <Row Icon={CircleHelp} text="Ayuda y soporte" to={paths.support()} />
      <Row Icon={LogOut} text="Cerrar Sesión" onPress={() => void leave()} />
    </Rows>
  )
}

/** The identity of a person who is not verified: what she has to do, as far as it is known. */
function IdentityRow() {
  const { data } = useRead(
    queryKeys.documents(),
    (signal) => api.verification.listDocuments({ signal }),
    { staleTime: 60_000 },
  )
  const papers = data?.requirements.filter(({ kind }) => kind.startsWith('identity_')) ?? []
  const missing = papers.filter(({ state }) => state === 'missing').length
  const isRefused = papers.some(({ state }) => state === 'rejected' || state === 'expired')
  const isSent = papers.length > 0 && missing === 0
  const [word, detail] = isRefused
    ? ['Rechazada', 'Envía otra foto']
    : missing > 0
      ? ['Falta', `Toma ${plural(missing, 'foto', 'fotos')}`]
      : isSent
        ? ['En revisión', 'Te avisaremos']
        : ['Pendiente', 'Tu documento']
  return (
    <Row
      Icon={IdCard}
      text="Identidad"
      detail={detail}
      value={<StatusPill tone={isRefused ? 'err' : 'warn'}>{word}</StatusPill>}
      to={paths.identity(paths.profile())}
    />
  )
}
