import type { LucideIcon } from 'lucide-react'
import { Card } from './card.tsx'

type PointCardsProps = {
  points: readonly { Icon: LucideIcon; title: string; text: string }[]
  /** Classes of the grid. */
  className?: string
}

/** Grid of cards, one for each point. */
export function PointCards({
  points,
  className = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3',
}: PointCardsProps) {
  return (
    <ul className={className}>
      {points.map(({ Icon, title, text }) => (
        <li key={title}>
          <Card className="h-full">
            <Icon className="size-8 text-bosque" />
            <h3 className="mt-3 text-xl">{title}</h3>
            <p className="mt-2 text-muted">{text}</p>
          </Card>
        </li>
      ))}
    </ul>
  )
}
