import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type Tone = 'ok' | 'warn' | 'err' | 'info'

const looks = {
  ok: { word: 'Listo', Icon: CircleCheck, box: 'bg-ok-soft', mark: 'text-ok' },
  warn: { word: 'Atención', Icon: TriangleAlert, box: 'bg-warn-soft', mark: 'text-warn' },
  err: { word: 'Error', Icon: CircleAlert, box: 'bg-err-soft', mark: 'text-err' },
  info: { word: 'Información', Icon: Info, box: 'bg-rio-soft', mark: 'text-rio' },
} as const

type BannerProps = {
  tone: Tone
  title?: ReactNode
  children?: ReactNode
  /** A button or link at the end of the banner. */
  action?: ReactNode
  /** How screen readers announce it: `alert` immediately (errors), `status` when idle. */
  live?: 'alert' | 'status' | 'off'
  className?: string
}

/** A message in the page with an icon and a word, so that colour is never the only sign. */
export function Banner({ tone, title, children, action, live, className }: BannerProps) {
  const { word, Icon, box, mark } = looks[tone]
  const role = live ?? (tone === 'err' ? 'alert' : 'status')
  return (
    <div
      role={role === 'off' ? undefined : role}
      className={cx('flex items-start gap-3 rounded-control p-4', box, className)}
    >
      <Icon className={cx('mt-0.5 size-5 shrink-0', mark)} />
      <div className="grid min-w-0 flex-1 gap-1">
        <span className="sr-only">{word}:</span>
        {title && <p className="font-semibold">{title}</p>}
        {children && <div>{children}</div>}
        {action && <div className="mt-2">{action}</div>}
      </div>
    </div>
  )
}
