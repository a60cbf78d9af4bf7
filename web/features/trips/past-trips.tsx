import { History, type LucideIcon, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import type { WaitingRating } from '#contract/ratings.ts'
import { api } from '#web/lib/api.ts'
import { date, dateTime, dayAndTime, relativeDay, sentence, type When } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { useRead } from '#web/lib/use-read.ts'
import { RATING_ANCHOR, ratingKeys } from '#web/shared/ratings/rating-keys.ts'
import { RouteLine } from '#web/shared/trips/route-line.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import { Row, Rows } from '#web/ui/rows.tsx'
import { type PillTone, StatusPill } from '#web/ui/status-pill.tsx'

type PastTripsProps = {
  /** How many there are, in words; null for none. */
  count: string | null
  /** Role of the people whom the person rates here. */
  about: WaitingRating['as']
  children: ReactNode
}

/** What is over, in one row: how many wait for stars, and, when opened, those first. */
export function PastTrips({ count, about, children }: PastTripsProps) {
  const { data } = useRead(ratingKeys.waiting(), (signal) => api.ratings.waiting({ signal }))
  const waiting = (data?.waiting ?? []).filter(({ as }) => as === about)
  if (!count && waiting.length === 0) return null
  const stars = waiting.length > 0 && `${waiting.length} por calificar`
  return (
    <Rows label="Viajes pasados">
      <Row Icon={History} text="Pasados" detail={[count, stars].filter(Boolean).join(' · ')}>
        <Lines label="Viajes por calificar">
          {waiting.map(({ bookingId, about: { name }, from, to, closesAt }) => (
            <Row
              key={bookingId}
              Icon={Star}
              text={`Calificar tu viaje con ${name}`}
              detail={`${from} → ${to} · ${sentence(`hasta ${dayAndTime(closesAt)}`)}`}
              to={`${paths.booking(bookingId)}#${RATING_ANCHOR}`}
            />
          ))}
        </Lines>
        {children}
      </Row>
    </Rows>
  )
}

/** Rows inside an opened row. */
export function Lines({ label, children }: { label: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <ul aria-label={label} className="-mx-4 divide-y divide-line border-t border-line">
      {children}
    </ul>
  )
}

type LineProps = {
  Icon: LucideIcon
  to: string
  from: { name: string; at: When }
  until: { name: string }
  fact: string
  /** What differs from the usual, such as a request. */
  value?: ReactNode
}

/** A trip or booking of one's own as one line. */
export function JourneyLine({ from, until, fact, ...row }: LineProps) {
  return (
    <Row {...row} text={`${from.name} → ${until.name}`} detail={`${dateTime(from.at)} · ${fact}`} />
  )
}

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
      <ul className="mt-3 flex flex-wrap gap-x-2 border-t border-line pt-3 text-sm text-muted">
        {facts.map((fact, row) => (
          <li key={fact}>{row < facts.length - 1 ? `${fact} ·` : fact}</li>
        ))}
      </ul>
      {children}
      <PlainLink to={to} aria-label={label} className="absolute inset-0 rounded-card" />
    </article>
  )
}
