import { useState } from 'react'
import type { IncidentCase, IncidentOutcome } from '#contract/safety.ts'
import { INCIDENT_NOTE_MIN, INCIDENT_TEXT_MAX } from '#contract/safety-limits.ts'
import { api } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useNote } from '#web/ui/use-note.ts'
import { outcomes } from './incident-words.ts'
import { useStep } from './use-incident.ts'

type CloseProps = { incident: IncidentCase; tickets: number; open: boolean; onClose: () => void }

/** Closes an incident: what happened, words to the person, and apart from them a private note. */
export function CloseIncident({ incident, tickets, open, onClose }: CloseProps) {
  const { id: incidentId, person, kind } = incident
  const [outcome, setOutcome] = useState<IncidentOutcome | null>(null)
  const { note, field } = useNote(0, '', 'closing-note')
  const [readAndCalled, setRead] = useState(false)
  const words = useNote(INCIDENT_NOTE_MIN, '', 'closing-words')
  const lacksCall = kind === 'emergency' && !readAndCalled
  const close = useStep((chosen: IncidentOutcome) => {
    const body = { outcome: chosen, answer: words.note, note, readAndCalled }
    return api.support.closeIncident({ params: { incidentId }, body })
  }, onClose)
  const { tried, attempt } = words
  const press = () => attempt(() => outcome && !lacksCall && close.mutate(outcome))
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Cerrar el incidente"
      footer={
        <Button pending={close.isPending} onClick={press}>
          Resuelto
        </Button>
      }
    >
      <div className="grid gap-4">
        <RadioCards
          legend="Qué pasó"
          options={outcomes}
          value={outcome}
          onChange={setOutcome}
          error={tried && !outcome ? 'Elige qué pasó.' : null}
        />
        <TextArea
          label={`Lo que le decimos a ${person.name}`}
          hint="Le llega por todos los medios."
          rows={3}
          maxLength={INCIDENT_TEXT_MAX}
          {...words.field}
        />
        <TextArea
          label="Nota privada (opcional)"
          hint="Solo la lee el equipo."
          rows={2}
          maxLength={INCIDENT_TEXT_MAX}
          {...field}
        />
        {kind === 'emergency' && (
          <Checkbox
            label="Leí y llamé"
            checked={readAndCalled}
            onChange={(event) => setRead(event.target.checked)}
            error={tried && lacksCall ? 'Confirma que leíste y llamaste.' : null}
          />
        )}
        {tickets > 0 && <p className="text-sm text-muted">Se resuelven con él sus casos.</p>}
        <ErrorBanner error={close.error} />
      </div>
    </Dialog>
  )
}
