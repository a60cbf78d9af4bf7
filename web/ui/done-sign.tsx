import { CircleCheck } from 'lucide-react'
import { cx } from './cx.ts'

/** Sign of success, on the lower edge of a drawing. The title beside it says what is done. */
export function DoneSign({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-16 place-items-center rounded-full bg-surface text-ok ring-4 ring-surface',
        className,
      )}
    >
      <CircleCheck className="size-12" />
    </span>
  )
}
