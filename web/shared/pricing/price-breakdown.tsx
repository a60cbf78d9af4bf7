import type { ReactNode } from 'react'
import { pesos } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'

type PriceLine = {
  label: string
  /** Whole pesos; negative lines are discounts or payments from the wallet. */
  pesos: number
  detail?: ReactNode
}

type PriceBreakdownProps = {
  lines: readonly PriceLine[]
  totalLabel?: string
  /** Total in pesos; must be the sum of the lines. Computed when absent. */
  total?: number
  /** Lines after the total that do not add to it, e.g. the balance afterwards. */
  after?: readonly PriceLine[]
  className?: string
}

/** Wraps, so that larger text puts the amount below its label. */
const row = 'flex flex-wrap items-baseline gap-x-4'
const words = 'min-w-0 flex-1 basis-[8rem]'

/** Shows price lines and their sum, the total in the largest type. */
export function PriceBreakdown(props: PriceBreakdownProps) {
  const { lines, totalLabel = 'Total', after = [], className } = props
  const total = props.total ?? lines.reduce((sum, line) => sum + line.pesos, 0)
  return (
    <dl className={cx('grid gap-2', className)}>
      {lines.map((line) => (
        <Line key={line.label} {...line} />
      ))}
      <div className={cx(row, 'mt-1 border-t border-line pt-3')}>
        <dt className={cx(words, 'font-bold')}>{totalLabel}</dt>
        <dd className="tnum ml-auto font-display text-2xl font-extrabold whitespace-nowrap">
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
    <div className={row}>
      <dt className={words}>
        {label}
        {detail && <span className="block text-sm text-muted">{detail}</span>}
      </dt>
      <dd className="tnum ml-auto font-semibold whitespace-nowrap">{pesos(amount)}</dd>
    </div>
  )
}
