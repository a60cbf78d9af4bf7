import type { SearchResult } from '#contract/search.ts'
import { km, pesos, plural } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { paymentModeWords } from '#web/lib/trip-words.ts'
import { TripCard } from '#web/ui/trip-card.tsx'
import type { ComboItem } from '#web/ui/use-options.ts'
import { groupResults, type MatchGroup } from './group-results.ts'
import { applyView } from './results-filter.ts'
import { ResultsView, useView } from './results-view.tsx'
import type { SearchQuery } from './search-query.ts'

type ResultsListProps = {
  query: SearchQuery
  ends: readonly ComboItem[]
  results: readonly SearchResult[]
}

/** Every trip found, by how well it matches. */
export function ResultsList({ query, ends, results }: ResultsListProps) {
  const { view, change } = useView()
  const shown = applyView(results, view)
  const groups = groupResults(shown, view.sort === 'salida')
  return (
    <div className="grid gap-6">
      <ResultsView results={results} shown={shown.length} view={view} onChange={change} />
      {groups.map((group) => (
        <Group key={group.match} group={group} query={query} ends={ends} />
      ))}
    </div>
  )
}

type GroupProps = { group: MatchGroup; query: SearchQuery; ends: readonly ComboItem[] }

function Group({ group, query, ends }: GroupProps) {
  const count = group.parts.reduce((sum, part) => sum + part.results.length, 0)
  return (
    <section aria-labelledby={`match-${group.match}`} className="grid gap-3">
      <div>
        <h2 id={`match-${group.match}`} className="text-xl">
          {group.title}
        </h2>
        <p className="text-muted">
          {group.lead} {plural(count, 'viaje', 'viajes')}.
        </p>
      </div>
      {group.parts.map((part) => (
        <div key={part.title ?? 'all'} className="grid gap-3">
          {part.title && <h3 className="text-base text-muted">{part.title}</h3>}
          <ul className="grid items-start gap-4 md:grid-cols-2">
            {part.results.map((result) => (
              <li key={result.tripId}>
                <Result result={result} query={query} ends={ends} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

function badgesOf(result: SearchResult): string[] {
  return [
    ...(result.needsApproval ? ['Por solicitud'] : []),
    ...(result.womenOnly ? ['Solo mujeres'] : []),
    ...(result.pets ? ['Acepta mascotas'] : []),
    ...result.paymentModes.map((mode) => paymentModeWords[mode].title),
  ]
}

type ResultProps = { result: SearchResult; query: SearchQuery; ends: readonly ComboItem[] }

function Result({ result, query, ends }: ResultProps) {
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
        query.seats === 1 ? (
          'por cupo'
        ) : (
          <>
            por cupo
            <br />
            {pesos(result.price * query.seats)} por {query.seats}
          </>
        )
      }
      driver={result.driver}
      seatsLeft={result.seatsLeft}
      seatsTotal={Math.max(result.seatsLeft, 1)}
      instant={!result.needsApproval}
      badges={badgesOf(result)}
      full={result.seatsLeft < query.seats}
    />
  )
}
