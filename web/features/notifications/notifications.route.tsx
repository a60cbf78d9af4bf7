import type { Notification } from '#contract/notifications.ts'
import { relativeDay } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { NotificationItem } from './notification-item.tsx'
import { useNotifications, useReadOnSight } from './use-notifications.ts'

export const meta = () => [{ title: 'Avisos · Cupo' }, { name: 'robots', content: 'noindex' }]

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
      {byDay(all).map(([day, items]) => (
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

/** Groups notifications by day and keeps their order, newest first. */
function byDay(all: readonly Notification[]): [string, Notification[]][] {
  return [...Map.groupBy(all, ({ createdAt }) => relativeDay(createdAt))]
}
