import { useUser } from '#web/domain/auth/session.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { sectionsFor } from './admin-access.ts'
import { adminAddress } from './admin-screens.ts'
import { NotForYou } from './not-for-you.tsx'

/** Where the team begins: everything that this person may open. */
export function AdminHome() {
  const { roles } = useUser()
  const sections = sectionsFor(roles)
  if (sections.length === 0) return <NotForYou title="Equipo" />
  return (
    <Page title="Equipo" lead="Lo que puedes atender con tu cuenta." width="page">
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
    </Page>
  )
}
