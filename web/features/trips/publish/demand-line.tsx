import { rideRequestLinks } from '#web/domain/ride-requests/ride-request-links.ts'
import { useDemand } from '#web/domain/ride-requests/use-demand.ts'
import { plural, relativeDay } from '#web/lib/format.ts'
import { Link } from '#web/ui/link.tsx'

type DemandLineProps = { from: string; to: string; date: string; way: string }

/** "9 personas buscan Ibagué → Bogotá el viernes"; renders nothing while there is no request. */
export function DemandLine({ from, to, date, way }: DemandLineProps) {
  const { data } = useDemand({ from, to, date })
  if (!data || data.people === 0) return null
  const day = relativeDay(date).toLocaleLowerCase('es-CO')
  const wanted = { from, to, date }
  const who = plural(data.people, 'persona busca', 'personas buscan')
  return (
    <p role="status">
      <strong>{who}</strong> cupo por el camino {way}, {day}.{' '}
      <Link to={rideRequestLinks.demand(wanted)}>Ver qué buscan</Link>
    </p>
  )
}
