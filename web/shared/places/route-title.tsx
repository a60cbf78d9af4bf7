import type { CSSProperties } from 'react'
import { cx } from '#web/ui/cx.ts'

/** Sets how many letters the longest word of a name has, for the style `.place-name`. */
export function wordLength(name: string): CSSProperties {
  const letters = Math.max(...name.split(/[\s-]+/).map((word) => word.length), 1)
  return { '--letters': letters } as CSSProperties
}

type RouteTitleProps = { from: string; to: string; className?: string }

/**
 * Both cities of a route. In a narrow column they stand below each other, and a long name gets
 * smaller instead of breaking within the word.
 */
export function RouteTitle({ from, to, className }: RouteTitleProps) {
  return (
    <span className={cx('@container block', className)}>
      <span className="place-name inline-block" style={wordLength(from)}>
        {from}
      </span>{' '}
      <span className="place-name inline-block" style={wordLength(`→ ${to}`)}>
        → {to}
      </span>
    </span>
  )
}
