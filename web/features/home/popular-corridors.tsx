import { MoveRight } from 'lucide-react'
import { paths } from '#web/lib/paths.ts'
import { PlainLink } from '#web/ui/link.tsx'

/* The busiest pairs of cities on national roads, as the names in the addresses of their pages. */
const corridors = [
  { from: { slug: 'bogota', name: 'Bogotá' }, to: { slug: 'ibague', name: 'Ibagué' } },
  { from: { slug: 'medellin', name: 'Medellín' }, to: { slug: 'manizales', name: 'Manizales' } },
  { from: { slug: 'cali', name: 'Cali' }, to: { slug: 'pereira', name: 'Pereira' } },
  {
    from: { slug: 'bogota', name: 'Bogotá' },
    to: { slug: 'villavicencio', name: 'Villavicencio' },
  },
] as const

const look =
  'inline-flex min-h-11 items-center gap-1.5 rounded-control px-2.5 text-sm font-semibold ' +
  'hover:bg-bosque-soft'

/** Links to the most travelled corridors, and to the list of all. */
export function PopularCorridors() {
  return (
    <nav
      aria-label="Rutas frecuentes"
      className="rounded-card border border-line bg-surface p-3 shadow-card"
    >
      <ul className="flex flex-wrap gap-x-1">
        {corridors.map(({ from, to }) => (
          <li key={`${from.slug}-${to.slug}`}>
            <PlainLink to={paths.corridor(from.slug, to.slug)} className={look}>
              {from.name}
              <MoveRight aria-label="a" className="size-4 text-bosque" />
              {to.name}
            </PlainLink>
          </li>
        ))}
        <li>
          <PlainLink to={paths.corridors()} className={`${look} text-bosque underline`}>
            Todas las rutas
          </PlainLink>
        </li>
      </ul>
    </nav>
  )
}
