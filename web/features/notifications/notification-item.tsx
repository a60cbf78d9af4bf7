import { Bell, Car, FileCheck, ShieldAlert, Ticket, UserRound, Wallet } from 'lucide-react'
import type { Notification } from '#contract/notifications.ts'
import { time } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'
import { PlainLink } from '#web/ui/link.tsx'

type Icon = typeof Bell

/** Icon of a notification by prefix of its kind; the first match wins. */
const icons: readonly [RegExp, Icon][] = [
  [/^(topup|charge|charged|debt|fare|no_show_paid)/, Wallet],
  [/^(document|may_publish)/, FileCheck],
  [
    /^(no_show|objection|check_in_denied|dispute|sanctioned|text_hidden|report|appeal)/,
    ShieldAlert,
  ],
  [/^(seat|request_received|request_missed|passenger|driver_cancelled_copy)/, Car],
  [/^(booking|request|driver|trip_ca|trip_changed|meeting|boarded|assumed)/, Ticket],
  [/^(password|session|email|identification)/, UserRound],
]

/** One notification; the whole item is a link. */
export function NotificationItem({ kind, title, body, url, createdAt, readAt }: Notification) {
  const Icon = icons.find(([pattern]) => pattern.test(kind))?.[1] ?? Bell
  const isNew = readAt === null
  return (
    <li>
      <PlainLink
        to={url}
        className={cx(
          'grid grid-cols-[auto_1fr] gap-x-3 rounded-card border p-4 hover:border-bosque',
          isNew ? 'border-bosque bg-bosque-soft' : 'border-line bg-surface',
        )}
      >
        <Icon aria-hidden="true" className="mt-0.5 size-5 text-bosque" />
        <span className="grid min-w-0 gap-1">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="min-w-0 font-semibold wrap-anywhere">
              {isNew && <span className="sr-only">Nuevo: </span>}
              {title}
            </span>
            <time dateTime={createdAt} className="tnum text-sm text-muted">
              {time(createdAt)}
            </time>
          </span>
          <span className="whitespace-pre-line text-muted wrap-anywhere">{body}</span>
        </span>
      </PlainLink>
    </li>
  )
}
