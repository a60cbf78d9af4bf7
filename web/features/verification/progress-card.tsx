import { paths } from '#web/lib/paths.ts'
import { ReviewTime } from '#web/shared/verification/review-time.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { missingNames } from './document-words.ts'
import type { RequirementView, ShownAnswer } from './use-documents.ts'

const fills: Record<RequirementView['state'], string> = {
  missing: 'bg-surface ring-edge',
  pending: 'bg-maiz ring-bosque',
  approved: 'bg-bosque ring-bosque',
  rejected: 'bg-err-soft ring-err',
  expired: 'bg-arcilla-soft ring-arcilla',
}

function nextStep(rows: readonly RequirementView[], photo: ShownAnswer['photo']): string {
  const count = (state: RequirementView['state']) => rows.filter((r) => r.state === state).length
  const mend = count('rejected') + count('expired')
  if (mend > 0) return mend === 1 ? 'Hay uno por corregir.' : `Hay ${mend} por corregir.`
  const missing = count('missing') + (photo?.url === null ? 1 : 0)
  const names = missingNames(rows, photo)
  if (missing > 0) return `${missing === 1 ? 'Falta' : 'Faltan'} por subir: ${names}.`
  return 'Ya está todo: lo estamos revisando.'
}

/** Progress of the verification; once the person may publish, a notice of that. */
export function ProgressCard({ answer }: { answer: ShownAnswer }) {
  const rows = answer.requirements.filter(({ required }) => required)
  const needsPhoto = answer.photo?.url === null && answer.photo.dueOn === null
  const canPublish = answer.photo !== null && answer.canPublish
  const approved = rows.filter(({ state }) => state === 'approved').length
  return (
    <>
      {canPublish && needsPhoto && (
        <Banner tone="info" live="off" title="Solo falta tu foto de perfil">
          Tu identidad y tu vehículo están verificados. Ponla aquí abajo y ya puedes publicar.
        </Banner>
      )}
      {canPublish && !needsPhoto && (
        <Banner
          tone="ok"
          title="Puedes publicar viajes"
          action={
            <ButtonLink to={paths.publish()} size="sm">
              Publicar un viaje
            </ButtonLink>
          }
        >
          Tu identidad y tu vehículo están verificados.
        </Banner>
      )}
      {approved < rows.length && (
        <Card className="grid gap-3">
          <p className="text-lg font-semibold">
            {approved} de {rows.length} aprobados
            <span className="block text-base font-normal text-muted">
              {nextStep(rows, answer.photo)}
            </span>
            <span className="block text-base font-normal text-muted">
              <ReviewTime />
            </span>
          </p>
          <Road rows={rows} />
        </Card>
      )}
    </>
  )
}

/** The road line: one stop per document. The list below has the same information as text. */
function Road({ rows }: { rows: readonly RequirementView[] }) {
  return (
    <div aria-hidden="true" className="relative flex items-center justify-between">
      <span className="absolute inset-x-1 h-1 rounded-full bg-line" />
      {rows.map((row) => (
        <span
          key={`${row.kind}${row.vehicleId}`}
          className={cx('relative size-4.5 rounded-full ring-3 ring-inset', fills[row.state])}
        />
      ))}
    </div>
  )
}
