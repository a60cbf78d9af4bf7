import type { ReactNode } from 'react'
import { date, relativeDay, type When } from '#web/lib/format.ts'
import { RouteLine } from '#web/shared/trips/route-line.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import { type PillTone, StatusPill } from '#web/ui/status-pill.tsx'

type JourneyCardProps = {
  to: string
  label: string
  from: { name: string; at: When }
  until: { name: string; at: When }
  status: { text: string; tone: PillTone }
  facts: readonly string[]
  children?: ReactNode
}

/** `Hoy, vie, 20 de nov`; only the date if it is neither today nor tomorrow. */
function dayOf(at: When): string {
  const near = relativeDay(at)
  const day = date(at)
  return near === day ? day : `${near}, ${day}`
}

/** A booking or a trip of one's own in a list; the whole card is one link. */
export function JourneyCard(props: JourneyCardProps) {
  const { to, label, from, until, status, facts, children } = props
  return (
    <article
      aria-label={label}
      className="relative rounded-card border border-line bg-surface p-4 shadow-card
        transition-colors hover:border-bosque"
    >
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p className="font-semibold first-letter:uppercase">{dayOf(from.at)}</p>
        <StatusPill tone={status.tone}>{status.text}</StatusPill>
      </div>
      <RouteLine stops={[from, until]} />
      {/* A dot at the start of a line lies outside of this box, which cuts it off. */}
      <div className="mt-3 overflow-hidden border-t border-line pt-3">
        <ul className="-ml-4 flex flex-wrap text-sm text-muted">
          {facts.map((fact) => (
            <li
              key={fact}
              className="flex max-w-full wrap-anywhere before:w-4 before:shrink-0 before:text-center
                before:content-['·']"
            >
              {fact}
            </li>
          ))}
        </ul>
      </div>
      {children}
      <PlainLink to={to} aria-label={label} className="absolute inset-0 rounded-card" />
    </article>
  )
}
