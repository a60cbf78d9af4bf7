import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConductCase } from '#contract/conduct.ts'
import { PrivateImage } from '#web/domain/back-office/private-image.tsx'
import { outcomeWords, reasonOf } from '#web/domain/conduct/conduct-words.ts'
import { api } from '#web/lib/api.ts'
import { dateShort, dateTime, plural } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { CasePersonFacts } from './case-person.tsx'
import { DecideCase } from './decide-case.tsx'
import { plannedWords } from './planned-effect.ts'

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

/** Photos of a case. Loaded on a press, because each view is recorded. */
function CasePhotos({ photoIds }: { photoIds: readonly string[] }) {
  const [open, setOpen] = useState(false)
  if (!open) {
    return (
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        Ver {plural(photoIds.length, 'foto', 'fotos')}
      </Button>
    )
  }
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {photoIds.map((photoId, index) => (
        <PrivateImage
          key={photoId}
          documentId={photoId}
          label={`Foto ${index + 1} del reporte`}
          load={(signal) => api.conduct.photo({ params: { photoId }, signal })}
        />
      ))}
    </div>
  )
}

/** The reported message or rating. Loaded on a press, because each view is recorded. */
function CaseWords({ reportId }: { reportId: string }) {
  const view = useMutation({ mutationFn: () => api.conduct.words({ params: { reportId } }) })
  if (!view.data) {
    return (
      <div className="grid justify-items-start gap-3">
        <ErrorBanner error={view.error} />
        <Button
          variant="secondary"
          size="sm"
          pending={view.isPending}
          pendingText="Cargando…"
          onClick={() => view.mutate()}
        >
          Ver lo que se reportó
        </Button>
      </div>
    )
  }
  const { text, stars, at, isHidden } = view.data.words
  return (
    <figure className="grid gap-1">
      <figcaption className="text-sm text-muted">
        Escrito el {dateTime(at)}
        {stars !== null && ` · ${plural(stars, 'estrella', 'estrellas')}`}
        {isHidden && ' · ya no se muestra'}
      </figcaption>
      <blockquote className="border-l-4 border-line pl-4 wrap-anywhere whitespace-pre-line">
        {text ?? 'Sin texto.'}
      </blockquote>
    </figure>
  )
}

/** Steps taken in a case before its decision: plans, hearing and first signature. */
function CaseProgress({ item }: { item: ConductCase }) {
  const { planned, hearing, proposal } = item
  const words = planned ? plannedWords(planned) : ''
  return (
    <>
      {planned && (
        <p>
          <span className="text-muted">Por delante: </span>
          {words === '' ? 'sin viajes ni reservas' : words}
        </p>
      )}
      {hearing && (
        <section className="grid gap-1">
          <h3 className="text-sm text-muted">Su versión</h3>
          {hearing.text === null ? (
            <p>
              Hasta el {dateTime(hearing.until)} puede responder lo que le preguntamos el{' '}
              {dateShort(hearing.askedAt)}.
            </p>
          ) : (
            <blockquote className="border-l-4 border-line pl-4 wrap-anywhere whitespace-pre-line">
              {hearing.text}
            </blockquote>
          )}
        </section>
      )}
      {proposal && (
        <Banner
          tone="warn"
          live="off"
          title={
            proposal.isMine
              ? 'Propusiste su expulsión'
              : `${proposal.by} propuso su expulsión el ${dateTime(proposal.at)}`
          }
        >
          <p className="wrap-anywhere">{proposal.note}</p>
          {proposal.isMine && <p>La confirma otra persona del equipo.</p>}
          {proposal.sharesDevice && (
            <p>Usó el mismo navegador que tú: comprueba que son dos personas.</p>
          )}
        </Banner>
      )}
    </>
  )
}
