import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, Car, FileCheck, ShieldAlert, Ticket, UserRound, Wallet } from 'lucide-react'
import { useEffect } from 'react'
import type { Notification } from '#contract/notifications.ts'
import { api } from '#web/lib/api.ts'
import { unlisted } from '#web/lib/brand.ts'
import { relativeDay, time } from '#web/lib/format.ts'
import { groupBy } from '#web/lib/group-by.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, Link, PlainLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

export const meta = unlisted('Avisos')

export default function Notifications() {
  return (
    <Page
      title="Avisos"
      lead="Lo que pasa con tus viajes, tu dinero y tus documentos."
      actions={<Link to={paths.notificationPreferences()}>Por dónde te avisamos</Link>}
    >
      <Inbox />
    </Page>
  )
}

function Inbox() {
  const answer = useNotifications()
  const pages = neededAnswer(answer)?.pages
  const all = pages?.flatMap(({ notifications }) => notifications) ?? []
  useReadOnSight(all[0]?.id, pages?.[0]?.unread ?? 0)
  if (!pages) return <SkeletonList rows={4} rowClass="h-24" />
  if (all.length === 0) return <Nothing />
  return (
    <div className="grid gap-6">
      {[...groupBy(all, ({ createdAt }) => relativeDay(createdAt))].map(([day, items]) => (
        <section key={day} aria-labelledby={`dia-${items[0]?.id}`} className="grid gap-3">
          <h2 id={`dia-${items[0]?.id}`} className="text-lg first-letter:uppercase">
            {day}
          </h2>
          <ul className="grid gap-3">
            {items.map((item) => (
              <NotificationItem key={item.id} {...item} />
            ))}
          </ul>
        </section>
      ))}
      {answer.hasNextPage && (
        <Button
          variant="secondary"
          pending={answer.isFetchingNextPage}
          pendingText="Cargando…"
          onClick={() => void answer.fetchNextPage()}
        >
          Ver más avisos
        </Button>
      )}
    </div>
  )
}

function Nothing() {
  return (
    <EmptyState
      region="llano"
      title="Todavía no hay avisos"
      action={<ButtonLink to={paths.search()}>Buscar viaje</ButtonLink>}
    >
      Aquí quedan tus reservas, recargas y documentos cuando algo cambie. También te escribimos por
      correo cuando debes saberlo pronto.
    </EmptyState>
  )
}

function useNotifications() {
  return useInfiniteQuery({
    queryKey: queryKeys.notifications(),
    queryFn: ({ pageParam, signal }) =>
      api.notifications.list({ query: pageParam === null ? {} : { before: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}

/**
 * Marks all notifications up to the newest as read when they are shown, and clears the badge. The
 * list is not refetched: its unread marks stay, so that the person sees what was new.
 */
function useReadOnSight(newestId: string | undefined, unread: number): void {
  const client = useQueryClient()
  useEffect(() => {
    if (newestId === undefined || unread === 0) return
    const read = api.notifications.read({ body: { upTo: newestId } })
    read.then(
      () => client.invalidateQueries({ queryKey: queryKeys.agenda() }),
      // On a network error the notifications stay unread; the next visit retries.
      () => {},
    )
  }, [client, newestId, unread])
}

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

function NotificationItem({ kind, title, body, url, createdAt, readAt }: Notification) {
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
        <Icon className="mt-0.5 size-5 text-bosque" />
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
