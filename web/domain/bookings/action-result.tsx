import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Banner } from '#web/ui/banner.tsx'

type Result = {
  /** Ids of the bookings and trips that it is about. */
  about: readonly string[]
  /** What was done; null where the screen itself says so. */
  said: string | null
}

let latest: Result | null = null
/** Results that were already shown: they are not shown again on a later visit. */
const shown = new WeakSet<Result>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Publishes the result of an action of this person. */
export function tellResult(about: readonly string[], said: string | null = null): void {
  latest = { about, said }
  for (const listener of listeners) listener()
}

type ActionResultProps = {
  /** The id of the booking or trip. */
  about: string
  /** The notice of the current state, if there is one. */
  children?: ReactNode
}

/**
 * Live region for the result of an action. A result of this person's own action is also scrolled
 * into view and focused: the button that had the focus no longer exists.
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
    // One frame later the dialog has closed: it makes the page inert, and restores the focus.
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
