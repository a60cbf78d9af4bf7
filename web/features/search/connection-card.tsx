import { Repeat2 } from 'lucide-react'
import { use } from 'react'
import type { Connection } from '#contract/connections.ts'
import { calendarDate, duration, durationBetween, pesos, time } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { RatingLine } from '#web/shared/ratings/rating-line.tsx'
import { RouteLine } from '#web/shared/trips/route-line.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { Today } from './today.ts'

type ConnectionCardProps = { connection: Connection; seats: number }

/** A trip with one change of car: both cars, the change between them, and one price. */
export function ConnectionCard({ connection, seats }: ConnectionCardProps) {
  const { parts, changeAt, changeMinutes, slack, departsAt, arrivesAt, price } = connection
  const [one, two] = parts
  const now = use(Today)
  const hours = `${time(departsAt)} → ${time(arrivesAt)}`
  return (
    <article
      aria-label={`De ${one.from.name} a ${two.to.name} con cambio en ${changeAt.name}, ${hours}`}
      className="rounded-card border border-line bg-surface p-4 shadow-card"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <p className="min-w-0">
          <span className="tnum block font-bold sm:text-lg">{hours}</span>
          <span className="text-sm text-muted">
            {durationBetween(departsAt, arrivesAt)}
            {calendarDate(departsAt) !== calendarDate(arrivesAt) &&
              ` · llega ${calendarDate(departsAt) === now ? 'mañana' : 'al día siguiente'}`}
          </span>
        </p>
        <p className="ml-auto shrink-0 text-right text-sm text-muted">
          <PesoAmount value={price} size="xl" className="block text-xl! text-ink sm:text-2xl!" />
          por cupo
          {seats > 1 && ` · ${pesos(price * seats)} por ${seats}`}
        </p>
      </div>
      <RouteLine
        className="mt-3"
        stops={[
          { name: one.from.name, at: departsAt, detail: <Driver part={one} /> },
          { name: changeAt.name, at: one.arrivesAt, detail: changeAt.point.name },
          {
            name: changeAt.name,
            at: two.departsAt,
            detail: (
              <>
                <span className="flex gap-1.5 text-ink">
                  <Repeat2 aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bosque" />
                  {duration(changeMinutes)} para cambiar de carro, en el mismo punto
                  {slack === 'ample' && ' y con tiempo de sobra'}
                </span>
                <Driver part={two} />
              </>
            ),
          },
          { name: two.to.name, at: arrivesAt },
        ]}
      />
      <div className="mt-3 grid gap-3 border-t border-line pt-3">
        <p className="text-sm">
          Un solo boleto. Si el primero se atrasa o no sale, el segundo no te cuesta nada.
        </p>
        <ButtonLink
          className="sm:justify-self-end"
          aria-label={`Reservar los dos: sale ${time(departsAt)}, llega ${time(arrivesAt)}`}
          to={paths.bookConnection(parts, changeAt.point.id, seats)}
        >
          Reservar los dos
        </ButtonLink>
      </div>
    </article>
  )
}

function Driver({ part: { driver } }: { part: Connection['parts'][number] }) {
  return (
    <span className="block">
      con <span className="font-semibold text-ink">{driver.name.split(' ')[0]}</span> ·{' '}
      <RatingLine rating={driver.rating} />
    </span>
  )
}
