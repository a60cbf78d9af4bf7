import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** A label with its value. */
export type Fact = readonly [label: string, value: ReactNode]

type FactsProps = {
  facts: readonly Fact[]
  className?: string
  /** `lines`: the value at the end of the line of its label. */
  look?: 'lines'
}

/** List of labels and values; a fact without a value is left out. */
export function Facts({ facts, look, className }: FactsProps) {
  const isLines = look === 'lines'
  const usual = isLines ? 'tnum grid gap-1' : 'grid gap-3 sm:grid-cols-2'
  return (
    <dl className={className ?? usual}>
      {facts
        .filter(([, value]) => value || value === 0)
        .map(([label, value]) => (
          <div
            key={label}
            className={cx('min-w-0', isLines && 'flex flex-wrap justify-between gap-x-3')}
          >
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
