import { useLocation } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { useAgenda } from '#web/shared/agenda/use-agenda.ts'
import { calendarDayLong } from '#web/shared/users/consents/calendar-day.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Link } from '#web/ui/link.tsx'

/** Notice of announced new terms, on private screens. The linked screen has the details. */
export function ComingTerms() {
  const { pathname } = useLocation()
  const { termsFrom = null } = useAgenda().data ?? {}
  if (termsFrom === null || pathname === paths.myData()) return null
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-4 sm:px-6">
      <Banner tone="info" live="off">
        Los términos cambian el {calendarDayLong(termsFrom)}.{' '}
        <Link to={paths.myData()}>Mira qué cambia</Link>
      </Banner>
    </div>
  )
}
