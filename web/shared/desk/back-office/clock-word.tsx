import { AlarmClock, Car, Clock } from 'lucide-react'
import type { Urgency } from '#contract/urgency.ts'
import { dateTime } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { cx } from '#web/ui/cx.ts'
import { clockOf, type QueueClock } from './queue-clock.ts'

const looks: Record<QueueClock['tone'], { Icon: typeof Clock; ink: string }> = {
  err: { Icon: AlarmClock, ink: 'text-err' },
  urgent: { Icon: Car, ink: 'rounded-full bg-arcilla-soft px-1.5 text-arcilla' },
  warn: { Icon: Clock, ink: 'text-warn' },
  neutral: { Icon: Clock, ink: 'text-muted' },
}

/** Time left for an item of the team, or how late it is, with its icon. Nothing without a time. */
export function ClockWord({ dueAt, urgency }: { dueAt: string | null; urgency?: Urgency }) {
  const clock = clockOf(dueAt, useNow(), urgency)
  if (!clock || dueAt === null) return null
  const { Icon, ink } = looks[clock.tone]
  return (
    <span
      title={`${urgency === 'travel' ? 'Sale' : 'Vence'} ${dateTime(dueAt)}`}
      className={cx('inline-flex items-center gap-1 text-sm font-semibold', ink)}
    >
      <Icon className="size-4 shrink-0" />
      <span className="min-w-0 first-letter:lowercase">{clock.text}</span>
    </span>
  )
}
