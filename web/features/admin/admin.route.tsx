import { lazy, type ReactNode, Suspense, useState } from 'react'
import { matchPath, type RouteObject, useLocation, useRoutes } from 'react-router'
import { useUser } from '#web/domain/auth/session.tsx'
import { useUnsigned } from '#web/domain/back-office/use-unsigned.ts'
import { useSecondFactor } from '#web/domain/second-factor/use-second-factor.ts'
import { plural } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { Banner } from '#web/ui/banner.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, Link, PlainLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/admin.route.ts'
import { mayOpen, sectionsFor } from './admin-access.ts'
import {
  type AdminScreen,
  adminAddress,
  adminScreens,
  loadDashboard,
  loadScreen,
} from './admin-screens.ts'
import { AlarmBar } from './alarm-bar.tsx'
import { SecondFactorGate } from './second-factor-gate.tsx'

export function meta({ location }: Route.MetaArgs) {
  const { pathname } = location
  const here = adminScreens.find((screen) => matchPath(adminAddress(screen), pathname))
  const home = matchPath(paths.admin(), pathname) && 'Equipo'
  const title = here?.title ?? home ?? 'Página no encontrada'
  return [{ title: `${title} · Cupo` }, { name: 'robots', content: 'noindex' }]
}

function routeOf({ path, title, permission }: AdminScreen): RouteObject {
  const Screen = lazy(async () => ({ default: (await retryingImport(loadScreen[path])).Screen }))
  return {
    path,
    element: (
      <Guarded title={title} permission={permission}>
        <Suspense fallback={<Loading title={title} />}>
          <Screen />
        </Suspense>
      </Guarded>
    ),
  }
}

const routes: RouteObject[] = [
  { index: true, element: <AdminHome /> },
  ...adminScreens.map(routeOf),
  { path: '*', element: <UnknownScreen /> },
]

/** All screens of the team, below one route: see `admin-screens.ts`. */
export default function Admin() {
  const screen = useRoutes(routes)
  const { roles } = useUser()
  return (
    <>
      {mayOpen(roles, { permission: 'incidents.handle' }) && <AlarmBar />}
      <div className="xl:grid xl:grid-cols-[15rem_minmax(0,1fr)]">
        <AdminNav />
        <div className="min-w-0">{screen}</div>
      </div>
    </>
  )
}

type GuardedProps = Pick<AdminScreen, 'title' | 'permission'> & { children: ReactNode }

function Guarded({ title, permission, children }: GuardedProps) {
  const { roles } = useUser()
  if (!mayOpen(roles, { permission })) return <NotForYou title={title} />
  return <SecondFactorGate>{children}</SecondFactorGate>
}

function Loading({ title }: { title: string }) {
  return (
    <Page title={title} width="page">
      <SkeletonList rows={3} rowClass="h-40" />
    </Page>
  )
}

function UnknownScreen() {
  return (
    <Page title="Esta vía no existe">
      <EmptyState
        region="llano"
        title="No encontramos la página que buscas"
        action={<ButtonLink to={paths.home()}>Ir al inicio</ButtonLink>}
      >
        Puede que el enlace esté incompleto o que la página se haya movido.
      </EmptyState>
    </Page>
  )
}

const Dashboard = lazy(async () => ({ default: (await retryingImport(loadDashboard)).Screen }))

/** First page of the team: links to every screen that the person may open. */
function AdminHome() {
  const { roles } = useUser()
  const sections = sectionsFor(roles)
  if (sections.length === 0) return <NotForYou title="Equipo" />
  return (
    <Page title="Equipo" lead="Lo que puedes atender con tu cuenta." width="page">
      <SignaturesNotice />
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {sections.map(({ title, screens }) => (
          <section key={title} className="grid content-start gap-2">
            <h2 className="text-lg">{title}</h2>
            <ul className="grid gap-1">
              {screens.map((screen) => (
                <li key={screen.path}>
                  <Link to={adminAddress(screen)} className="inline-flex min-h-11 items-center">
                    {screen.title}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {mayOpen(roles, { permission: 'dashboard.view' }) && <Figures />}
    </Page>
  )
}

/** Dashboard figures. Like all data of the team they require the second factor. */
function Figures() {
  const { data: status } = useSecondFactor()
  if (!status) return <SkeletonList rows={2} rowClass="h-64" />
  if (status.provedUntil === null) {
    return (
      <div className="grid justify-items-start gap-3">
        <p>Para ver cómo va Cupo, confirma tu segundo paso.</p>
        <ButtonLink to="/admin/second-factor" variant="secondary">
          Confirmar mi segundo paso
        </ButtonLink>
      </div>
    )
  }
  return (
    <Suspense fallback={<SkeletonList rows={2} rowClass="h-64" />}>
      <Dashboard />
    </Suspense>
  )
}

/** Number of items to sign as second person; hidden until the second factor is proved. */
function SignaturesNotice() {
  const { data: status } = useSecondFactor()
  const { data } = useUnsigned({ enabled: Boolean(status?.provedUntil) })
  if (!data || data.items.length === 0) return null
  const count = plural(data.items.length, 'cosa espera', 'cosas esperan')
  return (
    <Banner tone="warn" live="off" title={`${count} tu segunda firma`}>
      <Link to="/admin/signatures">Ver qué espera tu firma</Link>
    </Banner>
  )
}

/** Links to the staff screens of this person; the list is collapsible on a narrow screen. */
function AdminNav() {
  const { roles } = useUser()
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const sections = sectionsFor(roles)
  if (sections.length === 0) return null
  // The list collapses when another screen opens.
  const isOpen = openAt === pathname
  return (
    <nav
      aria-label="Equipo"
      className="px-4 pt-4 sm:px-6 xl:border-r xl:border-line xl:px-3 xl:py-8"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpenAt(isOpen ? null : pathname)}
        className="min-h-11 w-full cursor-pointer rounded-control border border-edge px-4 text-left
          font-semibold xl:hidden"
      >
        Secciones del equipo
      </button>
      <div className={cx('gap-4 py-2 xl:grid', isOpen ? 'grid' : 'hidden')}>
        <AdminLink to={paths.admin()} text="Inicio" pathname={pathname} />
        {sections.map(({ title, screens }) => (
          <div key={title}>
            <p className="px-3 text-sm font-semibold text-muted">{title}</p>
            <ul aria-label={title}>
              {screens.map((screen) => (
                <li key={screen.path}>
                  <AdminLink to={adminAddress(screen)} text={screen.title} pathname={pathname} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}

function AdminLink({ to, text, pathname }: { to: string; text: string; pathname: string }) {
  const isHere = pathname === to
  return (
    <PlainLink
      to={to}
      aria-current={isHere ? 'page' : undefined}
      className={cx(
        'flex min-h-11 items-center rounded-control border-l-3 px-3 font-semibold',
        isHere ? 'border-bosque bg-bosque-soft text-bosque' : 'border-transparent',
        'hover:bg-bosque-soft',
      )}
    >
      {text}
    </PlainLink>
  )
}

/** Shown in place of a staff screen that the person's roles do not permit. */
function NotForYou({ title }: { title: string }) {
  return (
    <Page title={title}>
      <EmptyState
        region="paramo"
        title="No tienes permiso"
        action={<ButtonLink to={paths.home()}>Ir al inicio</ButtonLink>}
      >
        Esta página es para otra parte de nuestro equipo. Si deberías tener acceso, pídelo.
      </EmptyState>
    </Page>
  )
}
