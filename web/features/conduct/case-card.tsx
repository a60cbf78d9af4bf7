import type { ConductCase } from '#contract/conduct.ts'
import { outcomeWords, reasonOf } from '#web/domain/conduct/conduct-words.ts'
import { dateTime } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { CasePersonFacts } from './case-person.tsx'
import { CasePhotos } from './case-photos.tsx'
import { CaseProgress } from './case-progress.tsx'
import { CaseWords } from './case-words.tsx'
import { DecideCase } from './decide-case.tsx'

const factWords: Record<string, string> = {
  counted: 'Contado',
  limit: 'Límite de la regla',
  day: 'Último día',
}

/** A conduct case: the report or signal, the histories of both people, and the decision. */
export function CaseCard({ item }: { item: ConductCase }) {
  const facts = Object.entries(item.facts)
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div>
          <h2 className="text-xl">{reasonOf(item.reason)}</h2>
          <p className="text-sm text-muted">
            {item.kind === 'report' ? 'Reporte' : 'Señal de una regla'} · {dateTime(item.createdAt)}
          </p>
        </div>
        <StatusPill tone={item.outcome ? 'neutral' : 'urgent'}>{stateOf(item)}</StatusPill>
      </div>
      {item.statement && (
        <blockquote className="border-l-4 border-line pl-4 wrap-anywhere whitespace-pre-line">
          {item.statement}
        </blockquote>
      )}
      {facts.length > 0 && (
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className="text-sm text-muted">{factWords[name] ?? name}</dt>
              <dd className="tnum font-semibold wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {['message', 'rating'].includes(item.subject.kind) && <CaseWords reportId={item.id} />}
      {item.photoIds.length > 0 && <CasePhotos photoIds={item.photoIds} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <CasePersonFacts as="Sobre" person={item.about} />
        {item.reporter && <CasePersonFacts as="Reporta" person={item.reporter} />}
      </div>
      <CaseProgress item={item} />
      {item.outcome && <p className="text-muted wrap-anywhere">Motivo: {item.note}</p>}
      {!item.outcome && item.isOwn && (
        <Banner tone="info" live="off">
          Eres parte de este caso: lo decide otra persona.
        </Banner>
      )}
      {!item.outcome && !item.isOwn && <DecideCase item={item} />}
    </Card>
  )
}

function stateOf({ outcome, proposal, isPaused }: ConductCase): string {
  if (outcome) return outcomeWords[outcome]
  if (proposal) return 'Espera la segunda firma'
  return isPaused ? 'En pausa, por decidir' : 'Por resolver'
}
