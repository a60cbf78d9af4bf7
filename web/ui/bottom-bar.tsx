import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { useWide } from './use-wide.ts'

type BottomBarProps = {
  /** Content at the left, such as the total and its purpose. */
  children?: ReactNode
  /** The only primary action of the screen. */
  action: ReactNode
  /** What the action does, below it; with large text it stands in the page, above the bar. */
  note?: ReactNode
  /** Extra classes. From tablet width on, the bar is in the normal flow. */
  className?: string
}

/** Width of the screen in letters below which a note of several lines would fill the bar. */
const TIGHT_REM = 15

/**
 * Bar for the primary action of the screen on a phone: sticky at the bottom, above the safe area.
 * It replaces the site's bar (`data-action-bar`, styles/app.css).
 */
export function BottomBar({ children, action, note, className }: BottomBarProps) {
  const isTight = !useWide(TIGHT_REM)
  const words = note && <p className="text-center text-sm text-muted max-md:order-last">{note}</p>
  const bar = (
    <div
      data-action-bar=""
      className={cx(
        'sticky bottom-0 z-20 -mx-4 border-t border-line bg-surface px-4 py-3 shadow-card sm:-mx-6',
        'pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6 md:static md:mx-0 md:rounded-card',
        'md:border md:p-4',
        className,
      )}
    >
      {/* The action wraps to its own line only if the longest word leaves no room for it. */}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {children && <div className="min-w-min flex-1 basis-0">{children}</div>}
        <div className={cx('flex', children ? 'ml-auto max-w-full shrink-0' : 'w-full *:w-full')}>
          {words && !isTight ? (
            <div className="grid gap-2 *:w-full">
              {action}
              {words}
            </div>
          ) : (
            action
          )}
        </div>
      </div>
    </div>
  )
  return (
    <>
      {isTight && words}
      {bar}
    </>
  )
}
