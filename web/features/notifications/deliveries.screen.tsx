import { useSearchParams } from 'react-router'
import { DISCARD_REASON_MAX, DISCARD_REASON_MIN } from '#contract/limits.ts'
import type { DeadDelivery } from '#contract/notifications.ts'
import { api } from '#web/lib/api.ts'
import { dateTime } from '#web/lib/format.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { type Fact, Facts } from '#web/ui/facts.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useNote } from '#web/ui/use-note.ts'
import { failureOf } from './failure-words.ts'
import { topicWords } from './topic-words.ts'

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
  const [search, setSearch] = useSearchParams()
  const page = Math.max(1, Math.floor(Number(search.get('pagina')) || 1))
  const answer = useNeeded(queryKeys.deliveries(page), (signal) =>
    api.notifications.listDeadDeliveries({ query: { page }, signal }),
  )
  if (!answer) return <SkeletonList rows={2} rowClass="h-56" />
  const { items, total, totalPages } = answer
  if (total === 0) {
    return (
      <EmptyState region="costa" title="Todo llegó">
        Cuando un mensaje no se pueda entregar, queda aquí para intentarlo de nuevo.
      </EmptyState>
    )
  }
  return (
    <>
      {items.map((item) => (
        <DeliveryCard key={item.id} item={item} />
      ))}
      <Pager
        page={page}
        totalPages={totalPages}
        onPage={(at) => setSearch({ pagina: String(at) })}
        of="mensajes"
      />
    </>
  )
}

const channels = { mail: 'Correo', push: 'Aviso al navegador', whatsapp: 'WhatsApp', sms: 'SMS' }

function DeliveryCard({ item }: { item: DeadDelivery }) {
  const { note: reason, field, attempt } = useNote(DISCARD_REASON_MIN)
  const params = { deliveryId: item.id }
  const refresh = [['deliveries']]
  const retry = useAct(() => api.notifications.retryDelivery({ params }), {
    done: 'Lo intentamos de nuevo',
    refresh,
  })
  const discard = useAct(() => api.notifications.discardDelivery({ params, body: { reason } }), {
    done: 'Mensaje descartado',
    refresh,
  })
  const error = retry.error ?? discard.error
  const facts: Fact[] = [
    ['Mensaje', item.topic && `Sobre ${topicWords[item.topic].name.toLowerCase()}`],
    ['Para', item.to],
    ['Intentos', String(item.attempts)],
    ['Último error', failureOf(item)],
    ['Se abandonó', dateTime(item.failedAt)],
  ]
  return (
    <CardSection title={channels[item.channel]}>
      <Facts className="mb-4 grid gap-3 sm:grid-cols-2" facts={facts} />
      {item.error && (
        <details className="mb-4">
          <summary className="min-h-11 content-center">Respuesta sin traducir</summary>
          <p lang="en" className="wrap-anywhere text-sm text-muted">
            {item.error}
          </p>
        </details>
      )}
      <ErrorBanner error={error} />
      <div className="grid gap-4">
        <Button className="justify-self-start" run={retry}>
          Intentar de nuevo
        </Button>
        <TextArea
          label="Por qué se descarta"
          hint="Queda en el registro con tu nombre."
          rows={2}
          maxLength={DISCARD_REASON_MAX}
          {...field}
        />
        <Button
          variant="secondary"
          className="justify-self-start"
          pending={discard.isPending}
          onClick={() => attempt(discard.mutate)}
        >
          Descartar
        </Button>
      </div>
    </CardSection>
  )
}
