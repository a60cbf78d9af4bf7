import { type ReactNode, useEffect } from 'react'
import { deviceNow } from '#web/lib/clock.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Key } from './desk-keys.tsx'

type Undoable = {
  id: string
  /** What was decided about whom. */
  words: ReactNode
  /** What happens when the seconds are over: "Se aplica", "Sale". */
  effect: string
  secondsLeft: number
  onUndo: () => void
  /** Another button before the one that undoes. */
  other?: ReactNode
}

type UndoBarProps = {
  items: readonly Undoable[]
  /** Device time at which `secondsLeft` was read. */
  loadedAt: number
  /** The call that takes a decision back. */
  undo: { isPending: boolean; error: Error | null }
  /** Called when the seconds of an item are over. */
  onOver: () => void
}

/** The viewer's decisions of the last 30 seconds, each with the seconds that are left. */
export function UndoBar({ items, loadedAt, undo: { isPending, error }, onOver }: UndoBarProps) {
  const now = useNow(1_000, items.length > 0, deviceNow)
  const left = ({ secondsLeft }: Undoable) =>
    secondsLeft - Math.max(0, Math.floor((now - loadedAt) / 1000))
  const open = items.filter((each) => left(each) > 0)
  const isOver = open.length < items.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is over.
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver])
  return (
    <div role="status" className="grid gap-2 empty:hidden">
      {error && <ErrorBanner error={error} />}
      {open.map((item) => (
        <div
          key={item.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control
            bg-rio-soft px-4 py-2"
        >
          <p className="min-w-0 wrap-anywhere">
            {item.words}{' '}
            <span aria-hidden="true" className="tnum text-sm">
              {item.effect} en {left(item)} s
            </span>
          </p>
          <div className="flex flex-wrap gap-2">
            {item.other}
            <Button variant="secondary" size="sm" disabled={isPending} onClick={item.onUndo}>
              Deshacer <Key of="z" />
            </Button>
          </div>
        </div>
      ))}
    </div>
  )
}
