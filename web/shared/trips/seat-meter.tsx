import { cx } from '#web/ui/cx.ts'

type SeatMeterProps = {
  free: number
  /** Number of offered seats (1–4). */
  total: number
  size?: 'sm' | 'md'
  withText?: boolean
}

/** Draws a seat from the side: back and cushion. Free seats are bright, taken seats are grey. */
function Seat({ free, className }: { free: boolean; className: string }) {
  return (
    <svg viewBox="0 0 18 20" aria-hidden="true" className={className}>
      <path
        d="M2.6 3.4a2.2 2.2 0 0 1 4.3-.8l1.7 7.6h5.2a2.4 2.4 0 0 1 0 4.8H7.2a3 3 0 0 1-2.9-2.3z
          M5 18h9"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        className={free ? 'fill-maiz stroke-ink' : 'fill-line stroke-edge'}
      />
    </svg>
  )
}

function seatsText(free: number): string {
  if (free <= 0) return 'Sin cupos'
  return free === 1 ? 'Último cupo' : `${free} cupos libres`
}

/** Draws up to four seats, taken or free. */
export function SeatMeter({ free, total, size = 'md', withText }: SeatMeterProps) {
  const keys = Array.from({ length: Math.max(total, 1) }, (_, seat) => seat)
  const box = size === 'sm' ? 'h-4.5 w-4' : 'h-6 w-5.5'
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
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
