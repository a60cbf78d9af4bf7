import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CASE_NOTE_MAX, CASE_NOTE_MIN } from '#contract/limits.ts'
import type { ReviewOutcome, ReviewSign, RewardReview } from '#contract/rewards.ts'
import { ReviewQueue } from '#web/domain/back-office/review-queue.tsx'
import { rewardKeys } from '#web/domain/rewards/reward-links.ts'
import { api } from '#web/lib/api.ts'
import { dateTime } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { toastDone } from '#web/ui/toaster.ts'

/** Points under review: the people involved may be one person with two accounts. */
export function Screen() {
  return (
    <Page title="Puntos por revisar" width="page">
      <ReviewQueue
        one="caso"
        many="casos"
        queryKey={rewardKeys.reviews}
        load={(status, page, signal) => api.rewards.reviews({ query: { status, page }, signal })}
      >
        {(item) => <ReviewCard key={item.id} item={item} />}
      </ReviewQueue>
    </Page>
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
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 className="text-xl">{kind === 'trip' ? 'Viaje' : 'Invitación'}</h2>
          <p className="text-sm text-muted wrap-anywhere">
            <Link to={paths.person(first.id)}>{first.name}</Link>
            {kind === 'trip' ? ' viajó con ' : ' invitó a '}
            <Link to={paths.person(second.id)}>{second.name}</Link> · {dateTime(openedAt)}
          </p>
        </div>
        <StatusPill tone={outcome ? 'neutral' : 'urgent'}>
          {outcome === null ? 'Por resolver' : outcome === 'pay' ? 'Pagado' : 'No se pagó'}
        </StatusPill>
      </div>
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
  const [note, setNote] = useState('')
  const [checked, setChecked] = useState(false)
  const tooShort = note.trim().length < CASE_NOTE_MIN
  const decide = useMutation({
    mutationFn: (outcome: ReviewOutcome) =>
      api.rewards.resolveReview({ params: { reviewId }, body: { outcome, note: note.trim() } }),
    onSuccess: () => toastDone('Caso resuelto'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['reward-reviews'] }),
  })
  const send = (outcome: ReviewOutcome) => {
    setChecked(true)
    if (!tooShort) decide.mutate(outcome)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <TextArea
        label="Motivo de la decisión"
        hint="Queda en el registro. Les avisamos a los dos qué decidiste."
        rows={2}
        maxLength={CASE_NOTE_MAX}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        error={checked && tooShort ? `Escribe al menos ${CASE_NOTE_MIN} letras.` : null}
      />
      <ErrorBanner error={decide.error} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Button variant="secondary" pending={decide.isPending} onClick={() => send('refuse')}>
          No pagar
        </Button>
        <Button pending={decide.isPending} onClick={() => send('pay')}>
          Pagar los puntos
        </Button>
      </div>
    </div>
  )
}
