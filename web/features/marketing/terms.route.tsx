import { pageMeta } from '#web/lib/page-meta.ts'
import { paths } from '#web/lib/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { Intermediary } from './blocks.tsx'
import { Article } from './clauses.tsx'
import { conductSections, riskSections } from './terms-conduct.ts'
import { closingSections, privacy } from './terms-law.ts'
import { serviceSections, type TermsSection } from './terms-service.ts'

export const handle = { content: true }

export const meta = () => pageMeta('/terms-and-conditions')

const sections: readonly TermsSection[] = [
  ...serviceSections,
  ...conductSections,
  privacy,
  ...riskSections,
  ...closingSections,
]

export default function Terms() {
  return (
    <div className="mx-auto w-full max-w-page px-4 py-8 sm:px-6 sm:py-12">
      <header className="max-w-2xl">
        <h1 className="text-3xl sm:text-4xl">Términos y condiciones</h1>
        <p className="mt-3 text-muted">
          Última actualización: <time dateTime="2025-07-03">3 de julio de 2025</time>
        </p>
      </header>
      <div className="mt-8 grid gap-10 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <nav aria-label="Contenido" className="lg:sticky lg:top-24 lg:self-start">
          <ol className="grid sm:grid-cols-2 lg:grid-cols-1">
            {sections.map((section, row) => (
              <li key={section.id}>
                <a
                  href={`#${section.id}`}
                  className="inline-flex min-h-11 items-center font-semibold text-bosque
                    hover:underline lg:min-h-9"
                >
                  {row + 1}. {section.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid max-w-flow gap-10">
          <Intermediary />
          {sections.map((section, row) => (
            <Article key={section.id} number={row + 1} section={section} />
          ))}
          <p className="text-muted">
            ¿Algo no quedó claro? <Link to={paths.contact()}>Escríbenos</Link>.
          </p>
        </div>
      </div>
    </div>
  )
}
