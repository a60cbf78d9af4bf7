import { useParams } from 'react-router'
import type { MessagePage } from '#contract/conversations.ts'
import { useUser } from '#web/domain/auth/session.tsx'
import { PersonMenu } from '#web/domain/conduct/person-menu.tsx'
import { dateTime } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { Composer } from './composer.tsx'
import { GroupMembers } from './group-members.tsx'
import type { Known } from './merge-pages.ts'
import { MessageList } from './message-list.tsx'
import { useConversation, useReadOnSight, useTyping, useUnsent } from './use-conversation.ts'

type Closed = NonNullable<MessagePage['conversation']['closed']>

/** Reason why no message can be written, shown in place of the field. */
const closedWords: Record<Closed, string> = {
  over: 'Esta conversación ya terminó: solo puedes leerla.',
  blocked: 'No puedes escribir en esta conversación.',
  removed:
    'El conductor te sacó de este grupo: lees lo de antes, pero no lo nuevo, y no puedes ' +
    'escribir. Tu viaje sigue igual.',
  unanswered: 'Espera a que el conductor te responda para escribirle más.',
}

const BACK = { to: paths.messages(), label: 'Mensajes' }

export function meta() {
  return [{ title: 'Conversación · Cupo' }, { name: 'robots', content: 'noindex' }]
}

export default function Conversation() {
  const { conversationId = '' } = useParams()
  const { id: ownerId } = useUser()
  const { answer, readOlder } = useConversation(conversationId)
  const known = neededAnswer(answer)
  const unsent = useUnsent(conversationId, ownerId, known)
  const typing = useTyping(conversationId, known?.messages.at(-1)?.seq ?? 0)
  useReadOnSight(conversationId, known)
  if (!known) {
    return (
      <Page
        title={<span className="flex min-h-12 items-center">Conversación</span>}
        back={BACK}
        actions={<Skeleton className="h-21 w-full sm:h-11" />}
      >
        <SkeletonList rows={4} rowClass="h-16" />
      </Page>
    )
  }
  const { conversation } = known
  const closed = conversation.closed && closedWords[conversation.closed]
  return (
    <Page title={<Title {...conversation} />} back={BACK} actions={<Actions {...conversation} />}>
      {conversation.masksContacts && !closed && (
        <Banner tone="info" live="off">
          Hasta que la reserva esté confirmada ocultamos teléfonos, correos y enlaces: así nadie
          paga ni acuerda por fuera de Cupo sin protección.
        </Banner>
      )}
      {known.messages.length + unsent.length === 0 && <FirstWords {...conversation} />}
      <MessageList known={known} unsent={unsent} typing={typing} onOlder={readOlder} />
      {closed ? (
        <Banner tone="info">{closed}</Banner>
      ) : (
        <Composer
          conversationId={conversationId}
          ownerId={ownerId}
          agreed={!conversation.masksContacts}
        />
      )}
    </Page>
  )
}

type Head = Known['conversation']

function Title({ kind, other }: Head) {
  if (kind === 'group') return 'Grupo del viaje'
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={other?.name ?? ''} photoUrl={other?.photo?.small} />
      <span className="min-w-0">{other?.name}</span>
    </span>
  )
}

function Actions({ id, other, trip, as, bookingId, members }: Head) {
  const passengers = bookingId === null ? paths.trip(trip.id) : paths.booking(bookingId)
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-x-4">
      <Link
        to={as === 'driver' ? paths.ownTrip(trip.id) : passengers}
        className="inline-flex min-h-11 min-w-0 items-center wrap-anywhere"
      >
        {trip.from.name} → {trip.to.name}, {dateTime(trip.departsAt)}
      </Link>
      {other && <PersonMenu userId={other.id} name={other.name} />}
      {members && <GroupMembers conversationId={id} members={members} />}
    </div>
  )
}

function FirstWords({ kind, other, closed }: Head) {
  if (closed) return <p className="text-muted">Aquí no se escribió nada.</p>
  return (
    <p className="text-muted">
      {kind === 'group'
        ? 'Lo que escribas aquí lo leen el conductor y todos los pasajeros.'
        : `Escríbele a ${other?.name}: le avisamos cuando tenga un mensaje tuyo.`}
    </p>
  )
}
