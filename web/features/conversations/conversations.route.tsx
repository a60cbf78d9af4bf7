import { useInfiniteQuery } from '@tanstack/react-query'
import type { ConversationCard as Card } from '#contract/conversations.ts'
import { api } from '#web/lib/api.ts'
import { unlisted } from '#web/lib/brand.ts'
import { relativeDay, time } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import { conversationKeys } from '#web/shared/conversations/conversation-keys.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

export const meta = unlisted('Mensajes')

export default function Conversations() {
  return (
    <Page title="Mensajes">
      <List />
    </Page>
  )
}

function List() {
  const answer = useInfiniteQuery({
    queryKey: conversationKeys.list(),
    queryFn: ({ pageParam, signal }) =>
      api.conversations.list({ query: pageParam === null ? {} : { before: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
  const cards = neededAnswer(answer)?.pages.flatMap(({ conversations }) => conversations)
  if (!cards) return <SkeletonList rows={4} rowClass="h-20" />
  if (cards.length === 0) return <Nothing />
  return (
    <div className="grid gap-4">
      <ul className="grid gap-3">
        {cards.map((card) => (
          <ConversationItem key={card.id} {...card} />
        ))}
      </ul>
      {answer.hasNextPage && (
        <Button
          variant="secondary"
          pending={answer.isFetchingNextPage}
          pendingText="Cargando…"
          onClick={() => void answer.fetchNextPage()}
        >
          Ver más conversaciones
        </Button>
      )}
    </div>
  )
}

function ConversationItem({ id, kind, other, trip, last, unread }: Card) {
  const name = kind === 'group' ? 'Grupo del viaje' : (other?.name ?? '')
  return (
    <li>
      <PlainLink
        to={paths.conversation(id)}
        className={cx(
          'flex items-center gap-3 rounded-card border p-4',
          'hover:border-bosque',
          unread > 0 ? 'border-bosque bg-bosque-soft' : 'border-line bg-surface',
        )}
      >
        <Avatar name={name} photoUrl={other?.photo?.small} />
        <span className="grid min-w-0 flex-1">
          <span className="flex flex-wrap items-baseline gap-x-3">
            <span className="max-w-full flex-1 font-semibold break-words">{name}</span>
            {last && (
              <time className="text-sm text-muted" dateTime={last.at}>
                {shortTime(last.at)}
              </time>
            )}
          </span>
          <span className="text-sm text-muted">
            {trip.from.name} → {trip.to.name}
          </span>
          <span className="flex items-center gap-3">
            <span className="flex-1 truncate text-muted">{lastWords(last)}</span>
            {unread > 0 && (
              <span
                className="tnum min-w-[1.5rem] rounded-full bg-arcilla px-1 text-center text-sm/6
                text-on-err"
              >
                {unread}
                <span className="sr-only"> sin leer</span>
              </span>
            )}
          </span>
        </span>
      </PlainLink>
    </li>
  )
}

function lastWords(last: Card['last']): string {
  if (!last) return 'Todavía no hay mensajes'
  const words = last.kind === 'position' ? 'Ubicación' : (last.text ?? 'Mensaje retirado')
  return last.mine ? `Tú: ${words}` : words
}

function shortTime(at: string): string {
  const day = relativeDay(at)
  return day === 'Hoy' ? time(at) : day
}

function Nothing() {
  return (
    <EmptyState
      region="llano"
      title="Todavía no tienes mensajes"
      action={<ButtonLink to={paths.search()}>Buscar viaje</ButtonLink>}
    >
      En cada viaje puedes preguntarle al conductor antes de reservar. Aquí quedan tus
      conversaciones.
    </EmptyState>
  )
}
