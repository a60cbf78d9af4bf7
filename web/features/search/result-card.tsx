import type { SearchResult } from '#contract/search.ts'
import { km, pesos } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { TripCard } from '#web/shared/trips/trip-card.tsx'
import { tripBadges } from '#web/shared/trips/trip-words.ts'
import type { ComboItem } from '#web/ui/combo-item.ts'
import type { SearchQuery } from './search-query.ts'

type ResultCardProps = {
  result: SearchResult
  query: SearchQuery
  ends: readonly ComboItem[]
  /** Why it costs more than others, in few words. */
  reason?: string | null
}

/** One trip found, as a link to the trip's page with the searched segment. */
export function ResultCard({ result, query, ends, reason }: ResultCardProps) {
  const away = result.awayKm === null ? 'cerca' : `a ${km(result.awayKm)}`
  const note = (placeId: string, asked: ComboItem | undefined) =>
    asked && asked.id !== placeId ? `${away} de ${asked.label}` : undefined
  return (
    <TripCard
      to={paths.trip(result.tripId, {
        from: result.fromStopId,
        to: result.toStopId,
        seats: query.seats,
      })}
      from={{
        name: result.from.name,
        at: result.departsAt,
        note: note(result.from.placeId, ends[0]),
      }}
      until={{ name: result.to.name, at: result.arrivesAt, note: note(result.to.placeId, ends[1]) }}
      price={result.price}
      priceNote={
        <>
          por cupo
          {query.seats > 1 && (
            <span className="block">
              {pesos(result.price * query.seats)} por {query.seats}
            </span>
          )}
          {reason && <span className="block">{reason}</span>}
        </>
      }
      driver={result.driver}
      seatsLeft={result.seatsLeft}
      seatsTotal={Math.max(result.seatsLeft, 1)}
      instant={!result.needsApproval}
      {...meetingOf(result)}
      badges={tripBadges(result)}
      full={result.seatsLeft < query.seats}
    />
  )
}

/** Where the car stops for a part of its road that is sold at once, else the meeting point. */
function meetingOf({ match, needsApproval, meetingPoint, from }: SearchResult) {
  if (match !== 'corridor' || needsApproval || meetingPoint === null) return { meetingPoint }
  return { meetingPoint: `${from.name}, ${meetingPoint}`, meetingWords: 'Para en' }
}
