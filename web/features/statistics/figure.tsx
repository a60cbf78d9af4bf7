import type { ReactNode } from 'react'
import { number } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'

type FigureProps = {
  label: string
  value: ReactNode
  /** Values of this period and of the previous one; the change is shown if both are given. */
  now?: number
  before?: number
  /** A line below the value, for a figure without such a change. */
  note?: string
  write?: (value: number) => string
}

/** The change from the previous period in words: a sign alone is unclear in a screen reader. */
function changeOf(now: number, before: number, write: (value: number) => string): string {
  if (before === 0) return now === 0 ? 'Igual que antes' : `Antes ${write(0)}`
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return `Igual que antes (${write(before)})`
  return `${Math.abs(percent)} % ${percent > 0 ? 'más' : 'menos'} que antes (${write(before)})`
}

/** One figure with its name, and its change from the previous period. */
export function Figure({ label, value, now, before, note, write = number }: FigureProps) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="tnum text-2xl font-bold wrap-anywhere">{value}</dd>
      {note && <dd className="tnum text-sm text-muted">{note}</dd>}
      {now !== undefined && before !== undefined && (
        <dd className="tnum text-sm text-muted">{changeOf(now, before, write)}</dd>
      )}
    </div>
  )
}

/** Figures beside each other, as many as fit. */
export function Figures({ children }: { children: ReactNode }) {
  const columns = 'grid-cols-[repeat(auto-fill,minmax(min(100%,11rem),1fr))]'
  return <dl className={cx('grid gap-4', columns)}>{children}</dl>
}
