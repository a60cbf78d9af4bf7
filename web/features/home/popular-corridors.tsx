import { MoveRight } from 'lucide-react'
import { paths } from '#web/lib/paths.ts'
import { PlainLink } from '#web/ui/link.tsx'

/* The busiest pairs of the national roads, with their DIVIPOLA codes. */
const corridors = [
  { from: { id: '11001', name: 'Bogotá' }, to: { id: '73001', name: 'Ibagué' } },
  { from: { id: '05001', name: 'Medellín' }, to: { id: '17001', name: 'Manizales' } },
  { from: { id: '76001', name: 'Cali' }, to: { id: '66001', name: 'Pereira' } },
  { from: { id: '11001', name: 'Bogotá' }, to: { id: '50001', name: 'Villavicencio' } },
] as const

/** Shortcuts to a search for today. */
export function PopularCorridors() {
  return (
    <nav
      aria-label="Rutas frecuentes"
      className="rounded-card border border-line bg-surface p-3 shadow-card"
    >
      <ul className="flex flex-wrap gap-x-1">
        {corridors.map(({ from, to }) => (
          <li key={`${from.id}-${to.id}`}>
            <PlainLink
              to={paths.search({ from: from.id, to: to.id })}
              className="inline-flex min-h-11 items-center gap-1.5 rounded-control px-2.5 text-sm
                font-semibold hover:bg-bosque-soft"
            >
              {from.name}
              <MoveRight aria-label="a" className="size-4 text-bosque" />
              {to.name}
            </PlainLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
