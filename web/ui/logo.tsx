import { cx } from './cx.ts'

/**
 * The mark: a seat seen from the side. Its back is a C, its cushion the end of a road line, with
 * the free place as a round stop. Strokes only, so that it holds at 16 px and in one colour.
 */
export function LogoMark({ mono, className }: { mono?: boolean; className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cx('size-8', className)}>
      <path
        d="M18.5 5h-4.2a8.3 8.3 0 0 0-8.2 9.5l.8 5.4A7.2 7.2 0 0 0 14 26h6.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="26.2" cy="26" r="3.6" className={mono ? 'fill-current' : 'fill-maiz'} />
    </svg>
  )
}

/** Mark and name. */
export function Logo({ className }: { className?: string }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 font-display text-xl font-extrabold tracking-tight text-bosque',
        className,
      )}
    >
      <LogoMark className="size-7" />
      cupo
    </span>
  )
}
