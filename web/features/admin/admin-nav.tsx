import { useState } from 'react'
import { useLocation } from 'react-router'
import { useUser } from '#web/domain/auth/session.tsx'
import { paths } from '#web/lib/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { PlainLink } from '#web/ui/link.tsx'
import { sectionsFor } from './admin-access.ts'
import { adminAddress } from './admin-screens.ts'

/** Links to the staff screens of this person; the list is collapsible on a narrow screen. */
export function AdminNav() {
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
