import { cx } from '#web/ui/cx.ts'

/** A plate as it looks on a private car in Colombia: black on yellow, ABC 123. */
export function Plate({ plate, className }: { plate: string; className?: string }) {
  return (
    <span
      translate="no"
      className={cx(
        'tnum inline-flex min-h-8 items-center rounded-key border-2 border-on-maiz/70 bg-maiz px-2',
        'font-bold tracking-wider whitespace-nowrap text-on-maiz',
        className,
      )}
    >
      {plate}
    </span>
  )
}
