import type { WantedSeat } from '#contract/ride-requests.ts'
import { dayAndTime, pesos, plural, seats as seatsText } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { useInvite, useTripDemand } from '#web/shared/demand/ride-requests/use-demand.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'

/** People who look for seats along this trip; nothing without them or after a failure. */
export function TripDemand({ tripId }: { tripId: string }) {
  const { data } = useTripDemand(tripId)
  const invite = useInvite(tripId)
  if (!data || (data.wanted.length === 0 && data.alerted === 0)) return null
  return (
    <CardSection title={<span id="demanda">Buscan cupo por tu camino</span>}>
      {data.wanted.length > 0 && (
        <ul aria-label="Personas que buscan cupo" className="grid divide-y divide-line">
          {data.wanted.map((wanted) => (
            <Row
              key={wanted.rideRequestId}
              wanted={wanted}
              pending={invite.isPending && invite.variables === wanted.rideRequestId}
              error={invite.variables === wanted.rideRequestId ? invite.error : null}
              onInvite={() => invite.mutate(wanted.rideRequestId)}
            />
          ))}
        </ul>
      )}
      {data.alerted > 0 && (
        <p className="text-sm text-muted">
          Avisamos de tu viaje a {plural(data.alerted, 'persona más', 'personas más')} con una
          alerta para este camino.
        </p>
      )}
    </CardSection>
  )
}

type RowProps = { wanted: WantedSeat; pending: boolean; error: unknown; onInvite: () => void }

function Row({ wanted, pending, error, onInvite }: RowProps) {
  const { passenger, from, to, seats, maxPrice } = wanted
  return (
    <li className="grid gap-3 py-4 first:pt-0">
      <div
        className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2
          sm:grid-cols-[auto_minmax(0,1fr)_auto]"
      >
        <Avatar name={passenger.name} photoUrl={passenger.photoUrl} />
        <div className="min-w-0">
          <Link to={paths.person(passenger.id)} className="wrap-anywhere">
            {passenger.name}
          </Link>
          <p className="text-sm">
            {from.name} → {to.name}
          </p>
          <p className="text-sm text-muted">
            {seatsText(seats)} · ofrece hasta {pesos(maxPrice)} por cupo · pasas{' '}
            {dayAndTime(wanted.boardsAt)}
          </p>
        </div>
        <div className="col-start-2 sm:col-start-3 sm:self-start">
          <Answer {...{ wanted, pending, onInvite }} />
        </div>
      </div>
      <ErrorBanner error={error} />
    </li>
  )
}

function Answer({ wanted, pending, onInvite }: Omit<RowProps, 'error'>) {
  if (wanted.invited) return <StatusPill tone="ok">Ya le avisamos</StatusPill>
  if (wanted.refusal === 'seats') return <StatusPill tone="neutral">No hay tantos cupos</StatusPill>
  if (wanted.refusal === 'price') {
    return <StatusPill tone="neutral">Tu precio: {pesos(wanted.price)}</StatusPill>
  }
  const { name } = wanted.passenger
  return (
    <Button size="sm" pending={pending} aria-label={`Invitar a ${name}`} onClick={onInvite}>
      Invitar
    </Button>
  )
}
