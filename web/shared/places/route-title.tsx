import type { CSSProperties } from 'react'

/** Sets how many letters the longest word of a name has, for the style `.place-name`. */
export function wordLength(name: string): CSSProperties {
  const letters = Math.max(...name.split(/[\s-]+/).map((word) => word.length), 1)
  return { '--letters': letters } as CSSProperties
}

/**
 * Both cities of a route. In a narrow column they stand below each other, and a long name gets
 * smaller instead of breaking within the word.
 */
export function RouteTitle({ from, to }: { from: string; to: string }) {
  return (
    <span className="@container block">
      <span className="place-name inline-block" style={wordLength(from)}>
        {from}
      </span>{' '}
      <span className="place-name inline-block" style={wordLength(`→ ${to}`)}>
        → {to}
      </span>
    </span>
  )
}
