import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AppealCase } from '#contract/conduct.ts'
import { CONDUCT_TEXT_MAX, CONDUCT_TEXT_MIN } from '#contract/limits.ts'
import { ReviewQueue } from '#web/domain/back-office/review-queue.tsx'
import { sanctionWords } from '#web/domain/conduct/conduct-words.ts'
import { api } from '#web/lib/api.ts'
import { dateTime } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Page } from '#web/ui/page.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import { CasePersonFacts } from './case-person.tsx'

/** Appeals, for the team. */
export function Screen() {
  return (
    <Page title="Apelaciones" width="page">
      <ReviewQueue
        one="apelación"
        many="apelaciones"
        queryKey={queryKeys.appeals}
        load={(status, page, signal) => api.conduct.appeals({ query: { status, page }, signal })}
      >
        {(item) => <AppealCard key={item.sanctionId} item={item} />}
      </ReviewQueue>
    </Page>
  )
}

/** An appealed sanction, the text of the appeal, and the form for its decision. */
function AppealCard({ item }: { item: AppealCase }) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div>
          <h2 className="text-xl">{sanctionWords[item.kind]}</h2>
          <p className="text-sm text-muted">
            Apelada el {dateTime(item.createdAt)}
            {item.endsAt && ` · termina el ${dateTime(item.endsAt)}`}
          </p>
        </div>
        <StatusPill tone={item.isUpheld === null ? 'urgent' : 'neutral'}>
          {item.isUpheld === null ? 'Por resolver' : item.isUpheld ? 'Levantada' : 'Se mantiene'}
        </StatusPill>
      </div>
      <p className="wrap-anywhere">
        <span className="text-muted">Motivo de la sanción: </span>
        {item.reason}
      </p>
      <blockquote className="border-l-4 border-line pl-4 wrap-anywhere whitespace-pre-line">
        {item.statement}
      </blockquote>
      <CasePersonFacts as="Apela" person={item.person} />
      {item.answer !== null && <p className="text-muted wrap-anywhere">Respuesta: {item.answer}</p>}
      {item.isUpheld === null && item.isOwn && (
        <Banner tone="info" live="off">
          Tú pusiste esta sanción: responde otra persona.
        </Banner>
      )}
      {item.isUpheld === null && !item.isOwn && <Answer sanctionId={item.sanctionId} />}
    </Card>
  )
}

function Answer({ sanctionId }: { sanctionId: string }) {
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const isShort = note.trim().length < CONDUCT_TEXT_MIN
  const answer = useMutation({
    mutationFn: (isUpheld: boolean) =>
      api.conduct.answer({ params: { sanctionId }, body: { isUpheld, note: note.trim() } }),
    onSuccess: () => toastDone('Apelación respondida'),
    onSettled: () => client.invalidateQueries({ queryKey: ['appeals'] }),
  })
  const send = (isUpheld: boolean) => {
    setTried(true)
    if (!isShort) answer.mutate(isUpheld)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <TextArea
        label="Respuesta"
        hint="La persona la lee."
        rows={2}
        maxLength={CONDUCT_TEXT_MAX}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        error={tried && isShort ? `Escribe al menos ${CONDUCT_TEXT_MIN} letras.` : null}
      />
      <ErrorBanner error={answer.error} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Button
          variant="secondary"
          pending={answer.isPending && answer.variables === false}
          onClick={() => send(false)}
        >
          Mantener la sanción
        </Button>
        <Button pending={answer.isPending && answer.variables === true} onClick={() => send(true)}>
          Levantar la sanción
        </Button>
      </div>
    </div>
  )
}
