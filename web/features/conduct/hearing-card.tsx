import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { HearingView } from '#contract/conduct.ts'
import { CONDUCT_TEXT_MAX, CONDUCT_TEXT_MIN } from '#contract/limits.ts'
import { api } from '#web/lib/api.ts'
import { dateShort, dateTime } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useNote } from '#web/ui/use-note.ts'

/** The team's question before it decides a case, and the form for the answer. */
export function HearingCard({ hearing }: { hearing: HearingView }) {
  const { note, askedAt, text, answeredAt } = hearing
  const [editing, setEditing] = useState(false)
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h2 className="text-xl">Queremos oír tu versión</h2>
        <p className="text-sm text-muted">Te preguntamos el {dateShort(askedAt)}</p>
      </div>
      <p className="wrap-anywhere whitespace-pre-line">{note}</p>
      {answeredAt !== null && !editing ? (
        <>
          <div>
            <h3 className="font-semibold">Lo que respondiste el {dateShort(answeredAt)}</h3>
            <p className="text-muted wrap-anywhere whitespace-pre-line">{text}</p>
          </div>
          <Banner tone="info" live="off">
            Lo lee quien decide. Te avisamos qué decidimos.
          </Banner>
          <div>
            <Button variant="secondary" onClick={() => setEditing(true)}>
              Cambiar mi respuesta
            </Button>
          </div>
        </>
      ) : (
        <AnswerForm hearing={hearing} onSent={() => setEditing(false)} />
      )}
    </Card>
  )
}

function AnswerForm({ hearing, onSent }: { hearing: HearingView; onSent: () => void }) {
  const client = useQueryClient()
  const { note, field, attempt } = useNote(CONDUCT_TEXT_MIN, hearing.text ?? '')
  const send = useMutation({
    mutationFn: () => {
      const params = { caseId: hearing.caseId }
      return api.conduct.answerHearing({ params, body: { text: note } })
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queryKeys.conduct() })
      onSent()
    },
  })
  return (
    <div className="grid gap-4">
      <TextArea
        label="Qué pasó"
        hint={`Solo la lee el equipo. Te oímos hasta el ${dateTime(hearing.until)}`}
        rows={4}
        maxLength={CONDUCT_TEXT_MAX}
        {...field}
      />
      <ErrorBanner error={send.error} />
      <Button pending={send.isPending} pendingText="Enviando…" onClick={() => attempt(send.mutate)}>
        Enviar mi versión
      </Button>
    </div>
  )
}
