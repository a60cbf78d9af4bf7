import type { TripEarnings } from '#contract/wallet.ts'
import { api } from '#web/lib/api.ts'
import { unlisted } from '#web/lib/brand.ts'
import { date, dayAndTime, pesos } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { useRead } from '#web/lib/use-read.ts'
import { withdrawalKeys, withdrawalPaths } from '#web/shared/withdrawals/withdrawal-links.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { Card, CardSection } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { EarningsSummary, TripRow } from './earnings-summary.tsx'

export const meta = unlisted('Ganancias')

/** What a driver earned and will earn, less commission; the first action is to withdraw it. */
export default function Earnings() {
  const [answer, pager] = usePages(
    (page) => ['wallet', 'earnings', page],
    (query, signal) => api.wallet.earnings({ query, signal }),
  )
  const { data } = answer
  return (
    <Page title="Ganancias" lead="Lo que ganas con tus viajes, ya sin la comisión de Cupo.">
      {!data && <QueryState query={answer} what="tus ganancias" rows={3} />}
      {data && (
        <>
          <EarningsSummary earnings={data} action={<Withdrawable />} />
          {data.weeks.some(({ net }) => net !== 0) && (
            <Card>
              <BarChart
                title="Tus últimas ocho semanas"
                one="Semana desde"
                bars={data.weeks.map(({ since }) => date(since))}
                series={[{ name: 'Ganancias', values: data.weeks.map(({ net }) => net) }]}
                write={pesos}
              />
            </Card>
          )}
          <CardSection title="Por viaje">
            <Trips trips={data.trips} />
            <Pager {...pager} of="viajes" />
          </CardSection>
        </>
      )}
    </Page>
  )
}

/** Money of the whole wallet that can be withdrawn now, with the page's main action. */
function Withdrawable() {
  const { data } = useRead(withdrawalKeys.list(1), (signal) =>
    api.withdrawals.list({ query: { page: 1 }, signal }),
  )
  const next = data?.sum.next
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4 sm:col-span-2">
      <p className="min-w-0 flex-1 basis-52 text-muted">
        De tu billetera puedes retirar{' '}
        {data ? <PesoAmount value={data.sum.withdrawable} className="text-ink" /> : '…'}, con lo que
        quede de tus recargas
        {next && `; ${pesos(next.pesos)} más desde ${dayAndTime(next.at)}`}
      </p>
      <ButtonLink to={withdrawalPaths.withdraw}>Retirar</ButtonLink>
    </Card>
  )
}

function Trips({ trips }: { trips: readonly TripEarnings[] }) {
  if (trips.length === 0) {
    return (
      <EmptyState
        region="llano"
        title="Todavía no tienes ganancias"
        action={<ButtonLink to={paths.publish()}>Publicar viaje</ButtonLink>}
      >
        Aquí verás lo que ganas por cada viaje cuando alguien reserve.
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
