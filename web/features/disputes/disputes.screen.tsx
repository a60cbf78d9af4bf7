import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DisputeCase, DisputeOutcome } from '#contract/disputes.ts'
import { DISPUTE_TEXT_MAX, DISPUTE_TEXT_MIN } from '#contract/limits.ts'
import { CaseEvidence, DueClock, Said, Versions } from '#web/domain/back-office/case-evidence.tsx'
import { deskLinks } from '#web/domain/back-office/desk-links.ts'
import { openOrResolved, ReviewQueue } from '#web/domain/back-office/review-queue.tsx'
import { SameDevice } from '#web/domain/back-office/same-device.tsx'
import { paymentModeWords } from '#web/domain/trips/trip-words.ts'
import { api } from '#web/lib/api.ts'
import { dateTime, pesos } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CardHead } from '#web/ui/card-head.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { type Fact, Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import { useNote } from '#web/ui/use-note.ts'

export function Screen() {
  return (
    <ReviewQueue
      title="Reclamos"
      tabs={openOrResolved}
      one="reclamo"
      many="reclamos"
      queryKey={queryKeys.disputes}
      load={(status, page, signal) => api.disputes.queue({ query: { status, page }, signal })}
    >
      {(item) => <DisputeCard key={item.bookingId} item={item} />}
    </ReviewQueue>
  )
}

const ALL = ['disputes'] as const

/** A dispute: what both people say, the records, their chat, and the form for the decision. */
function DisputeCard({ item }: { item: DisputeCase }) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <CardHead
        title={`${item.from} → ${item.to}`}
        detail={`${item.passenger} reclama a ${item.driver} · ${dateTime(item.openedAt)}`}
        aside={item.outcome ? <Verdict outcome={item.outcome} /> : <DueClock dueAt={item.dueAt} />}
      />
      <Versions
        sides={[
          {
            title: `${item.passenger}, que reclama`,
            children: <Said>{item.statement}</Said>,
          },
          {
            title: `${item.driver}, al volante`,
            children: <Facts className="tnum grid gap-3" facts={driverFacts(item)} />,
          },
        ]}
      />
      <Facts className="tnum grid gap-4 sm:grid-cols-2" facts={recordsOf(item)} />
      <p className="flex flex-wrap gap-x-4">
        <Link to={deskLinks.booking(item.bookingId)}>Ver la reserva</Link>
        <Link to={deskLinks.trip(item.tripId)}>Ver el viaje</Link>
      </p>
      {!item.outcome && (
        <CaseEvidence
          load={() => api.disputes.evidence({ params: { bookingId: item.bookingId } })}
        />
      )}
      {item.proposal && !item.outcome && <Proposal item={item} />}
      {item.outcome ? (
        <p className="text-muted">Decisión: {item.note}</p>
      ) : (
        !item.proposal?.mine && <Decide item={item} />
      )}
    </Card>
  )
}

/** Decision of the first person; above a value, two people must agree. */
function Proposal({ item: { proposal } }: { item: DisputeCase }) {
  if (!proposal) return null
  const side = proposal.outcome === 'passenger' ? 'del pasajero' : 'del conductor'
  return (
    <>
      <Banner tone="info" live="off" title={`Propuesta: a favor ${side}`}>
        {proposal.by}: {proposal.note}{' '}
        {proposal.mine
          ? 'Otra persona del equipo debe confirmarla.'
          : 'Decide lo mismo para confirmarla, o lo contrario para rechazarla.'}
      </Banner>
      {proposal.sameDevice && <SameDevice by={proposal.by} />}
    </>
  )
}

function Verdict({ outcome }: { outcome: DisputeOutcome }) {
  return (
    <StatusPill tone="neutral">
      {outcome === 'passenger' ? 'A favor del pasajero' : 'A favor del conductor'}
    </StatusPill>
  )
}

const recorded = (at: string | null) => (at ? `Sí, ${dateTime(at)}` : 'No hay registro')

/** The driver's version: what they recorded, because a dispute asks them for no text. */
function driverFacts(item: DisputeCase): Fact[] {
  const { claimedAt, deniedCheckInAt, arrivalRecordedAt, scannedAt } = item
  return [
    ['Marcó que no subió', claimedAt && dateTime(claimedAt)],
    ['Registró que subió', deniedCheckInAt && dateTime(deniedCheckInAt)],
    ['¿Registró su llegada?', recorded(arrivalRecordedAt)],
    ['¿Leyó el tiquete?', recorded(scannedAt)],
  ]
}

function recordsOf(item: DisputeCase): Fact[] {
  const isAbsence = !item.claimedAt && !item.deniedCheckInAt
  return [
    ['Hora de recogida', dateTime(item.picksUpAt)],
    ['Según el pasajero', isAbsence && 'El conductor no llegó'],
    ['Según el pasajero', item.deniedCheckInAt && 'No se subió, y lo registraron'],
    [
      '¿Subió alguien más ahí o después?',
      item.carWasThere ? 'Sí, hay registro' : 'No hay registro',
    ],
    [paymentModeWords[item.paymentMode].title, pesos(item.price)],
  ]
}

type Question = Record<DisputeOutcome, { title: string; confirm: string }>

/** Of a direct payment Cupo moves the commission only: the question is whose word counts. */
export const questions: Record<DisputeCase['paymentMode'], Question> = {
  billetera: {
    passenger: { title: '¿Devolver todo al pasajero?', confirm: 'Devolver al pasajero' },
    driver: { title: '¿Pagar el cupo al conductor?', confirm: 'Pagar al conductor' },
  },
  directo: {
    passenger: { title: '¿Dar la razón al pasajero?', confirm: 'Dar la razón al pasajero' },
    driver: { title: '¿Dar la razón al conductor?', confirm: 'Dar la razón al conductor' },
  },
}

function Decide({ item }: { item: DisputeCase }) {
  const queries = useQueryClient()
  const { note, field, attempt } = useNote(DISPUTE_TEXT_MIN)
  const [asked, setAsked] = useState<DisputeOutcome | null>(null)
  const { bookingId, paymentMode } = item
  const decide = useMutation({
    mutationFn: (outcome: DisputeOutcome) =>
      api.disputes.resolve({ params: { bookingId }, body: { outcome, note } }),
    onSuccess: ({ outcome }) =>
      toastDone(outcome ? 'Reclamo resuelto' : 'Propuesta guardada: falta otra persona'),
    onSettled: () => queries.invalidateQueries({ queryKey: ALL }),
  })
  const ask = (outcome: DisputeOutcome) => attempt(() => setAsked(outcome))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <TextArea
        label="Motivo de la decisión"
        hint="Queda en el registro."
        rows={2}
        maxLength={DISPUTE_TEXT_MAX}
        {...field}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Button variant="secondary" onClick={() => ask('driver')}>
          A favor del conductor
        </Button>
        <Button onClick={() => ask('passenger')}>A favor del pasajero</Button>
      </div>
      {asked && (
        <ConfirmDialog
          open
          title={questions[paymentMode][asked].title}
          confirm={questions[paymentMode][asked].confirm}
          keep="Seguir revisando"
          pending={decide.isPending}
          onConfirm={() => decide.mutate(asked, { onSuccess: () => setAsked(null) })}
          onKeep={() => setAsked(null)}
        >
          <p>{consequence(item, asked)}</p>
          <ErrorBanner error={decide.error} />
        </ConfirmDialog>
      )}
    </div>
  )
}

/** What a decision does to the money, before it is confirmed. */
export function consequence(item: DisputeCase, outcome: DisputeOutcome): string {
  const first = item.needsSecond && !item.proposal
  const after = first
    ? 'Por el valor, otra persona del equipo debe confirmar tu decisión.'
    : 'La decisión no se puede cambiar y les avisamos a los dos.'
  if (item.paymentMode === 'directo') return `Fue pago directo: ${direct(item, outcome)} ${after}`
  return outcome === 'passenger'
    ? `Vuelven ${pesos(item.price)} a la billetera de ${item.passenger} y el conductor queda con ` +
        `un incumplimiento visible. ${after}`
    : `${item.driver} recibe ${pesos(item.price)} menos la comisión. ${after}`
}

/** Effect for direct payment: only the driver's commission is held, due if the journey happened. */
function direct(item: DisputeCase, outcome: DisputeOutcome): string {
  const back = `se devuelve al conductor la comisión${item.deniedCheckInAt ? '' : ' apartada'}`
  if (outcome === 'passenger') return `${back}, que queda con un incumplimiento visible.`
  if (item.deniedCheckInAt) return 'el viaje se da por hecho y la comisión queda cobrada.'
  return item.claimedAt
    ? `${back}.`
    : 'el viaje se da por hecho y se cobra la comisión al conductor.'
}
