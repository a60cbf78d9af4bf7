import type { ReactNode } from 'react'
import { number } from '#web/lib/format.ts'

type FigureProps = {
  label: string
  value: ReactNode
  /** Values of this period and of the previous one; the change is shown if both are given. */
  now?: number
  before?: number
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
export function Figure({ label, value, now, before, write = number }: FigureProps) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="tnum text-2xl font-bold wrap-anywhere">{value}</dd>
      {now !== undefined && before !== undefined && (
        <dd className="tnum text-sm text-muted">{changeOf(now, before, write)}</dd>
      )}
    </div>
  )
}

/** Figures beside each other, as many as fit. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">{children}</dl>
}
