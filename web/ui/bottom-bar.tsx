import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type BottomBarProps = {
  /** Content at the left, such as the total and its purpose. */
  children?: ReactNode
  /** The only primary action of the screen. */
  action: ReactNode
  /** Extra classes. From tablet width on, the bar is in the normal flow. */
  className?: string
}

/**
 * Bar for the primary action of the screen on a phone: sticky at the bottom, above the safe area.
 * It replaces the site's bar (`data-action-bar`, styles/app.css).
 */
export function BottomBar({ children, action, className }: BottomBarProps) {
  return (
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
          {action}
        </div>
      </div>
    </div>
  )
}
