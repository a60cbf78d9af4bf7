import { cx } from './cx.ts'

type SeatMeterProps = {
  /** Seats that can still be taken. */
  free: number
  /** Seats offered in all (1–4). */
  total: number
  size?: 'sm' | 'md'
  /** Shows the words too. */
  withText?: boolean
  className?: string
}

/** A seat seen from the side: back, cushion. */
function Seat({ free, className }: { free: boolean; className: string }) {
  return (
    <svg viewBox="0 0 16 18" aria-hidden="true" className={className}>
      <path
        d="M4.2 2.6 5 10.4a2.6 2.6 0 0 0 2.6 2.4h4.6M5.6 16h6.6"
        fill="none"
        strokeWidth="3.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        className={free ? 'stroke-maiz' : 'stroke-line'}
      />
      <path
        d="M4.2 2.6 5 10.4a2.6 2.6 0 0 0 2.6 2.4h4.6"
        fill="none"
        strokeWidth="1"
        strokeLinecap="round"
        className={free ? 'stroke-on-maiz/60' : 'stroke-muted'}
        strokeDasharray={free ? undefined : '2 2'}
      />
    </svg>
  )
}

/** What is said for a number of free seats. */
export function seatsText(free: number): string {
  if (free <= 0) return 'Sin cupos'
  return free === 1 ? 'Último cupo' : `${free} cupos libres`
}

/** Up to four seats, filled or free. */
export function SeatMeter({ free, total, size = 'md', withText, className }: SeatMeterProps) {
  const keys = Array.from({ length: Math.max(total, 1) }, (_, seat) => seat)
  const box = size === 'sm' ? 'h-4 w-3.5' : 'h-6 w-5.5'
  return (
    <span className={cx('inline-flex items-center gap-2', className)}>
      <span role="img" aria-label={seatsText(free)} className="inline-flex gap-0.5">
        {keys.map((seat) => (
          <Seat key={seat} free={seat < free} className={box} />
        ))}
      </span>
      {withText && (
        <span
          aria-hidden="true"
          className={cx('text-sm font-semibold', free === 1 ? 'text-arcilla' : 'text-muted')}
        >
          {seatsText(free)}
        </span>
      )}
    </span>
  )
}
