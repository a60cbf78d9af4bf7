import type { ErrorGroup, VitalCounts } from '#contract/browser-reports.ts'
import { api } from '#web/lib/api.ts'
import { dateTime, number, plural } from '#web/lib/format.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { CardSection } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { goodPercent, isGood, viewsOf, vitalWords } from './vital-words.ts'

export function Screen() {
  return (
    <Page
      title="Navegadores"
      lead="Qué falla y qué tan rápido abren las páginas, en los últimos 7 días. Nada de personas."
      width="page"
    >
      <Reports />
    </Page>
  )
}

function Reports() {
  const answer = useNeeded(queryKeys.browserReports(), (signal) =>
    api.browserReports.show({ signal }),
  )
  if (!answer) return <SkeletonList rows={3} rowClass="h-56" />
  const { vitals, pages, errors } = answer
  if (pages.length === 0 && errors.length === 0) {
    return (
      <EmptyState region="llano" title="Todavía no hay informes">
        Los navegadores informan al cerrar una página.
      </EmptyState>
    )
  }
  return (
    <>
      <PageErrors errors={errors} />
      {pages.length > 0 && <Speed vitals={vitals} pages={pages} />}
    </>
  )
}

const kinds: Record<ErrorGroup['kind'], string> = {
  error: 'Error',
  rejection: 'Promesa',
  render: 'Pantalla',
}

function PageErrors({ errors }: { errors: readonly ErrorGroup[] }) {
  return (
    <CardSection title="Errores">
      {errors.length === 0 && <p className="text-muted">Ningún navegador informó errores.</p>}
      <ul className="grid divide-y divide-line empty:hidden">
        {errors.map((error) => (
          <li key={error.id} className="grid gap-1 py-3">
            <ErrorLines {...error} />
          </li>
        ))}
      </ul>
    </CardSection>
  )
}

function ErrorLines({ kind, page, message, release, frame, ...error }: ErrorGroup) {
  const { occurrences, firstAt, lastAt } = error
  return (
    <>
      <p className="flex items-start justify-between gap-3">
        <span className="min-w-0 font-mono text-sm wrap-anywhere">
          {message || 'Otros, que pasaron del tope del día'}
        </span>
        <StatusPill tone="err">{number(occurrences)}</StatusPill>
      </p>
      <p className="text-sm wrap-anywhere">
        {[kinds[kind], page, frame].filter(Boolean).join(' · ')}
      </p>
      <p className="tnum text-sm text-muted">
        {release && `Versión ${release} · `}
        {firstAt === lastAt ? dateTime(lastAt) : `${dateTime(firstAt)} a ${dateTime(lastAt)}`}
      </p>
    </>
  )
}

type Vitals = readonly VitalCounts[]

function Speed({ vitals, pages }: { vitals: Vitals; pages: readonly PageSpeed[] }) {
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
        <ul className="grid divide-y divide-line empty:hidden">
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
