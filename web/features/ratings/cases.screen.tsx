import { NOT_TOGETHER_MAX, NOT_TOGETHER_MIN } from '#contract/rating-tags.ts'
import type { RatingCase } from '#contract/ratings.ts'
import { api } from '#web/lib/api.ts'
import { dateTime } from '#web/lib/format.ts'
import { ClockWord } from '#web/shared/desk/back-office/clock-word.tsx'
import { QueueDecision } from '#web/shared/desk/back-office/decision-form.tsx'
import { DecisionLine } from '#web/shared/desk/back-office/decision-line.tsx'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { DeskCase, type DeskRow } from '#web/shared/desk/back-office/desk-split.tsx'
import { PersonPane } from '#web/shared/desk/back-office/person-pane.tsx'
import { openOrResolved, ReviewQueue } from '#web/shared/desk/back-office/review-queue.tsx'
import { ratingKeys } from '#web/shared/ratings/rating-keys.ts'
import { WrittenRating } from '#web/shared/ratings/written-rating.tsx'
import { Link } from '#web/ui/link.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'

/** Ratings that do not count until somebody of the team decides. */
export function Screen() {
  return (
    <ReviewQueue
      title="Calificaciones por revisar"
      tabs={openOrResolved}
      queryKey={ratingKeys.cases}
      load={(query, signal) => api.ratings.cases({ query, signal })}
      row={rowOf}
      detail={(item) => <CaseCard item={item} />}
      person={({ passenger, driver }) => (
        <PersonPane
          people={[
            { ...passenger, role: 'viajó' },
            { ...driver, role: 'condujo' },
          ]}
        />
      )}
    />
  )
}

const stateOf = ({ outcome }: RatingCase) =>
  outcome === null ? 'Por resolver' : outcome === 'count' ? 'Cuentan' : 'No cuentan'

const rowOf = (item: RatingCase): DeskRow => ({
  ...{ id: item.id, title: `${item.from} → ${item.to}`, who: kinds[item.kind] },
  aside: <ClockWord dueAt={item.dueAt} />,
  more: `${item.driver.name} y ${item.passenger.name} · ${stateOf(item)}`,
})

const kinds: Record<RatingCase['kind'], string> = {
  not_together: 'Dice que no viajaron juntos',
  same_device: 'Las dos cuentas se usaron en el mismo navegador',
  same_payment: 'Las dos billeteras se recargaron con el mismo medio de pago',
  same_plate: 'El pasajero también registró el carro del viaje',
}

const aboard: Record<string, string> = {
  ticket: 'El conductor leyó el tiquete',
  code: 'El conductor escribió el código',
  name: 'El conductor escribió su nombre y los últimos números de su documento',
  passenger: 'El pasajero dijo que iba a bordo',
  auto: 'Nadie lo registró: se dio por hecho',
}

function CaseCard({ item }: { item: RatingCase }) {
  const { passenger, driver, kind, openedBy, statement, ratings, outcome } = item
  return (
    <DeskCase
      title={`${item.from} → ${item.to}`}
      detail={
        <>
          {driver.name} llevó a {passenger.name} · {dateTime(item.at)} ·{' '}
          <Link to={deskLinks.booking(item.bookingId)}>Ver la reserva</Link>
        </>
      }
      aside={<StatusPill tone={outcome ? 'neutral' : 'urgent'}>{stateOf(item)}</StatusPill>}
      foot={outcome === null && <Decide caseId={item.id} />}
    >
      <div>
        <p className="font-semibold">{kinds[kind]}</p>
        {statement && (
          <blockquote className="mt-2 border-l-4 border-line pl-4 wrap-anywhere">
            {openedBy}: {statement}
          </blockquote>
        )}
        <p className="mt-2 text-sm text-muted">
          {item.checkedInBy === null
            ? 'No se registró la subida.'
            : `${aboard[item.checkedInBy] ?? 'Se registró la subida'}.`}
        </p>
      </div>
      {ratings.map((rating) => (
        <section key={rating.id} className="grid gap-1">
          <h3 className="font-semibold break-words">
            Sobre {rating.as === 'driver' ? driver.name : passenger.name}
          </h3>
          <WrittenRating
            rating={rating}
            repliedBy={rating.as === 'driver' ? driver.name : passenger.name}
          />
        </section>
      ))}
      <DecisionLine by={item.decidedBy} at={item.resolvedAt} note={item.note} />
    </DeskCase>
  )
}

function Decide({ caseId }: { caseId: string }) {
  return (
    <QueueDecision
      send={(body) => api.ratings.resolveCase({ params: { caseId }, body })}
      done="Caso resuelto"
      queueKey={['rating-cases']}
      hint="Queda en el registro. Les avisamos a los dos."
      min={NOT_TOGETHER_MIN}
      max={NOT_TOGETHER_MAX}
      outcomes={[
        ['exclude', 'No cuentan'],
        ['count', 'Sí cuentan'],
      ]}
    />
  )
}
