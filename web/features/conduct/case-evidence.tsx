import { type ReactNode, useId } from 'react'
import type { CaseEvidence as Evidence } from '#contract/case-evidence.ts'
import { dateTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { useAct } from '#web/ui/use-act.ts'

/** Chat and last positions of the two people. Loaded on a press, because each view is recorded. */
export function CaseEvidence({ load }: { load: () => Promise<{ evidence: Evidence }> }) {
  const view = useAct(load)
  if (!view.data) {
    return (
      <div className="grid justify-items-start gap-2">
        <ErrorBanner error={view.error} />
        <Button variant="secondary" size="sm" run={view} pendingText="Cargando…">
          Ver su chat y dónde estaban
        </Button>
        <p className="text-sm text-muted">Queda registrado que lo leíste.</p>
      </div>
    )
  }
  const { evidence } = view.data
  return (
    <div className="grid gap-5">
      <Chat evidence={evidence} />
      <Positions positions={evidence.positions} />
    </div>
  )
}

function Chat({ evidence: { messages, more } }: { evidence: Evidence }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="grid gap-2">
      <h3 id={titleId} className="text-lg">
        Su chat
      </h3>
      {messages.length === 0 && <p className="text-muted">No se escribieron.</p>}
      {more && <p className="text-sm text-muted">Hay mensajes anteriores que no se muestran.</p>}
      <ul
        aria-labelledby={titleId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls needs the keyboard.
        tabIndex={0}
        className="grid max-h-[28rem] gap-2 overflow-y-auto rounded-card border border-line
          bg-paper p-3 empty:hidden"
      >
        {messages.map(({ id, by, isDriver, text, at, isHidden }) => (
          <li
            key={id}
            className={cx(
              'grid max-w-[85%] min-w-0 gap-1 rounded-control px-3 py-2',
              isDriver
                ? 'justify-self-end bg-bosque-soft'
                : 'justify-self-start border border-line bg-surface',
            )}
          >
            <p className="text-sm text-muted wrap-anywhere">
              {by}, {dateTime(at)}
              {isHidden && ' · ya no se muestra'}
            </p>
            <p className="wrap-anywhere whitespace-pre-line">{text ?? 'Envió su ubicación.'}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Positions({ positions }: Pick<Evidence, 'positions'>) {
  return (
    <section className="grid gap-1">
      <h3 className="text-lg">Última ubicación</h3>
      {positions.length === 0 && (
        <p className="text-muted">
          No hay: solo se guarda mientras alguien comparte el viaje, y se borra al terminar.
        </p>
      )}
      {positions.map(({ by, lat, lng, accuracyMeters, at }) => (
        <p key={by} className="tnum wrap-anywhere">
          <span className="font-semibold">{by}</span>: {lat.toFixed(5)}, {lng.toFixed(5)} (±{' '}
          {accuracyMeters} m), {dateTime(at)}
        </p>
      ))}
    </section>
  )
}

type VersionsProps = {
  /** Who says it, and what. */
  sides: readonly { title: string; children: ReactNode }[]
}

/** What the two people say, beside each other; on a phone one below the other. */
export function Versions({ sides }: VersionsProps) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {sides.map(({ title, children }) => (
        <section
          key={title}
          className="grid min-w-0 content-start gap-2 rounded-card border border-line bg-surface
            p-4"
        >
          <h3 className="text-base wrap-anywhere">{title}</h3>
          {children}
        </section>
      ))}
    </div>
  )
}

/** Words of a person, as they wrote them. */
export function Said({ children }: { children: string }) {
  return (
    <blockquote className="border-l-4 border-line pl-4 wrap-anywhere whitespace-pre-line">
      {children}
    </blockquote>
  )
}
