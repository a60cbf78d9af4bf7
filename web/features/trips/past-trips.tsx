import { History, type LucideIcon, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import type { WaitingRating } from '#contract/ratings.ts'
import { api } from '#web/lib/api.ts'
import { dateTime, dayAndTime, sentence, type When } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { useRead } from '#web/lib/use-read.ts'
import { RATING_ANCHOR, ratingKeys } from '#web/shared/ratings/rating-keys.ts'
import { Row, Rows } from '#web/ui/rows.tsx'

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
