import { useState } from 'react'
import type { SafePointReportReason, SafePointView } from '#contract/safe-points.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import { reasonOptions } from './point-words.ts'
import { useReport } from './use-safe-points.ts'

type ReportPointProps = { point: SafePointView; open: boolean; onClose: () => void }

/** Form to report a problem with a SafePoint to the moderators. */
export function ReportPoint({ point, open, onClose }: ReportPointProps) {
  return (
    <Sheet open={open} onClose={onClose} title={`Reportar ${point.name}`}>
      <ReportForm pointId={point.id} onDone={onClose} />
    </Sheet>
  )
}

function ReportForm({ pointId, onDone }: { pointId: string; onDone: () => void }) {
  const [reason, setReason] = useState<SafePointReportReason | null>(null)
  const [details, setDetails] = useState('')
  const [asked, setAsked] = useState(false)
  const report = useReport(pointId)
  const send = () => {
    setAsked(true)
    if (!reason) return
    const body = { reason, ...(details.trim() ? { details: details.trim() } : {}) }
    report.mutate(body, {
      onSuccess: () => {
        toastDone('Gracias. Lo vamos a revisar.')
        onDone()
      },
    })
  }
  return (
    <div className="grid gap-4">
      <ErrorBanner error={report.error} />
      <RadioCards
        legend="¿Qué pasa con este punto?"
        options={reasonOptions}
        value={reason}
        onChange={setReason}
        error={asked && !reason ? 'Elige una opción.' : null}
      />
      <TextArea
        label="Cuéntanos más"
        optional
        rows={2}
        maxLength={300}
        value={details}
        onChange={(event) => setDetails(event.target.value)}
      />
      <Button onClick={send} pending={report.isPending} pendingText="Enviando…">
        Enviar reporte
      </Button>
    </div>
  )
}
