import type { ReactNode } from 'react'

/** A label with its value. */
export type Fact = readonly [label: string, value: ReactNode]

type FactsProps = { facts: readonly Fact[]; className?: string }

/** List of labels and values; a fact without a value is left out. */
export function Facts({ facts, className = 'grid gap-3 sm:grid-cols-2' }: FactsProps) {
  return (
    <dl className={className}>
      {facts
        .filter(([, value]) => value || value === 0)
        .map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
