import type { ErrorGroup } from '#contract/browser-reports.ts'
import { dateTime, number } from '#web/lib/format.ts'
import { CardSection } from '#web/ui/card.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'

const kinds: Record<ErrorGroup['kind'], string> = {
  error: 'Error',
  rejection: 'Promesa',
  render: 'Pantalla',
}

/** Errors of pages in browsers, the most frequent first. */
export function PageErrors({ errors }: { errors: readonly ErrorGroup[] }) {
  return (
    <CardSection title="Errores">
      {errors.length === 0 && <p className="text-muted">Ningún navegador informó errores.</p>}
      <ul className="grid divide-y divide-line">
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
