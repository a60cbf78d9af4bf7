import { BadgeCheck } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'

/** Badge: Cupo has checked this person's documents. */
export function TrustBadge({
  text = 'Verificado',
  className,
}: {
  text?: string
  className?: string
}) {
  return (
    <span className={cx('inline-flex items-center gap-1 text-sm font-semibold text-ok', className)}>
      <BadgeCheck className="size-4 shrink-0" />
      {text}
    </span>
  )
}
