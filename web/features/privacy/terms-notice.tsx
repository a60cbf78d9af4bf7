import type { PrivacyView } from '#contract/privacy.ts'
import { calendarDayLong } from '#web/domain/consents/calendar-day.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Link } from '#web/ui/link.tsx'

type Coming = NonNullable<PrivacyView['coming']>

/** Announcement of new terms: the changes, their first day, and how to leave before. */
export function TermsNotice({ coming: { version, changes } }: { coming: Coming }) {
  return (
    <Banner tone="info" title={`Los términos cambian el ${calendarDayLong(version)}`} live="off">
      {changes} <Link to={paths.terms()}>Lee los términos</Link>. Si no estás de acuerdo, puedes
      cerrar tu cuenta sin costo antes de ese día.
    </Banner>
  )
}
