import type { ReactNode } from 'react'
import { plural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import type { ComboItem } from '#web/ui/combo-item.ts'
import { MayComeLater } from './create-alert.tsx'
import { groupResults, type MatchGroup } from './group-results.ts'
import { ResultCard } from './result-card.tsx'
import type { SearchQuery } from './search-query.ts'
import type { Answer } from './use-results.ts'

/** Up to this number of results an alert is offered. */
const FEW = 3

/** Id of the list entry of a trip. */
export const cardId = (tripId: string) => `viaje-${tripId}`

type ResultsListProps = {
  query: SearchQuery
  ends: readonly ComboItem[]
  answer: Answer
  byDayPart: boolean
  more: MoreProps
  /** What stands between the results and the offer of an alert. */
  after: ReactNode
  /** Called with the trip under the pointer or with the focus. */
  onPoint: (tripId: string) => void
}

/** The results, grouped by match; more pages on request. */
export function ResultsList(props: ResultsListProps) {
  const { query, ends, answer, byDayPart, more, after, onPoint } = props
  return (
    <div className="grid gap-4 sm:gap-6">
      {groupResults(answer.results, byDayPart).map((group) => (
        <Group
          key={group.match}
          group={group}
          count={answer.matching[group.match]}
          isAll={answer.matching[group.match] === answer.total}
          query={query}
          ends={ends}
          onPoint={onPoint}
        />
      ))}
      <More {...more} />
      {after}
      {answer.total <= FEW && <MayComeLater query={query} />}
    </div>
  )
}

export type MoreProps = {
  /** Number of results that are not shown yet. */
  left: number
  pending: boolean
  failed: boolean
  onMore: () => void
}

/** Button that loads the next page of results; after a failure it stays for a retry. */
export function More({ left, pending, failed, onMore }: MoreProps) {
  if (left <= 0) return null
  return (
    <div className="grid justify-items-center gap-2">
      <p role="status" className="text-muted">
        {failed
          ? 'No pudimos traer más viajes. Intenta de nuevo.'
          : `Faltan ${plural(left, 'viaje', 'viajes')} por mostrar.`}
      </p>
      <Button variant="secondary" pending={pending} pendingText="Cargando…" onClick={onMore}>
        Ver más
      </Button>
    </div>
  )
}

type GroupProps = {
  group: MatchGroup
  /** Number of results on all pages. */
  count: number
  /** Whether these are all trips of the day, whose number is in the strip of days. */
  isAll: boolean
  query: SearchQuery
  ends: readonly ComboItem[]
  onPoint: (tripId: string) => void
}

function Group({ group, count, isAll, query, ends, onPoint }: GroupProps) {
  return (
    <section aria-labelledby={`match-${group.match}`} className="grid gap-1.5 sm:gap-3">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h2 id={`match-${group.match}`} className="text-base sm:text-xl">
          {group.title}
        </h2>
        <p className="text-muted max-sm:text-sm">
          <span className={group.match === 'exact' ? 'sr-only' : undefined}>{group.lead}</span>
          {!isAll && ` ${plural(count, 'viaje', 'viajes')}.`}
        </p>
      </div>
      {group.parts.map((part) => (
        <div key={part.title ?? 'all'} className="grid gap-1.5 sm:gap-3">
          {part.title && <h3 className="text-sm text-muted sm:text-base">{part.title}</h3>}
          <ul className="grid items-start gap-4 md:grid-cols-2 lg:grid-cols-1">
            {part.results.map((result) => (
              <li
                key={result.tripId}
                id={cardId(result.tripId)}
                onPointerEnter={() => onPoint(result.tripId)}
                onFocus={() => onPoint(result.tripId)}
              >
                <ResultCard result={result} query={query} ends={ends} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
