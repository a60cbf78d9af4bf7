import { MapPin, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { MeetingProposal, MessagePage } from '#contract/conversations.ts'
import { api } from '#web/lib/api.ts'
import { unlisted } from '#web/lib/brand.ts'
import { serverDate } from '#web/lib/clock.ts'
import { dateTime, relativeDay, time } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import { useUser } from '#web/shared/access/auth/session.tsx'
import { PersonMenu } from '#web/shared/conduct/person-menu.tsx'
import { conversationKeys } from '#web/shared/conversations/conversation-keys.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Sheet } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { NoteOwner } from '#web/ui/use-note.ts'
import { Composer } from './composer.tsx'
import type { Known } from './merge-pages.ts'
import { MessageList } from './message-list.tsx'
import { OffersInFlow, OffersSheet } from './point-offers.tsx'
import { quickReplies } from './quick-replies.ts'
import { useConversation, useReadOnSight, useTyping, useUnsent } from './use-conversation.ts'
import { type Meeting, useMeeting } from './use-meeting.ts'

/** Reason why no message can be written, shown in place of the field. */
const closedWords: Record<NonNullable<MessagePage['conversation']['closed']>, string> = {
  over: 'Esta conversación ya terminó: solo puedes leerla.',
  blocked: 'No puedes escribir en esta conversación.',
  removed:
    'El conductor te sacó de este grupo: lees lo de antes, pero no lo nuevo, y no puedes ' +
    'escribir. Tu viaje sigue igual.',
  unanswered: 'Espera a que el conductor te responda para escribirle más.',
}

const BACK = { to: paths.messages(), label: 'Mensajes' }

export const handle = { noFooter: true }

export const meta = unlisted('Conversación')

export default function Conversation() {
  const { conversationId = '' } = useParams()
  const { id: ownerId } = useUser()
  const { answer, readOlder } = useConversation(conversationId, ownerId)
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
  return <Opened {...{ known, ownerId, unsent, typing, readOlder }} />
}

/** Title and actions stay in view, where the window is high enough (styles/app.css). */
const STICKY =
  'sticky-head top-16 z-20 -mx-4 mb-2 items-center gap-2 border-b border-line bg-paper px-4 py-2 ' +
  '[@media(min-height:36rem)]:sticky sm:-mx-6 sm:px-6'

type OpenedProps = {
  known: Known
  ownerId: string
  unsent: ReturnType<typeof useUnsent>
  typing: boolean
  readOlder: () => Promise<void>
}

function Opened({ known, ownerId, unsent, typing, readOlder }: OpenedProps) {
  const { conversation, messages } = known
  const meeting = useMeeting(known)
  const [choosing, setChoosing] = useState(false)
  const ends = conversation.closed ? [] : (meeting?.ends ?? [])
  const has = (state: MeetingProposal['state']) =>
    messages.some(({ proposal }) => proposal?.state === state && proposal.end === 'from')
  const isAsked = has('open')
  const isAgreed = has('accepted')
  const missing = ends.find(({ end, isMissing }) => end === 'from' && isMissing)
  const offer = { conversationId: conversation.id, otherName: conversation.other?.name ?? '' }
  const closed = conversation.closed && closedWords[conversation.closed]
  return (
    <Page
      fill
      headClass={STICKY}
      title={<Title {...conversation} meeting={meeting} />}
      back={BACK}
      actions={<Actions {...conversation} meeting={meeting} />}
    >
      {conversation.masksContacts && !closed && (
        <Banner tone="info" live="off">
          Hasta que la reserva esté confirmada ocultamos teléfonos, correos y enlaces: así lo que
          acuerden queda en Cupo, con su protección.
        </Banner>
      )}
      {known.messages.length + unsent.length === 0 && <FirstWords {...conversation} />}
      <MessageList known={known} unsent={unsent} typing={typing} onOlder={readOlder}>
        {missing && !isAsked && (
          <OffersInFlow {...offer} open={missing} onMore={() => setChoosing(true)} />
        )}
      </MessageList>
      {choosing && <OffersSheet {...offer} ends={ends} onClose={() => setChoosing(false)} />}
      {closed ? (
        <Banner tone="info" className="mb-6">
          {closed}
        </Banner>
      ) : (
        <NoteOwner key={conversation.id} value={conversation.id}>
          <Composer
            conversationId={conversation.id}
            ownerId={ownerId}
            quick={
              conversation.masksContacts
                ? null
                : quickReplies({ ...conversation, isAgreed }, serverDate())
            }
            onPropose={ends.length > 0 ? () => setChoosing(true) : undefined}
          />
        </NoteOwner>
      )}
    </Page>
  )
}

type Head = Known['conversation']
type HeadProps = Head & { meeting: Meeting | undefined }

function Title({ kind, as, other, meeting }: HeadProps) {
  if (kind === 'group') return 'Grupo del viaje'
  const car = as === 'passenger' ? meeting?.booking.vehicle : undefined
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={other?.name ?? ''} photoUrl={other?.photo?.small} />
      <span className="min-w-0 text-lg leading-snug">
        {other?.name}
        {car && (
          <span className="block font-sans text-sm font-normal tracking-normal text-muted">
            {car.brand} {car.model} · <span translate="no">{car.plate}</span>
          </span>
        )}
      </span>
    </span>
  )
}

function Actions({ id, other, trip, as, bookingId, members, meeting }: HeadProps) {
  const passengers = bookingId === null ? paths.trip(trip.id) : paths.booking(bookingId)
  const to = as === 'driver' ? paths.ownTrip(trip.id) : passengers
  const isAhead = meeting && AHEAD.includes(meeting.booking.status)
  return (
    <>
      {other && (
        <PersonMenu
          userId={other.id}
          name={other.name}
          iconLabel={`Reportar o bloquear a ${other.name}`}
        />
      )}
      {isAhead ? (
        <PlaceStrip meeting={meeting} to={to} word={as === 'driver' ? 'Tu viaje' : 'Tiquete'} />
      ) : (
        <div className="flex w-full flex-wrap items-center justify-between gap-x-4">
          <Link to={to} className="inline-flex min-h-11 min-w-0 items-center wrap-anywhere">
            {trip.from.name} → {trip.to.name}, {dateTime(trip.departsAt)}
          </Link>
          {members && <GroupMembers conversationId={id} members={members} />}
        </div>
      )}
    </>
  )
}

/** States in which hour and place of the pick-up matter. */
const AHEAD: readonly string[] = ['requested', 'confirmed', 'checked_in']

type StripProps = { meeting: Meeting; to: string; word: string }

/** When and where the two meet, always in view. */
function PlaceStrip({ meeting: { booking, ends }, to, word }: StripProps) {
  const { at, point, name } = booking.from
  const isMissing = ends.some(({ end, isMissing }) => end === 'from' && isMissing)
  return (
    <section
      aria-label="Encuentro"
      className={cx(
        'flex w-full flex-wrap items-center gap-x-3 rounded-control px-3',
        isMissing ? 'bg-warn-soft' : 'bg-ok-soft',
      )}
    >
      <p className="flex min-w-min flex-1 basis-0 items-center gap-2 py-1">
        <MapPin className={cx('size-5 shrink-0', isMissing ? 'text-warn' : 'text-ok')} />
        <span className="min-w-0">
          <strong>
            {relativeDay(at)}, {time(at)}
          </strong>{' '}
          · {point?.name ?? (isMissing ? 'punto por acordar' : name)}
        </span>
      </p>
      <Link to={to} className="inline-flex min-h-11 items-center">
        {word}
      </Link>
    </section>
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

type Member = NonNullable<MessagePage['conversation']['members']>[number]

type GroupMembersProps = { conversationId: string; members: readonly Member[] }

/** Members of the trip's group, for the driver, who can remove members and let them back in. */
function GroupMembers({ conversationId, members }: GroupMembersProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-haspopup="dialog"
        Icon={UsersRound}
        onClick={() => setOpen(true)}
      >
        Personas del grupo
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Personas del grupo">
        <Members {...{ conversationId, members }} />
      </Sheet>
    </>
  )
}

function Members({ conversationId, members }: GroupMembersProps) {
  const change = useAct(
    ({ id: userId, removed }: Member) =>
      removed
        ? api.conversations.letBack({ params: { conversationId, userId } })
        : api.conversations.removeMember({ params: { conversationId }, body: { userId } }),
    { refresh: [conversationKeys.one(conversationId)] },
  )
  if (members.length === 0) return <p className="text-muted">Todavía no hay pasajeros.</p>
  return (
    <div className="grid gap-4">
      <p className="text-muted">
        A quien saques le decimos que no está en el grupo: no lee lo nuevo ni escribe aquí. Su cupo
        en el viaje no cambia.
      </p>
      <ErrorBanner error={change.error} />
      <ul className="divide-y divide-line">
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            pending={change.isPending && change.variables.id === member.id}
            onChange={() => change.mutate(member)}
          />
        ))}
      </ul>
    </div>
  )
}

type MemberRowProps = { member: Member; pending: boolean; onChange: () => void }

function MemberRow({ member: { name, removed }, pending, onChange }: MemberRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-semibold">{name}</span>
        {removed && <span className="text-sm text-muted">Fuera del grupo</span>}
      </span>
      <Button
        variant="secondary"
        size="sm"
        pending={pending}
        aria-label={removed ? `Volver a incluir a ${name}` : `Sacar del grupo a ${name}`}
        onClick={onChange}
      >
        {removed ? 'Volver a incluir' : 'Sacar del grupo'}
      </Button>
    </li>
  )
}
