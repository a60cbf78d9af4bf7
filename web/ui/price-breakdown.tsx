import type { ReactNode } from 'react'
import { pesos } from '#web/lib/format.ts'
import { cx } from './cx.ts'

type PriceLine = {
  label: string
  /** Whole pesos; negative lines are discounts or what leaves the wallet. */
  pesos: number
  detail?: ReactNode
}

type PriceBreakdownProps = {
  lines: readonly PriceLine[]
  totalLabel?: string
  /** Must be the sum of the lines; when absent it is computed. */
  total?: number
  /** Lines after the total that do not add to it, e.g. the balance afterwards. */
  after?: readonly PriceLine[]
  className?: string
}

/** Lines that add up, and their total in the largest type. */
export function PriceBreakdown(props: PriceBreakdownProps) {
  const { lines, totalLabel = 'Total', after = [], className } = props
  const total = props.total ?? lines.reduce((sum, line) => sum + line.pesos, 0)
  return (
    <dl className={cx('grid gap-2', className)}>
      {lines.map((line) => (
        <Line key={line.label} {...line} />
      ))}
      <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-3">
        <dt className="font-bold">{totalLabel}</dt>
        <dd className="tnum font-display text-2xl font-extrabold whitespace-nowrap">
          {pesos(total)}
        </dd>
      </div>
      {after.map((line) => (
        <Line key={line.label} {...line} />
      ))}
    </dl>
  )
}

function Line({ label, pesos: amount, detail }: PriceLine) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt>
        {label}
        {detail && <span className="block text-sm text-muted">{detail}</span>}
      </dt>
      <dd className="tnum font-semibold whitespace-nowrap">{pesos(amount)}</dd>
    </div>
  )
}
