import { pageMeta } from '#web/lib/page-meta.ts'
import { paths } from '#web/lib/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { Article } from './clauses.tsx'
import { policySections } from './privacy-policy.ts'

export const handle = { content: true }

export const meta = () => pageMeta('/privacidad')

/** The policy on personal data (Ley 1581 de 2012; Decreto 1377 de 2013, art. 13). */
export default function Privacy() {
  return (
    <div className="mx-auto w-full max-w-flow px-4 py-8 sm:px-6 sm:py-12">
      <header>
        <h1 className="text-3xl sm:text-4xl">Política de privacidad</h1>
        <p className="mt-3 text-muted">
          Versión del <time dateTime="2026-11-22">22 de noviembre de 2026</time>. La anterior estaba
          en los <Link to={paths.terms('privacy')}>términos</Link>, desde el{' '}
          <time dateTime="2025-07-03">3 de julio de 2025</time>.
        </p>
      </header>
      <div className="mt-8 grid gap-10">
        {policySections.map((section, row) => (
          <Article key={section.id} number={row + 1} section={section} />
        ))}
      </div>
    </div>
  )
}
