import { Navigation } from 'lucide-react'
import { type ButtonSize, type ButtonVariant, buttonClass, iconSizes } from '#web/ui/button.tsx'
import { directionsTo } from './directions.ts'

type WayThereProps = {
  point: { name: string; lat: number; lng: number }
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string | undefined
}

/** A link that looks like a button, and opens the way to a point in a map app. */
export function WayThere({ point, variant = 'secondary', size = 'sm', className }: WayThereProps) {
  return (
    <a
      href={directionsTo(point)}
      target="_blank"
      rel="noreferrer"
      className={buttonClass(variant, size, className)}
    >
      <Navigation className={iconSizes[size]} />
      <span>
        Cómo llegar<span className="sr-only"> a {point.name}</span>
      </span>
    </a>
  )
}
