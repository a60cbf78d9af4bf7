import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Banner } from '#web/ui/banner.tsx'

type Result = {
  /** Ids of the affected bookings and trips. */
  about: readonly string[]
  /** Text of the result; null when the screen itself shows the result. */
  said: string | null
}

let latest: Result | null = null
/** Results that were already shown, so that a later visit does not show them again. */
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
  /** Id of the booking or trip that this screen shows. */
  about: string
  children?: ReactNode
}

/** Live region for the result of an action; focused, because the pressed button is gone. */
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
    // Wait one frame: an open dialog makes the page inert, and restores the focus when it closes.
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
