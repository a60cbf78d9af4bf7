import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Banner } from '#web/ui/banner.tsx'

type Result = {
  /** Bookings and trips that it is about, by id. */
  about: readonly string[]
  /** What was done; null where the screen itself says so. */
  said: string | null
}

let latest: Result | null = null
/** Shown once already: who comes back to that screen is not told again. */
const shown = new WeakSet<Result>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells the screen that what this person asked for has happened. */
export function tellResult(about: readonly string[], said: string | null = null): void {
  latest = { about, said }
  for (const listener of listeners) listener()
}

type ActionResultProps = {
  /** The id of the booking or trip. */
  about: string
  /** What says how it stands, if anything does. */
  children?: ReactNode
}

/**
 * Where the result of an action appears: read out when it changes, and when this person caused it
 * also in view and focused. Buttons that did it are gone by then, and the focus with them.
 */
export function ActionResult({ about, children }: ActionResultProps) {
  const now = useSyncExternalStore(
    subscribe,
    () => latest,
    () => null,
  )
  const [before] = useState(() => (latest && shown.has(latest) ? latest : null))
  const result = now !== before && now?.about.includes(about) ? now : null
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!result) return
    shown.add(result)
    // After the dialog that asked: it makes everything else inert, and gives the focus back.
    const frame = requestAnimationFrame(() => box.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [result])
  return (
    <div
      ref={box}
      role="status"
      tabIndex={-1}
      className="grid gap-6 rounded-control outline-none empty:sr-only"
    >
      {result?.said && <Banner tone="ok" live="off" title={result.said} />}
      {children}
    </div>
  )
}
