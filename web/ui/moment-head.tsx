import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const tones = {
  band: 'bg-band text-on-band',
  warn: 'bg-warn-soft ring-1 ring-warn/25 ring-inset',
  err: 'bg-err-soft ring-1 ring-err/20 ring-inset',
  plain: 'border border-line bg-surface',
} as const

const eyebrowTones = { band: '', warn: 'text-warn', err: 'text-err', plain: 'text-muted' } as const

type MomentHeadProps = {
  /** `band`: all is well; `warn`: something is due; `err`: it ended. */
  tone: keyof typeof tones
  Icon: LucideIcon
  /** State in words, above the large line. */
  state: ReactNode
  /** Age of the news, or the route. */
  aside?: ReactNode
  /** Small words before the large line, part of the title. */
  before?: ReactNode
  /** The one large line, the title of the screen: an hour, or what happened. */
  title: ReactNode
  /** Whether the title is an hour, in the largest type. */
  hour?: boolean
  children?: ReactNode
}

/** What matters now, on top of a screen by the moment (contract/moments.ts); one per screen. */
export function MomentHead(props: MomentHeadProps) {
  const { tone, Icon, state, aside, before, title, hour, children } = props
  return (
    <section
      aria-label="Ahora"
      className={cx('relative overflow-hidden rounded-card p-4 shadow-card sm:p-6', tones[tone])}
    >
      <p className="flex flex-wrap items-center gap-x-3 text-sm font-semibold">
        <span className={cx('inline-flex min-w-0 items-center gap-1.5', eyebrowTones[tone])}>
          <Icon className="size-4 shrink-0" />
          <span className="min-w-0 first-letter:uppercase">{state}</span>
        </span>
        {aside && <span className="ml-auto font-medium">{aside}</span>}
      </p>
      <h1 className="mt-1">
        {before && (
          <span className="block font-sans text-base font-semibold tracking-normal">{before}</span>
        )}
        <span className={cx('block', hour ? 'tnum text-4xl' : 'text-2xl')}>{title}</span>
      </h1>
      {children}
    </section>
  )
}
