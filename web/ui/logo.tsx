import { cx } from './cx.ts'

/**
 * The logo's symbol: a seat seen from the side. Its back is a C; its cushion is the end of a road
 * line whose round stop is the free place. Two shapes, so that it stays legible at 16 px and in one
 * colour.
 */
export function LogoMark({ mono, className }: { mono?: boolean; className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cx('size-8', className)}>
      <path
        d="M17.5 5.2h-2.2A8.8 8.8 0 0 0 6.6 15.4l.7 4a8 8 0 0 0 7.9 6.6H24"
        fill="none"
        stroke="currentColor"
        strokeWidth="5.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle
        cx="24.5"
        cy="23.8"
        r="4.9"
        stroke="currentColor"
        strokeWidth="2.6"
        className={mono ? 'fill-surface' : 'fill-maiz'}
      />
    </svg>
  )
}

/** The logo's symbol with the name, which does not grow with the text of the page. */
export function Logo({ className }: { className?: string }) {
  return (
    <span
      translate="no"
      className={cx(
        'inline-flex items-center gap-1.5 font-display text-[22px]/7 font-extrabold tracking-tight',
        'text-bosque',
        className,
      )}
    >
      <LogoMark className="size-8" />
      cupo
    </span>
  )
}
