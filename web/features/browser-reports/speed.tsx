import type { VitalCounts } from '#contract/browser-reports.ts'
import { plural } from '#web/lib/format.ts'
import { CardSection } from '#web/ui/card.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { goodPercent, isGood, viewsOf, vitalWords } from './vital-words.ts'

type Vitals = readonly VitalCounts[]

/** Web vitals of all pages together, then of each page. */
export function Speed({ vitals, pages }: { vitals: Vitals; pages: readonly PageSpeed[] }) {
  return (
    <>
      <CardSection title="Velocidad">
        <p className="mb-4 text-muted">
          Parte de las visitas que fueron buenas. Desde 75 % está bien.
        </p>
        <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-5">
          {vitals.map((counts) => (
            <div key={counts.metric} className="grid content-start justify-items-start gap-1">
              <dt className="text-sm text-muted">
                {vitalWords[counts.metric]} ({counts.metric})
              </dt>
              <dd className="tnum text-2xl font-semibold">{goodPercent(counts)} %</dd>
              <dd>
                <Verdict counts={counts} />
              </dd>
            </div>
          ))}
        </dl>
      </CardSection>
      <CardSection title="Por página, la más lenta primero">
        <ul className="grid divide-y divide-line">
          {pages.map((page) => (
            <li key={page.page} className="grid gap-2 py-3">
              <PageLine {...page} />
            </li>
          ))}
        </ul>
      </CardSection>
    </>
  )
}

type PageSpeed = { page: string; vitals: Vitals }

function PageLine({ page, vitals }: PageSpeed) {
  const views = Math.max(...vitals.map(viewsOf))
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold wrap-anywhere">{page}</span>
        <span className="tnum text-sm text-muted">{plural(views, 'visita', 'visitas')}</span>
      </p>
      <p className="flex flex-wrap gap-2">
        {vitals.map((counts) => (
          <StatusPill key={counts.metric} tone={isGood(counts) ? 'ok' : 'warn'}>
            {counts.metric} {goodPercent(counts)} %
          </StatusPill>
        ))}
      </p>
    </>
  )
}

function Verdict({ counts }: { counts: VitalCounts }) {
  if (isGood(counts)) return <StatusPill tone="ok">Bien</StatusPill>
  return <StatusPill tone="warn">Por mejorar</StatusPill>
}
