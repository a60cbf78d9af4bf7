import type { PrivacyView } from '#contract/privacy.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Link } from '#web/ui/link.tsx'

type Coming = NonNullable<PrivacyView['coming']>

/** Terms that are announced: what changes, from when, and how to leave before. */
export function TermsNotice({ coming: { version, changes } }: { coming: Coming }) {
  return (
    <Banner tone="info" title={`Los términos cambian el ${dayOf(version)}`} live="off">
      {changes} <Link to={paths.terms()}>Lee los términos</Link>. Si no estás de acuerdo, puedes
      cerrar tu cuenta sin costo antes de ese día.
    </Banner>
  )
}

const day = new Intl.DateTimeFormat('es-CO', { dateStyle: 'long', timeZone: 'UTC' })
const dayOf = (version: string) => day.format(new Date(`${version}T00:00:00.000Z`))
