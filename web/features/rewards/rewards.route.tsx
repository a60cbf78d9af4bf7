import { useQuery } from '@tanstack/react-query'
import { Coins } from 'lucide-react'
import { rewardKeys, rewardPaths } from '#web/domain/rewards/reward-links.ts'
import { api } from '#web/lib/api.ts'
import { number } from '#web/lib/format.ts'
import { Card, CardSection } from '#web/ui/card.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { CardPath } from './card-path.tsx'
import { Catalogue } from './catalogue.tsx'
import { MyCodes } from './my-codes.tsx'
import { PointMovements } from './point-movements.tsx'
import { points } from './reward-words.ts'

export const meta = () => [{ title: 'Recompensas · Cupo' }, { name: 'robots', content: 'noindex' }]

type Overview = Awaited<ReturnType<typeof api.rewards.overview>>

/** The person's points, card, redeemable rewards, codes and movements. */
export default function Rewards() {
  const answer = useQuery({
    queryKey: rewardKeys.overview(),
    queryFn: ({ signal }) => api.rewards.overview({ signal }),
  })
  return (
    <Page title="Recompensas" lead="Tus viajes suman puntos, y los puntos se canjean.">
      {answer.isPending && <SkeletonList rows={3} rowClass="h-40" />}
      {answer.isError && !answer.data && (
        <LoadFailed
          what="tus recompensas"
          error={answer.error}
          onRetry={() => void answer.refetch()}
          retrying={answer.isFetching}
        />
      )}
      {answer.data && <Shown overview={answer.data} />}
    </Page>
  )
}

function Shown({ overview }: { overview: Overview }) {
  const { earning, card, rewards } = overview
  return (
    <>
      <Balance points={overview.points} />
      <CardPath progress={card} />
      <Catalogue rewards={rewards} points={overview.points} hasGold={card.next === 'gold'} />
      <MyCodes />
      <Earning earning={earning} />
      <PointMovements />
    </>
  )
}

function Balance({ points: count }: { points: number }) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div className="flex items-center gap-4">
        <span
          aria-hidden="true"
          className="grid size-14 shrink-0 place-items-center rounded-full bg-maiz text-on-maiz"
        >
          <Coins className="size-7" />
        </span>
        <div>
          <h2 className="text-base font-normal text-muted">Tus puntos</h2>
          <p className="tnum font-display text-4xl font-extrabold">{number(count)}</p>
        </div>
      </div>
      <ButtonLink to={rewardPaths.invite} variant="secondary">
        Invitar y ganar puntos
      </ButtonLink>
    </Card>
  )
}

function Earning({ earning }: Pick<Overview, 'earning'>) {
  const rows = [
    ['Viaje completado como pasajero', points(earning.passengerTrip)],
    ['Reserva completada en tu carro', points(earning.driverTrip)],
    ['Cada kilo de CO₂ que evita ese cupo', points(earning.perKgCo2)],
    ['Invitar a alguien que hace su primer viaje', points(earning.referrer)],
    ['Llegar por una invitación y viajar', points(earning.friend)],
  ] as const
  return (
    <CardSection title="Cómo se ganan">
      <dl className="divide-y divide-line">
        {rows.map(([term, value]) => (
          <div key={term} className="flex items-baseline justify-between gap-4 py-2">
            <dt className="min-w-0">{term}</dt>
            <dd className="tnum shrink-0 font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-muted">
        Los puntos llegan cuando termina el viaje y pasa el tiempo para reclamar. Cuentan los viajes
        en los que se registró el tiquete o el código, o el pasajero dijo “Ya voy a bordo”. No son
        dinero ni se cambian por dinero.
      </p>
    </CardSection>
  )
}
