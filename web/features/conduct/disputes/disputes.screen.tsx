import { useState } from 'react'
import type { DisputeCase, DisputeOutcome, DisputeSide } from '#contract/disputes.ts'
import { DISPUTE_TEXT_MAX, DISPUTE_TEXT_MIN } from '#contract/limits.ts'
import { CaseEvidence, Said, Versions } from '#web/features/conduct/case-evidence.tsx'
import { CasePhotos } from '#web/features/conduct/case-photos.tsx'
import { api } from '#web/lib/api.ts'
import { dateTime, dayAndTime, pesos } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { ClockWord } from '#web/shared/desk/back-office/clock-word.tsx'
import { DecisionLine } from '#web/shared/desk/back-office/decision-line.tsx'
import { Key } from '#web/shared/desk/back-office/desk-keys.tsx'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { DeskCase, type DeskRow, FOOT_ROW } from '#web/shared/desk/back-office/desk-split.tsx'
import { PersonPane } from '#web/shared/desk/back-office/person-pane.tsx'
import {
  openOrResolved,
  ReviewQueue,
  useDecided,
} from '#web/shared/desk/back-office/review-queue.tsx'
import { SameDevice } from '#web/shared/desk/back-office/same-device.tsx'
import { paymentModeWords } from '#web/shared/trips/trip-words.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useNote } from '#web/ui/use-note.ts'
import { answerWords } from './answer-words.ts'

export function Screen() {
  return (
    <ReviewQueue
      title="Reclamos"
      tabs={openOrResolved}
      one="reclamo"
      many="reclamos"
      queryKey={queryKeys.disputes}
      load={(query, signal) => api.disputes.queue({ query, signal })}
      row={rowOf}
      detail={(item) => <DisputeCard item={item} />}
      person={({ bookingId, passenger, driver }) => (
        <PersonPane
          except={bookingId}
          people={[
            { id: passenger.userId, name: passenger.name, role: 'reclama · pasajero' },
            { id: driver.userId, name: driver.name, role: 'responde · conduce' },
          ]}
        />
      )}
    />
  )
}

function rowOf(item: DisputeCase): DeskRow {
  const { bookingId: id, outcome, passenger, driver, from, to, dueAt } = item
  return {
    ...{ id, title: `${from} → ${to}`, who: `${passenger.name} y ${driver.name}` },
    aside: outcome ? <Verdict item={item} /> : <ClockWord dueAt={dueAt} />,
    more: `${pesos(item.price)} · ${paymentModeWords[item.paymentMode].title}`,
    group: outcome ? null : groupOf(item),
  }
}

/** What the case waits for; heads its rows in the list. */
export function groupOf({ heardFrom, proposal }: Pick<DisputeCase, 'heardFrom' | 'proposal'>) {
  if (proposal) return proposal.mine ? 'Esperan otra firma' : 'Esperan tu firma'
  return heardFrom ? 'Falta una versión' : 'Por decidir'
}

const ALL = ['disputes'] as const
const DISPUTE_OUTCOMES = ['passenger', 'driver'] as const

/** A dispute: both sides in equal columns, the records, their chat, and the decision. */
export function DisputeCard({ item }: { item: DisputeCase }) {
  const { passenger, driver, outcome, heardFrom } = item
  return (
    <DeskCase
      title={questionOf(item)}
      detail={
        `${item.from} → ${item.to}, ${dateTime(item.picksUpAt)} · ` +
        `${paymentModeWords[item.paymentMode].title} · ${pesos(item.price)}`
      }
      aside={outcome ? <Verdict item={item} /> : <ClockWord dueAt={item.dueAt} />}
      foot={!outcome && (item.heardFrom || !item.proposal?.mine) && <Next item={item} />}
    >
      {item.proposal && !outcome && <Proposal item={item} />}
      <Versions
        sides={[
          {
            title: `${passenger.name}, que reclama`,
            children: <Side item={item} side={passenger} none="" />,
          },
          {
            title: `${driver.name}, que conduce`,
            children: (
              <Side
                item={item}
                side={driver}
                none={
                  heardFrom
                    ? `Hasta ${dayAndTime(heardFrom)} puede responder.`
                    : 'No respondió a tiempo.'
                }
              />
            ),
          },
        ]}
      />
      <Records item={item} />
      <p className="flex flex-wrap gap-x-4">
        <Link to={deskLinks.booking(item.bookingId)}>Ver la reserva</Link>
        <Link to={deskLinks.trip(item.tripId)}>Ver el viaje</Link>
        {item.change && (
          <Link to={deskLinks.booking(item.change.bookingId)}>Ver la reserva del primer carro</Link>
        )}
      </p>
      {!outcome && (
        <CaseEvidence
          load={() => api.disputes.evidence({ params: { bookingId: item.bookingId } })}
        />
      )}
      <DecisionLine by={item.decidedBy} at={item.resolvedAt} note={item.note} />
    </DeskCase>
  )
}

function questionOf(item: DisputeCase): string {
  const { passenger, driver, claimedAt, deniedCheckInAt, change } = item
  if (change && !deniedCheckInAt) {
    return `¿El primer carro hizo que ${passenger.name} perdiera el de ${driver.name}?`
  }
  if (deniedCheckInAt) return `¿${passenger.name} viajó con ${driver.name}?`
  if (claimedAt) return `¿${passenger.name} estuvo en el punto?`
  return `¿${driver.name} llegó por ${passenger.name}?`
}

type SideProps = { item: DisputeCase; side: DisputeSide; none: string }

/** Words, photos and history of one person, with the same lines for both. */
function Side({ item: { bookingId }, side, none }: SideProps) {
  return (
    <>
      {side.answer && <p className="font-semibold">{answerWords[side.answer]}</p>}
      {side.words === null ? <p className="text-muted">{none}</p> : <Said>{side.words}</Said>}
      <CasePhotos
        photoIds={side.photoIds}
        of={`de ${side.name}`}
        load={(photoId, signal) => api.disputes.photo({ params: { bookingId, photoId }, signal })}
      />
      <Facts
        className="tnum flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-2"
        facts={[
          ['Viajes', side.trips],
          ['Reclamos', side.disputes],
          ['Ausencias', side.absences],
        ]}
      />
    </>
  )
}

function Records({ item }: { item: DisputeCase }) {
  const { passenger, driver, picksUpAt, arrivalRecordedAt, scannedAt, change } = item
  const byName = item.deniedByName
  const records = [
    [picksUpAt, null, 'Hora de recogida'],
    [arrivalRecordedAt, driver, 'registró su llegada'],
    [scannedAt, driver, 'leyó el tiquete'],
    [item.deniedCheckInAt, driver, byName ? 'registró nombre y documento' : 'registró que subió'],
    [item.claimedAt, driver, 'marcó «No llegó»'],
    [item.openedAt, passenger, 'reclamó'],
    [change?.plannedAt ?? null, null, `Debía llegar el primer carro, de ${change?.driver}`],
    [change?.arrivedAt ?? null, null, `Llegó el primer carro, de ${change?.driver}`],
  ] as const
  const known = records
    .filter(([at]) => at !== null)
    .sort(([a], [b]) => (a ?? '').localeCompare(b ?? ''))
  return (
    <section className="grid gap-2">
      <h3 className="text-base">Lo que quedó registrado</h3>
      <ol className="tnum grid gap-1">
        {known.map(([at, by, text]) => (
          <li
            key={text}
            className={cx(
              'flex flex-wrap gap-x-2',
              by === driver && 'justify-end text-right',
              by === null && 'justify-center text-center',
            )}
          >
            <span className="text-muted">{at && dateTime(at)}</span>
            <span className="min-w-0 wrap-anywhere">{by ? `${by.name} ${text}` : text}</span>
          </li>
        ))}
      </ol>
      <p className="text-sm text-muted">
        {change && !change.arrivedAt && 'No hay registro de la llegada del primer carro. '}
        {arrivalRecordedAt
          ? ''
          : `No hay registro de la llegada del ${change ? 'segundo ' : ''}carro. `}
        {item.carWasThere
          ? 'Otra persona subió ahí o después.'
          : 'No hay registro de que otra persona subiera ahí o después.'}
      </p>
    </section>
  )
}

/** The decision, or why nobody can decide yet. */
function Next({ item }: { item: DisputeCase }) {
  if (item.heardFrom) {
    return (
      <Banner tone="info" live="off" title={`Falta la versión de ${item.driver.name}`}>
        Desde {dayAndTime(item.heardFrom)}, o cuando responda, se puede decidir.
      </Banner>
    )
  }
  return <Decide item={item} />
}

/** Decision of the first person; above a value, two people must agree. */
function Proposal({ item: { proposal, ...item } }: { item: DisputeCase }) {
  if (!proposal) return null
  const { name } = item[proposal.outcome]
  return (
    <>
      <Banner tone="info" live="off" title={`Propuesta: a favor de ${name}`}>
        {proposal.by}, {dateTime(proposal.at)}: {proposal.note}{' '}
        {proposal.mine
          ? 'Otra persona del equipo debe confirmarla.'
          : 'Decide lo mismo para confirmarla, o lo contrario para rechazarla.'}
      </Banner>
      {proposal.sameDevice && <SameDevice by={proposal.by} />}
    </>
  )
}

function Verdict({ item: { outcome, passenger, driver } }: { item: DisputeCase }) {
  const { name } = outcome === 'passenger' ? passenger : driver
  return <StatusPill tone="neutral">A favor de {name}</StatusPill>
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
  const decided = useDecided()
  const { note, field, tried, attempt } = useNote(DISPUTE_TEXT_MIN, '', 'decision')
  const [chosen, setChosen] = useState<DisputeOutcome | null>(null)
  const [asked, setAsked] = useState<DisputeOutcome | null>(null)
  const { bookingId, paymentMode } = item
  const decide = useAct(
    (outcome: DisputeOutcome) =>
      api.disputes.resolve({
        params: { bookingId },
        body: { outcome, note, seenFirstAt: item.proposal?.at ?? null, seenSaidAt: item.saidAt },
      }),
    {
      onDone: ({ outcome }) =>
        decided(outcome ? 'Reclamo resuelto' : 'Propuesta guardada: falta otra persona'),
      refresh: [ALL],
    },
  )
  const ask = () => attempt(() => setAsked(chosen))
  return (
    <div className="grid gap-3">
      <RadioCards
        legend="Decisión"
        className="sm:grid-cols-2"
        options={DISPUTE_OUTCOMES.map((value, index) => ({
          value,
          title: `A favor de ${item[value].name}`,
          aside: <Key of={String(index + 1)} />,
          detail: effectOf(item, value),
        }))}
        value={chosen}
        onChange={setChosen}
        error={tried && !chosen ? 'Elige a favor de quién.' : null}
      />
      <div className={FOOT_ROW}>
        <TextArea
          label="Motivo de la decisión"
          hint="Queda en el registro."
          rows={2}
          maxLength={DISPUTE_TEXT_MAX}
          data-key="m"
          {...field}
        />
        <Button onClick={ask}>
          Decidir… <Key of="e" />
        </Button>
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
  return `${effectOf(item, outcome)} ${after}`
}

/** The effect on money and record of both; of a direct payment Cupo holds the commission only. */
function effectOf(item: DisputeCase, outcome: DisputeOutcome): string {
  const { passenger, driver, paymentMode, price, driverEarns, claimedAt, deniedCheckInAt } = item
  const failed =
    item.change && !deniedCheckInAt
      ? `${driver.name} no queda con nada: no fue su carro.`
      : `${driver.name} queda con un incumplimiento visible.`
  if (paymentMode === 'billetera') {
    return outcome === 'passenger'
      ? `${passenger.name} recibe de vuelta ${pesos(price)}. ${failed}`
      : `${driver.name} ${deniedCheckInAt ? 'conserva' : 'recibe'} ${pesos(driverEarns)}, sin la ` +
          `comisión. ${passenger.name} no recibe nada.`
  }
  const back = `Fue pago directo: ${driver.name} no paga comisión.`
  const isFree = driverEarns === price
  if (outcome === 'passenger') return `${back} ${failed}`
  if (isFree && !claimedAt) return 'Fue pago directo: el viaje se da por hecho.'
  if (deniedCheckInAt)
    return 'Fue pago directo: el viaje se da por hecho y la comisión queda cobrada.'
  return claimedAt
    ? `${back} ${passenger.name} queda con la ausencia.`
    : `Fue pago directo: el viaje se da por hecho y ${driver.name} paga la comisión.`
}
