import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SanctionView } from '#contract/conduct.ts'
import { CONDUCT_TEXT_MAX, CONDUCT_TEXT_MIN } from '#contract/limits.ts'
import { sanctionWords } from '#web/domain/conduct/conduct-words.ts'
import { api } from '#web/lib/api.ts'
import { dateShort, dateTime } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CardHead } from '#web/ui/card-head.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useNote } from '#web/ui/use-note.ts'

/** One sanction: its kind, reason, end and appeal. */
export function SanctionCard({ sanction }: { sanction: SanctionView }) {
  const { kind, at, endsAt, reason, liftedAt, appealUntil, appeal } = sanction
  const ended = liftedAt !== null || (endsAt !== null && new Date(endsAt) <= new Date())
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <CardHead
        title={sanctionWords[kind]}
        detail={`Del ${dateShort(at)}${endsAt ? ` hasta el ${dateTime(endsAt)}` : ''}`}
        aside={
          liftedAt ? (
            <StatusPill tone="ok">Levantada el {dateShort(liftedAt)}</StatusPill>
          ) : (
            ended && <StatusPill tone="neutral">Terminó</StatusPill>
          )
        }
      />
      <p className="wrap-anywhere whitespace-pre-line">{reason}</p>
      {appeal && <Appealed appeal={appeal} />}
      {appealUntil && <AppealForm sanctionId={sanction.id} until={appealUntil} />}
    </Card>
  )
}

function Appealed({ appeal }: { appeal: NonNullable<SanctionView['appeal']> }) {
  const { statement, at, answer, isUpheld } = appeal
  return (
    <div className="grid gap-3">
      <div>
        <h3 className="font-semibold">Tu apelación del {dateShort(at)}</h3>
        <p className="text-muted wrap-anywhere whitespace-pre-line">{statement}</p>
      </div>
      {answer === null ? (
        <Banner tone="info" live="off">
          La responde otra persona del equipo. Te avisamos.
        </Banner>
      ) : (
        <Banner
          tone={isUpheld ? 'ok' : 'info'}
          title={isUpheld ? 'Levantamos la sanción' : 'La sanción se mantiene'}
          live="off"
        >
          {answer}
        </Banner>
      )}
    </div>
  )
}

function AppealForm({ sanctionId, until }: { sanctionId: string; until: string }) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const { note, field, attempt } = useNote(CONDUCT_TEXT_MIN)
  const send = useMutation({
    mutationFn: () => api.conduct.appeal({ params: { sanctionId }, body: { text: note } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.conduct() }),
  })
  if (!open) {
    return (
      <div className="grid justify-items-start gap-2">
        <p className="text-muted">Puedes apelar una vez, hasta el {dateShort(until)}.</p>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Apelar
        </Button>
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <TextArea
        label="Por qué no estás de acuerdo"
        hint="La lee otra persona, no quien puso la sanción."
        rows={4}
        maxLength={CONDUCT_TEXT_MAX}
        {...field}
      />
      <ErrorBanner error={send.error} />
      <Button pending={send.isPending} pendingText="Enviando…" onClick={() => attempt(send.mutate)}>
        Enviar apelación
      </Button>
    </div>
  )
}
