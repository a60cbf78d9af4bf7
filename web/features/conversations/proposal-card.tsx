import { Check, Clock3, Footprints, ShieldCheck } from 'lucide-react'
import type { MeetingProposal, Message, MessagePage } from '#contract/conversations.ts'
import { timeAndDay } from '#web/lib/format.ts'
import { useKnownPosition, walkMinutes } from '#web/lib/walk.ts'
import { MeetingWay } from '#web/shared/trips/meeting-places.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { useAnswer } from './use-meeting.ts'

type Head = MessagePage['conversation']
type CardProps = { message: Message; proposal: MeetingProposal; conversation: Head }

/** A proposed meeting point in the flow of a conversation, with its answer. */
export function ProposalCard({ message, proposal, conversation }: CardProps) {
  const { mine } = message
  const { point, state, at } = proposal
  const walk = useWalk(conversation.as === 'passenger' ? point : null)
  return (
    <article
      aria-label={`Punto propuesto: ${point.name}`}
      className={cx(
        'grid gap-3 rounded-card border bg-surface p-4 shadow-card',
        state === 'open' ? 'border-bosque' : 'border-line',
      )}
    >
      <div className="grid gap-1">
        <p className="flex gap-2 text-sm font-semibold text-bosque">
          <ShieldCheck className="size-5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{proposedWords(message, proposal)}</span>
        </p>
        <h2 className="text-xl wrap-anywhere">{point.name}</h2>
        <p className="text-muted">
          {point.address}
          {point.hours && ` · ${point.hours}`}
        </p>
        {point.approximate && (
          <p className="text-sm text-muted">Ubicación aproximada: acuerden la entrada exacta.</p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 text-sm font-semibold">
        {walk !== null && (
          <span className="inline-flex items-center gap-2">
            <Footprints className="size-5 text-bosque" /> {walk} min a pie
          </span>
        )}
        <span className="inline-flex items-center gap-2">
          <Clock3 className="size-5 text-bosque" /> {timeAndDay(at)}
        </span>
      </div>
      <MeetingWay point={point} />
      {state === 'open' && conversation.closed === null ? (
        <Answers {...{ message, proposal, conversation }} />
      ) : (
        <p className={cx('flex gap-2', state === 'accepted' ? 'font-semibold' : 'text-muted')}>
          {state === 'accepted' && <Check className="mt-0.5 size-5 shrink-0 text-ok" />}
          {endWords(state, mine)}
        </p>
      )}
    </article>
  )
}

/** Minutes on foot from where this device is known to be; null: unknown or too far. */
function useWalk(point: MeetingProposal['point'] | null): number | null {
  const here = useKnownPosition()
  return here && point ? walkMinutes(here, point) : null
}

function proposedWords({ mine, from }: Message, { end, place }: MeetingProposal): string {
  const what = `este punto seguro para ${end === 'from' ? 'subir' : 'bajar'} en ${place}`
  return mine ? `Propusiste ${what}` : `${from.name} propone ${what}`
}

function endWords(state: MeetingProposal['state'], mine: boolean): string {
  switch (state) {
    case 'accepted':
      return 'Quedaron en este punto.'
    case 'declined':
      return mine ? 'La otra persona prefiere otro punto.' : 'Pediste otro punto.'
    case 'withdrawn':
      return 'Propuesta retirada.'
    case 'replaced':
      return 'Hay una propuesta más nueva.'
    case 'open':
    case 'over':
      return 'Esta propuesta venció: ya no se puede aceptar.'
  }
}

function Answers({ message: { id, mine }, conversation }: CardProps) {
  const { id: conversationId, trip, as, other } = conversation
  const answer = useAnswer(conversationId, id, trip.id)
  const waits = (word: typeof answer.variables) => answer.isPending && answer.variables === word
  if (mine) {
    return (
      <div className="grid gap-2">
        <p className="text-sm text-muted">Le toca responder a {other?.name}</p>
        <ErrorBanner error={answer.error} />
        <Button
          size="sm"
          variant="secondary"
          className="justify-self-start"
          pending={waits('withdrawn')}
          onClick={() => answer.mutate('withdrawn')}
        >
          Retirar propuesta
        </Button>
      </div>
    )
  }
  return (
    <div className="grid gap-2">
      <ErrorBanner error={answer.error} />
      <div className="flex flex-wrap gap-2">
        <Button
          className="grow"
          Icon={Check}
          pending={waits('accepted')}
          disabled={waits('declined')}
          onClick={() => answer.mutate('accepted')}
        >
          Me sirve
        </Button>
        <Button
          variant="secondary"
          pending={waits('declined')}
          disabled={waits('accepted')}
          onClick={() => answer.mutate('declined')}
        >
          Otro punto
        </Button>
      </div>
      <p className="text-sm text-muted">
        {as === 'passenger'
          ? 'Al aceptar, tu tiquete y su hoja de ruta cambian. El precio sigue igual.'
          : 'Al aceptar, su tiquete y tu hoja de ruta cambian. El precio sigue igual.'}
      </p>
    </div>
  )
}
