import { CASE_NOTE_MAX, CASE_NOTE_MIN } from '#contract/limits.ts'
import type { ReviewSign, RewardReview } from '#contract/rewards.ts'
import { api } from '#web/lib/api.ts'
import { dateTime } from '#web/lib/format.ts'
import { ClockWord } from '#web/shared/desk/back-office/clock-word.tsx'
import { QueueDecision } from '#web/shared/desk/back-office/decision-form.tsx'
import { DecisionLine } from '#web/shared/desk/back-office/decision-line.tsx'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { DeskCase } from '#web/shared/desk/back-office/desk-split.tsx'
import { PersonPane } from '#web/shared/desk/back-office/person-pane.tsx'
import { openOrResolved, ReviewQueue } from '#web/shared/desk/back-office/review-queue.tsx'
import { rewardKeys } from '#web/shared/rewards/reward-links.ts'
import { Link } from '#web/ui/link.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'

/** Points under review: the people involved may be one person with two accounts. */
export function Screen() {
  return (
    <ReviewQueue
      title="Puntos por revisar"
      tabs={openOrResolved}
      queryKey={rewardKeys.reviews}
      load={(query, signal) => api.rewards.reviews({ query, signal })}
      row={(item: RewardReview) => ({
        ...{ id: item.id, title: kindOf(item), who: `${item.first.name} y ${item.second.name}` },
        aside: <ClockWord dueAt={item.dueAt} />,
        more: `${stateOf(item)} · ${dateTime(item.openedAt)}`,
      })}
      detail={(item) => <ReviewCard item={item} />}
      person={({ kind, first, second }) => (
        <PersonPane
          people={[
            { ...first, role: kind === 'trip' ? 'recibe los puntos' : 'invitó' },
            { ...second, role: kind === 'trip' ? 'la otra persona' : 'entró invitada' },
          ]}
        />
      )}
    />
  )
}

const kindOf = ({ kind }: RewardReview) => (kind === 'trip' ? 'Viaje' : 'Invitación')
const stateOf = ({ outcome }: RewardReview) =>
  outcome === null ? 'Por resolver' : outcome === 'pay' ? 'Pagado' : 'No se pagó'

const signWords: Record<ReviewSign, string> = {
  same_device: 'Las dos cuentas se usaron en el mismo navegador',
  same_payment: 'Las dos billeteras se recargaron con el mismo medio de pago',
  same_document: 'Las dos cuentas dieron el mismo número de documento',
  same_phone: 'Las dos cuentas dieron el mismo celular',
  same_plate: 'El pasajero también registró el carro del viaje',
  month_limit: 'Quien invita pasó el límite de invitaciones del mes',
}

function ReviewCard({ item }: { item: RewardReview }) {
  const { kind, first, second, signs, openedAt, outcome } = item
  return (
    <DeskCase
      title={kindOf(item)}
      detail={
        <>
          {first.name} {kind === 'trip' ? 'viajó con' : 'invitó a'} {second.name} ·{' '}
          {dateTime(openedAt)}
          {item.bookingId && (
            <>
              {' '}
              · <Link to={deskLinks.booking(item.bookingId)}>Ver la reserva</Link>
            </>
          )}
        </>
      }
      aside={<StatusPill tone={outcome ? 'neutral' : 'urgent'}>{stateOf(item)}</StatusPill>}
      foot={outcome === null && <Decide reviewId={item.id} />}
    >
      <ul className="list-disc pl-5">
        {signs.map((sign) => (
          <li key={sign}>{signWords[sign]}</li>
        ))}
      </ul>
      <DecisionLine by={item.decidedBy} at={item.resolvedAt} note={item.note} />
    </DeskCase>
  )
}

function Decide({ reviewId }: { reviewId: string }) {
  return (
    <QueueDecision
      send={(body) => api.rewards.resolveReview({ params: { reviewId }, body })}
      done="Caso resuelto"
      queueKey={['reward-reviews']}
      hint="Queda en el registro. Les avisamos a los dos qué decidiste."
      min={CASE_NOTE_MIN}
      max={CASE_NOTE_MAX}
      outcomes={[
        ['refuse', 'No pagar'],
        ['pay', 'Pagar los puntos'],
      ]}
    />
  )
}
