import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { matchPath, type RouteObject, useRoutes } from 'react-router'
import { unlisted } from '#web/lib/brand.ts'
import { lazyPart, quietPart } from '#web/lib/lazy-part.ts'
import { paths } from '#web/lib/paths.ts'
import { useUser } from '#web/shared/access/auth/session.tsx'
import { useDeskKeys } from '#web/shared/desk/back-office/desk-keys.tsx'
import { useFindAsked } from '#web/shared/desk/back-office/find-signal.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyPage } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/admin.route.ts'
import { mayOpen } from './admin-access.ts'
import { type AdminScreen, adminAddress, adminScreens, loadScreen } from './admin-screens.ts'
import { AlarmBar } from './alarm-bar.tsx'
import { useDeskNav } from './desk-nav.tsx'
import { SecondFactorGate } from './second-factor-gate.tsx'

export function meta({ location }: Route.MetaArgs) {
  const { pathname } = location
  const here = adminScreens.find((screen) => matchPath(adminAddress(screen), pathname))
  return unlisted(here?.title ?? 'Página no encontrada')()
}

function routeOf({ path, title, permission }: AdminScreen): RouteObject {
  const Screen = lazyPart(loadScreen[path], 'Screen')
  return {
    ...(path === '' ? { index: true as const } : { path }),
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
  ...adminScreens.map(routeOf),
  { path: '*', element: <UnknownScreen /> },
]

/** The frame of the site shows the bar of the desk instead of the header. */
export const handle = { desk: true }

// Lazy: the search must not delay the screen.
const FindDialog = quietPart(() => import('./find-dialog.tsx'), 'FindDialog')

/** The search over everything, once it was asked for. */
function Find() {
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  useFindAsked(useCallback(() => setIsOpen(true), []))
  if (isOpen === null) return null
  return <FindDialog open={isOpen} onClose={() => setIsOpen(false)} />
}

/** All screens of the team, below one route: see `admin-screens.ts`. */
export default function Admin() {
  useDeskKeys()
  const screen = useRoutes(routes)
  const { roles } = useUser()
  const { menu, tabs } = useDeskNav()
  return (
    <div className="xl:grid xl:grid-cols-[15rem_minmax(0,1fr)]">
      <Find />
      {menu}
      <div
        className={cx(
          'min-w-0 xl:min-h-[calc(100dvh-7rem)] xl:border-l xl:border-line',
          // Panes that scroll alone fill the window between the header and the footer.
          'has-data-desk-split:h-[max(34rem,calc(100dvh-7rem))]',
          'has-data-desk-split:flex has-data-desk-split:flex-col',
        )}
      >
        {mayOpen(roles, { permission: 'incidents.handle' }) && <AlarmBar />}
        {tabs}
        {screen}
      </div>
    </div>
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
    <EmptyPage
      page="Esta vía no existe"
      title="No encontramos la página que buscas"
      to={paths.home()}
      link="Ir al inicio"
    >
      Puede que el enlace esté incompleto o que la página se haya movido.
    </EmptyPage>
  )
}

/** Shown in place of a staff screen that the person's roles do not permit. */
function NotForYou({ title }: { title: string }) {
  return (
    <EmptyPage page={title} title="No tienes permiso" to={paths.home()} link="Ir al inicio">
      Esta página es para otra parte de nuestro equipo. Si deberías tener acceso, pídelo.
    </EmptyPage>
  )
}
