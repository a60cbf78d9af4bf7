import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CaseOutcome, ConductCase } from '#contract/conduct.ts'
import { CONDUCT_TEXT_MAX, CONDUCT_TEXT_MIN, SUSPENSION_DAYS } from '#contract/limits.ts'
import { outcomeWords, reasonOf } from '#web/domain/conduct/conduct-words.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { dateTime } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Select } from '#web/ui/select.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import { CasePersonFacts } from './case-person.tsx'
import { CasePhotos } from './case-photos.tsx'
import { CaseWords } from './case-words.tsx'

const factWords: Record<string, string> = {
  counted: 'Contado',
  limit: 'Límite de la regla',
  day: 'Último día',
}

/** What was reported or noticed, both histories, and the decision. */
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
        <StatusPill tone={item.outcome ? 'neutral' : 'urgent'}>
          {item.outcome ? outcomeWords[item.outcome] : 'Por resolver'}
        </StatusPill>
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
      {item.outcome && <p className="text-muted wrap-anywhere">Motivo: {item.note}</p>}
      {!item.outcome && item.isOwn && (
        <Banner tone="info" live="off">
          Eres parte de este caso: lo decide otra persona.
        </Banner>
      )}
      {!item.outcome && !item.isOwn && <Decide item={item} />}
    </Card>
  )
}

const days = SUSPENSION_DAYS.map((count) => ({ value: String(count), label: `${count} días` }))

function Decide({ item }: { item: ConductCase }) {
  const client = useQueryClient()
  const { suggestion } = item
  const [outcome, setOutcome] = useState<CaseOutcome>(suggestion.outcome)
  const [length, setLength] = useState(suggestion.days ?? SUSPENSION_DAYS[0])
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const isShort = note.trim().length < CONDUCT_TEXT_MIN
  const decide = useMutation({
    mutationFn: () => {
      const chosen = SUSPENSION_DAYS.find((count) => count === length)
      const body = {
        outcome,
        note: note.trim(),
        ...(outcome === 'suspension' && chosen ? { days: chosen } : {}),
      }
      return api.conduct.decide({ params: { reportId: item.id }, body })
    },
    onSuccess: () => toastDone('Caso decidido'),
    onSettled: () => client.invalidateQueries({ queryKey: ['conduct-cases'] }),
  })
  const options = Object.entries(outcomeWords)
    .filter(([value]) => value !== 'hidden' || ['message', 'rating'].includes(item.subject.kind))
    .map(([value, label]) => ({ value, label }))
  const submit = () => {
    setTried(true)
    if (!isShort) decide.mutate()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-sm text-muted">
        Si hubo una falta, las reglas dicen: {outcomeWords[suggestion.outcome].toLowerCase()}
        {suggestion.days !== null && ` de ${suggestion.days} días`}.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Decisión"
          options={options}
          value={outcome}
          onChange={(event) => setOutcome(event.target.value as CaseOutcome)}
        />
        {outcome === 'suspension' && (
          <Select
            label="Duración"
            options={days}
            value={String(length)}
            onChange={(event) => setLength(Number(event.target.value))}
          />
        )}
      </div>
      <TextArea
        label="Motivo"
        hint={outcome === 'nothing' ? 'Queda en el registro.' : 'La persona lo lee.'}
        rows={2}
        maxLength={CONDUCT_TEXT_MAX}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        error={tried && isShort ? `Escribe al menos ${CONDUCT_TEXT_MIN} letras.` : null}
      />
      {decide.isError && <Banner tone="err">{messageOf(decide.error)}</Banner>}
      <Button
        variant={outcome === 'expulsion' ? 'danger' : 'primary'}
        pending={decide.isPending}
        onClick={submit}
      >
        Decidir: {outcomeWords[outcome].toLowerCase()}
      </Button>
    </div>
  )
}
