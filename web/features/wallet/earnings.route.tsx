import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { EarningSum, TripEarnings } from '#contract/wallet.ts'
import { withdrawalKeys, withdrawalPaths } from '#web/domain/withdrawals/withdrawal-links.ts'
import { api } from '#web/lib/api.ts'
import { dateTime, pesos, plainDay } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Card, CardSection } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'

export const meta = () => [{ title: 'Ganancias · Cupo' }, { name: 'robots', content: 'noindex' }]

/** What a driver earned and will earn, less commission; the first action is to withdraw it. */
export default function Earnings() {
  const [page, setPage] = useState(1)
  const answer = useQuery({
    queryKey: ['wallet', 'earnings', page],
    queryFn: ({ signal }) => api.wallet.earnings({ query: { page }, signal }),
    placeholderData: keepPreviousData,
  })
  const { data } = answer
  return (
    <Page title="Ganancias" lead="Lo que recibes por tus viajes, ya sin la comisión de Cupo.">
      <Withdrawable />
      {!data && <QueryState query={answer} what="tus ganancias" rows={3} />}
      {data && (
        <>
          <section aria-label="Resumen" className="grid gap-4 sm:grid-cols-2">
            <Sum title="Esta semana" note={`Desde el ${dayOf(data.week.since)}`} sum={data.week} />
            <Sum title="Este mes" note={`Desde el ${dayOf(data.month.since)}`} sum={data.month} />
            <Sum
              title="Por venir"
              note={
                data.toCome.gross > 0
                  ? 'Reservas confirmadas; se pagan cuando el pasajero sube'
                  : 'Sin reservas por pagar'
              }
              sum={data.toCome}
            />
            <Sum
              title="En reclamo"
              note={
                data.disputed.gross > 0
                  ? 'El equipo decide; hasta entonces no se retira'
                  : 'Sin reclamos abiertos'
              }
              sum={data.disputed}
            />
          </section>
          <CardSection title="Por viaje">
            <Trips trips={data.trips} />
            <Pager
              page={page}
              totalPages={data.totalPages}
              onPage={setPage}
              of="viajes"
              busy={answer.isPlaceholderData}
            />
          </CardSection>
        </>
      )}
    </Page>
  )
}

const dayOf = (date: string) => plainDay(`${date}T12:00:00-05:00`)

/** Money that can be withdrawn now, with the page's main action. */
function Withdrawable() {
  const { data } = useQuery({
    queryKey: withdrawalKeys.list(1),
    queryFn: ({ signal }) => api.withdrawals.list({ query: { page: 1 }, signal }),
  })
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div>
        <p className="text-muted">Puedes retirar</p>
        {data ? <PesoAmount value={data.sum.withdrawable} size="xl" /> : <p>…</p>}
      </div>
      <ButtonLink to={withdrawalPaths.withdraw}>Retirar</ButtonLink>
    </Card>
  )
}

/** Net money with its title; gross, commission and cash below it. */
function Sum({ title, note, sum }: { title: string; note: string; sum: EarningSum }) {
  return (
    <Card>
      <h2 className="font-sans text-base font-semibold tracking-normal">{title}</h2>
      <PesoAmount value={sum.net} size="lg" />
      <p className="text-sm text-muted">{note}</p>
      {sum.gross !== 0 && <p className="mt-1 text-sm">{partsText(sum)}</p>}
    </Card>
  )
}

function partsText({ gross, commission, cash }: EarningSum): string {
  const direct = cash > 0 ? ` De eso, ${pesos(cash)} te los pagan en efectivo.` : ''
  return `Pasajes ${pesos(gross)}, menos ${pesos(commission)} de comisión.${direct}`
}

function Trips({ trips }: { trips: readonly TripEarnings[] }) {
  if (trips.length === 0) {
    return (
      <EmptyState
        region="llano"
        title="Todavía no tienes ganancias"
        action={<ButtonLink to={paths.publish()}>Publicar viaje</ButtonLink>}
      >
        Aquí verás lo que recibes por cada viaje cuando alguien reserve.
      </EmptyState>
    )
  }
  return (
    <ul className="divide-y divide-line">
      {trips.map((trip) => (
        <TripRow key={trip.tripId} trip={trip} />
      ))}
    </ul>
  )
}

const plus = (a: EarningSum, b: EarningSum): EarningSum => ({
  net: a.net + b.net,
  gross: a.gross + b.gross,
  commission: a.commission + b.commission,
  cash: a.cash + b.cash,
})

function TripRow({ trip }: { trip: TripEarnings }) {
  const { tripId, from, to, departsAt, earned, toCome, disputed } = trip
  const total = plus(plus(earned, toCome), disputed)
  return (
    <li className="grid gap-1 py-3 first:pt-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Link to={paths.ownTrip(tripId)} className="min-w-0 break-words">
          {from} → {to}
        </Link>
        <PesoAmount value={total.net} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-sm text-muted">{dateTime(departsAt)}</p>
        <span className="flex flex-wrap gap-2">
          {toCome.net !== 0 && (
            <StatusPill tone="warn">{labelled('Por venir', toCome, total)}</StatusPill>
          )}
          {disputed.net !== 0 && (
            <StatusPill tone="urgent">{labelled('En reclamo', disputed, total)}</StatusPill>
          )}
        </span>
      </div>
      <Detail sum={total} of={`${from} → ${to}, ${dateTime(departsAt)}`} />
    </li>
  )
}

/** The label of a part, with its sum unless it is all of the trip's money. */
function labelled(label: string, part: EarningSum, total: EarningSum): string {
  return part.net === total.net ? label : `${label}: ${pesos(part.net)}`
}

function Detail({ sum, of }: { sum: EarningSum; of: string }) {
  const rows: [string, ReactNode][] = [
    ['Pasajes', pesos(sum.gross)],
    ['Comisión de Cupo', `− ${pesos(sum.commission)}`],
    ['Recibes', pesos(sum.net)],
  ]
  if (sum.cash > 0) rows.push(['De eso, en efectivo', pesos(sum.cash)])
  return (
    <details>
      <summary className="flex min-h-11 w-fit items-center text-sm font-semibold text-bosque">
        Ver el detalle
        <span className="sr-only"> de {of}</span>
      </summary>
      <dl className="max-w-sm">
        {rows.map(([term, value]) => (
          <div key={term} className="flex justify-between gap-4 py-1 text-sm">
            <dt className="text-muted">{term}</dt>
            <dd className="tnum font-semibold whitespace-nowrap">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
