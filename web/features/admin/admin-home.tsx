import { lazy, Suspense } from 'react'
import { useUser } from '#web/domain/auth/session.tsx'
import { useUnsigned } from '#web/domain/back-office/use-unsigned.ts'
import { useSecondFactor } from '#web/domain/second-factor/use-second-factor.ts'
import { plural } from '#web/lib/format.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { mayOpen, sectionsFor } from './admin-access.ts'
import { adminAddress, loadDashboard } from './admin-screens.ts'
import { NotForYou } from './not-for-you.tsx'

const Dashboard = lazy(async () => ({ default: (await retryingImport(loadDashboard)).Screen }))

/** First page of the team: links to every screen that the person may open. */
export function AdminHome() {
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
