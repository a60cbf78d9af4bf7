import type { AppealCase } from '#contract/conduct.ts'
import { CONDUCT_TEXT_MAX, CONDUCT_TEXT_MIN } from '#contract/limits.ts'
import { CasePhotos } from '#web/features/conduct/case-photos.tsx'
import { api } from '#web/lib/api.ts'
import { dayAndTime } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { sanctionWords } from '#web/shared/conduct/conduct-words.ts'
import { ClockWord } from '#web/shared/desk/back-office/clock-word.tsx'
import { QueueDecision } from '#web/shared/desk/back-office/decision-form.tsx'
import { DecisionLine } from '#web/shared/desk/back-office/decision-line.tsx'
import { DeskCase, type DeskRow } from '#web/shared/desk/back-office/desk-split.tsx'
import { PersonPane } from '#web/shared/desk/back-office/person-pane.tsx'
import { openOrResolved, ReviewQueue } from '#web/shared/desk/back-office/review-queue.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { Said } from './case-evidence.tsx'
import { CasePersonFacts } from './case-person.tsx'

/** Appeals, for the team. */
export function Screen() {
  return (
    <ReviewQueue
      title="Apelaciones"
      tabs={openOrResolved}
      one="apelación"
      many="apelaciones"
      queryKey={queryKeys.appeals}
      load={(query, signal) => api.conduct.appeals({ query, signal })}
      row={rowOf}
      detail={(item) => <AppealCard item={item} />}
      person={({ person }) => (
        <PersonPane
          people={[{ ...person, role: 'apela', carried: <CasePersonFacts person={person} /> }]}
        />
      )}
    />
  )
}

const stateOf = ({ isUpheld }: AppealCase) =>
  isUpheld === null ? 'Por resolver' : isUpheld ? 'Levantada' : 'Se mantiene'

const rowOf = (item: AppealCase): DeskRow => ({
  ...{ id: item.sanctionId, title: sanctionWords[item.kind], who: item.person.name },
  aside: <ClockWord dueAt={item.dueAt} />,
  more: `${stateOf(item)} · apelada ${dayAndTime(item.createdAt)}`,
})

function AppealCard({ item }: { item: AppealCase }) {
  const ends = item.endsAt ? ` · termina ${dayAndTime(item.endsAt)}` : ''
  return (
    <DeskCase
      title={sanctionWords[item.kind]}
      detail={`Apelada ${dayAndTime(item.createdAt)}${ends}`}
      aside={
        <StatusPill tone={item.isUpheld === null ? 'urgent' : 'neutral'}>
          {stateOf(item)}
        </StatusPill>
      }
      foot={item.isUpheld === null && !item.isOwn && <Answer item={item} />}
    >
      <p className="wrap-anywhere">
        <span className="text-muted">Motivo de la sanción: </span>
        {item.reason}
      </p>
      <Said>{item.statement}</Said>
      <CasePhotos
        photoIds={item.photoIds}
        of="de la apelación"
        load={(photoId, signal) => api.conduct.appealPhoto({ params: { photoId }, signal })}
      />
      <DecisionLine by={item.decidedBy} at={item.answeredAt} note={item.answer} />
      {item.isUpheld === null && item.isOwn && (
        <Banner tone="info" live="off">
          Firmaste esta sanción, o es sobre ti: responde otra persona.
        </Banner>
      )}
    </DeskCase>
  )
}

function Answer({ item: { sanctionId, saidAt: seenSaidAt } }: { item: AppealCase }) {
  return (
    <QueueDecision
      send={({ outcome: isUpheld, note }) =>
        api.conduct.answer({ params: { sanctionId }, body: { isUpheld, note, seenSaidAt } })
      }
      done="Apelación respondida"
      queueKey={['appeals']}
      label="Respuesta"
      hint="La persona la lee."
      min={CONDUCT_TEXT_MIN}
      max={CONDUCT_TEXT_MAX}
      outcomes={[
        [false, 'Mantener la sanción'],
        [true, 'Levantar la sanción'],
      ]}
    />
  )
}
