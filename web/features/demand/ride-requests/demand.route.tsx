import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { DemandRow } from '#contract/ride-requests.ts'
import { RouteFields } from '#web/features/demand/route-fields.tsx'
import { unlisted } from '#web/lib/brand.ts'
import { pesos, plural, relativeDay, seats as seatsText, today } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { rideRequestLinks } from '#web/shared/demand/ride-requests/ride-request-links.ts'
import { type DemandQuery, useDemand } from '#web/shared/demand/ride-requests/use-demand.ts'
import { placesByIds } from '#web/shared/places/load-places.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { ComboItem } from '#web/ui/combo-item.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Form } from '#web/ui/form.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'

export const meta = unlisted('Quién busca cupo')

const PLACE = /^\d{5}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Reads route and day from the address; empty for the whole country. */
function readQuery(params: URLSearchParams): DemandQuery {
  const [from = '', to = ''] = [params.get('from') ?? '', params.get('to') ?? '']
  if (!PLACE.test(from) || !PLACE.test(to) || from === to) return {}
  const date = params.get('date') ?? ''
  return { from, to, date: DAY.test(date) ? date : today() }
}

export default function Demand() {
  const [params] = useSearchParams()
  const query = readQuery(params)
  const ids = query.from && query.to ? [query.from, query.to] : []
  const places = useRead(queryKeys.places(ids), () => placesByIds(ids), {
    enabled: ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [from = null, to = null] = ids.map(
    (id) => places.data?.find((place) => place.id === id) ?? null,
  )
  return (
    <Page
      title="Quién busca cupo"
      lead="Publica por donde te esperan. A quien te sirva lo invitas desde tu viaje."
    >
      {ids.length === 0 || places.data ? (
        <Filter key={ids.join()} from={from} to={to} date={query.date ?? today()} />
      ) : (
        places.isPending && <Skeleton className="h-92 sm:h-52" />
      )}
      <Answer query={query} />
    </Page>
  )
}

type FilterProps = { from: ComboItem | null; to: ComboItem | null; date: string }

function Filter(initial: FilterProps) {
  const [, setParams] = useSearchParams()
  const [{ from, to, date }, setDraft] = useState(initial)
  const submit = () => {
    if (from && to && from.id !== to.id) setParams({ from: from.id, to: to.id, date })
  }
  const change = (next: Partial<FilterProps>) => setDraft((before) => ({ ...before, ...next }))
  return (
    <Card>
      <Form onSend={submit} className="grid gap-4 sm:grid-cols-2">
        <RouteFields ends={{ from, to }} onChange={change} />
        <TextField
          label="Día"
          type="date"
          min={today()}
          value={date}
          onChange={(event) => change({ date: event.target.value })}
        />
        <div className="grid content-end">
          <Button type="submit" disabled={!from || !to || from.id === to.id}>
            Ver mi camino
          </Button>
        </div>
      </Form>
    </Card>
  )
}

function Answer({ query }: { query: DemandQuery }) {
  const answer = useDemand(query)
  if (!answer.data)
    return <QueryState query={answer} what="quién busca cupo" rows={3} rowClass="h-24" />
  const { people, rows } = answer.data
  if (rows.length === 0) {
    return (
      <EmptyState
        region="llano"
        title="Nadie busca cupo por ahí todavía"
        action={<ButtonLink to={paths.publish(query)}>Publicar viaje</ButtonLink>}
      >
        Publica igual: avisamos a quien cree una alerta para tu camino.
      </EmptyState>
    )
  }
  return (
    <section aria-label="Lo que buscan" className="grid gap-3">
      <div role="status">
        <h2 className="text-xl">
          {query.from
            ? `${plural(people, 'persona busca', 'personas buscan')} por tu camino`
            : 'Lo más buscado en los próximos días'}
        </h2>
      </div>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {rows.map((row) => (
          <li key={`${row.from.placeId}${row.to.placeId}${row.date}`}>
            <Row row={row} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Row({ row }: { row: DemandRow }) {
  const { from, to, date, people, seats, maxPrice } = row
  const search = { from: from.placeId, to: to.placeId, date }
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h3 className="text-lg break-words">
          <Link to={rideRequestLinks.demand(search)}>
            {from.name} → {to.name}
          </Link>
        </h3>
        <p>
          {relativeDay(date)} · {plural(people, 'persona', 'personas')}, {seatsText(seats)}
        </p>
        {maxPrice !== null && (
          <p className="text-sm text-muted">Ofrecen hasta {pesos(maxPrice)} por cupo</p>
        )}
      </div>
      <ButtonLink size="sm" variant="secondary" to={paths.publish(search)}>
        Publicar este viaje
      </ButtonLink>
    </Card>
  )
}
