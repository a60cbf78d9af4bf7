import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DISCARD_REASON_MAX, DISCARD_REASON_MIN } from '#contract/limits.ts'
import type { DeadDelivery } from '#contract/notifications.ts'
import { api } from '#web/lib/api.ts'
import { dateTime } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { toastDone } from '#web/ui/toaster.ts'

export function Screen() {
  return (
    <Page
      title="Envíos fallidos"
      lead="Mensajes que no llegaron tras varios intentos."
      width="page"
    >
      <DeadDeliveries />
    </Page>
  )
}

function DeadDeliveries() {
  const [page, setPage] = useState(1)
  const query = useQuery({
    queryKey: queryKeys.deliveries(page),
    queryFn: ({ signal }) => api.notifications.listDeadDeliveries({ query: { page }, signal }),
  })
  const answer = neededAnswer(query)
  if (!answer) return <SkeletonList rows={2} rowClass="h-56" />
  const { items, total, totalPages } = answer
  if (total === 0) {
    return (
      <EmptyState region="llano" title="Todo llegó">
        Cuando un mensaje no se pueda entregar, queda aquí para intentarlo de nuevo.
      </EmptyState>
    )
  }
  return (
    <>
      {items.map((item) => (
        <DeliveryCard key={item.id} item={item} />
      ))}
      <Pager page={page} totalPages={totalPages} onPage={setPage} of="mensajes" />
    </>
  )
}

const channels = { mail: 'Correo', push: 'Aviso al navegador', whatsapp: 'WhatsApp', sms: 'SMS' }

/** A message that was not delivered: send it again, or abandon it with a reason. */
function DeliveryCard({ item }: { item: DeadDelivery }) {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const params = { deliveryId: item.id }
  const onSettled = () => client.invalidateQueries({ queryKey: ['deliveries'] })
  const retry = useMutation({
    mutationFn: () => api.notifications.retryDelivery({ params }),
    onSuccess: () => toastDone('Lo intentamos de nuevo'),
    onSettled,
  })
  const discard = useMutation({
    mutationFn: () =>
      api.notifications.discardDelivery({ params, body: { reason: reason.trim() } }),
    onSuccess: () => toastDone('Mensaje descartado'),
    onSettled,
  })
  const tooShort = reason.trim().length < DISCARD_REASON_MIN
  const error = retry.error ?? discard.error
  const facts: [string, string | null][] = [
    ['Mensaje', item.template],
    ['Para', item.to],
    ['Intentos', String(item.attempts)],
    ['Último error', item.error],
    ['Se abandonó', dateTime(item.failedAt)],
  ]
  return (
    <CardSection title={channels[item.channel]}>
      <dl className="mb-4 grid gap-3 sm:grid-cols-2">
        {facts.map(
          ([term, value]) =>
            value && (
              <div key={term} className="min-w-0">
                <dt className="text-sm text-muted">{term}</dt>
                <dd className="font-semibold wrap-anywhere">{value}</dd>
              </div>
            ),
        )}
      </dl>
      <ErrorBanner error={error} />
      <div className="grid gap-4">
        <Retry pending={retry.isPending} onClick={() => retry.mutate()} />
        <TextArea
          label="Por qué se descarta"
          hint="Queda en el registro con tu nombre."
          rows={2}
          maxLength={DISCARD_REASON_MAX}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={checked && tooShort ? `Escribe al menos ${DISCARD_REASON_MIN} letras.` : null}
        />
        <Button
          variant="secondary"
          className="justify-self-start"
          pending={discard.isPending}
          onClick={() => {
            setChecked(true)
            if (!tooShort) discard.mutate()
          }}
        >
          Descartar
        </Button>
      </div>
    </CardSection>
  )
}

function Retry(props: { pending: boolean; onClick: () => void }) {
  return (
    <Button className="justify-self-start" {...props}>
      Intentar de nuevo
    </Button>
  )
}
