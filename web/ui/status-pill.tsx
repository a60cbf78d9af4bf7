import { Ban, CircleCheck, CircleX, Clock3, Info, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type PillTone = 'ok' | 'warn' | 'err' | 'info' | 'neutral' | 'urgent'

const looks: Record<PillTone, { Icon: LucideIcon; box: string }> = {
  ok: { Icon: CircleCheck, box: 'bg-ok-soft text-ok' },
  warn: { Icon: Clock3, box: 'bg-warn-soft text-warn' },
  err: { Icon: CircleX, box: 'bg-err-soft text-err' },
  info: { Icon: Info, box: 'bg-rio-soft text-rio' },
  neutral: { Icon: Ban, box: 'bg-paper text-muted ring-1 ring-line ring-inset' },
  urgent: { Icon: Clock3, box: 'bg-arcilla-soft text-arcilla' },
}

type StatusPillProps = {
  tone: PillTone
  children: ReactNode
  icon?: LucideIcon
  className?: string
}

/** Shows a state by icon, word and colour together. */
export function StatusPill({ tone, children, icon, className }: StatusPillProps) {
  const look = looks[tone]
  const Icon = icon ?? look.Icon
  return (
    <span
      className={cx(
        'inline-flex min-h-7 items-center gap-1.5 rounded-full px-2.5 text-sm font-semibold',
        'max-w-full shrink-0',
        look.box,
        className,
      )}
    >
      <Icon className="size-4 shrink-0" />
      <span className="min-w-0 wrap-break-word">{children}</span>
    </span>
  )
}
