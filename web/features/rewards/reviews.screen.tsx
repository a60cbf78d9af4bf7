import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CASE_NOTE_MAX, CASE_NOTE_MIN } from '#contract/limits.ts'
import type { ReviewOutcome, ReviewSign, RewardReview } from '#contract/rewards.ts'
import { api } from '#web/lib/api.ts'
import { dateTime } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { type Decision, DecisionForm } from '#web/shared/desk/back-office/decision-form.tsx'
import { openOrResolved, ReviewQueue } from '#web/shared/desk/back-office/review-queue.tsx'
import { rewardKeys } from '#web/shared/rewards/reward-links.ts'
import { Card } from '#web/ui/card.tsx'
import { CardHead } from '#web/ui/card-head.tsx'
import { Link } from '#web/ui/link.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { toastDone } from '#web/ui/toaster.ts'

/** Points under review: the people involved may be one person with two accounts. */
export function Screen() {
  return (
    <ReviewQueue
      title="Puntos por revisar"
      tabs={openOrResolved}
      one="caso"
      many="casos"
      queryKey={rewardKeys.reviews}
      load={(status, page, signal) => api.rewards.reviews({ query: { status, page }, signal })}
    >
      {(item) => <ReviewCard key={item.id} item={item} />}
    </ReviewQueue>
  )
}

const signWords: Record<ReviewSign, string> = {
  same_device: 'Las dos cuentas se usaron en el mismo navegador',
  same_payment: 'Las dos billeteras se recargaron con el mismo medio de pago',
  same_document: 'Las dos cuentas dieron el mismo número de documento',
  same_phone: 'Las dos cuentas dieron el mismo celular',
  same_plate: 'El pasajero también registró el carro del viaje',
  month_limit: 'Quien invita pasó el límite de invitaciones del mes',
}

/** Points under review: the two people, the signs of a double account, and the decision. */
function ReviewCard({ item }: { item: RewardReview }) {
  const { kind, first, second, signs, openedAt, outcome, note } = item
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <CardHead
        title={kind === 'trip' ? 'Viaje' : 'Invitación'}
        detail={
          <>
            <Link to={paths.person(first.id)}>{first.name}</Link>
            {kind === 'trip' ? ' viajó con ' : ' invitó a '}
            <Link to={paths.person(second.id)}>{second.name}</Link> · {dateTime(openedAt)}
          </>
        }
        aside={
          <StatusPill tone={outcome ? 'neutral' : 'urgent'}>
            {outcome === null ? 'Por resolver' : outcome === 'pay' ? 'Pagado' : 'No se pagó'}
          </StatusPill>
        }
      />
      <ul className="list-disc pl-5">
        {signs.map((sign) => (
          <li key={sign}>{signWords[sign]}</li>
        ))}
      </ul>
      {outcome === null ? (
        <Decide reviewId={item.id} />
      ) : (
        <p className="wrap-anywhere text-muted">Decisión: {note}</p>
      )}
    </Card>
  )
}

function Decide({ reviewId }: { reviewId: string }) {
  const queries = useQueryClient()
  const decide = useMutation({
    mutationFn: (body: Decision<ReviewOutcome>) =>
      api.rewards.resolveReview({ params: { reviewId }, body }),
    onSuccess: () => toastDone('Caso resuelto'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['reward-reviews'] }),
  })
  return (
    <DecisionForm
      hint="Queda en el registro. Les avisamos a los dos qué decidiste."
      min={CASE_NOTE_MIN}
      max={CASE_NOTE_MAX}
      outcomes={[
        ['refuse', 'No pagar'],
        ['pay', 'Pagar los puntos'],
      ]}
      mutation={decide}
    />
  )
}
