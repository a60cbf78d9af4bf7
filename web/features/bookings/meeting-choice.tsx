import type { SafePointView } from '#contract/safe-points.ts'
import { kindWords } from '#web/domain/safe-points/safe-point-kinds.ts'
import { PointLine } from '#web/domain/trips/point-line.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import type { EndChoice } from './use-meeting-choice.ts'

const LATER = 'later'

type MeetingChoiceProps = {
  question: string
  choice: EndChoice
  onChoose: (pointId: string | null) => void
}

/** Meeting point at one end of the segment: the driver's point, or a choice of points. */
export function MeetingChoice({ question, choice, onChoose }: MeetingChoiceProps) {
  const { placeName, ofDriver, points, chosen, error, retry, isLoading } = choice
  if (ofDriver) {
    return (
      <div className="grid gap-2">
        <h3 className="font-semibold">{question}</h3>
        <p>
          <PointLine point={ofDriver} />
        </p>
        <p className="text-sm text-muted">Lo eligió el conductor para todos.</p>
      </div>
    )
  }
  if (error && points.length === 0) {
    return (
      <Banner
        tone="warn"
        title={`No pudimos leer los puntos de encuentro en ${placeName}`}
        action={
          <Button size="sm" variant="secondary" onClick={retry}>
            Reintentar
          </Button>
        }
      >
        {messageOf(error)} Puedes seguir y acordarlo después.
      </Banner>
    )
  }
  const hint =
    points.length > 0 || isLoading
      ? `Puntos seguros en ${placeName}. El conductor ve cuál elegiste.`
      : `En ${placeName} aún no hay puntos seguros.`
  return (
    <RadioCards
      legend={question}
      hint={hint}
      options={[
        {
          value: LATER,
          title: 'Lo acordamos después',
          detail: 'Queda por acordar con el conductor; puedes elegirlo cuando quieras.',
        },
        ...points.map(optionOf),
      ]}
      value={chosen?.id ?? LATER}
      onChange={(value) => onChoose(value === LATER ? null : value)}
    />
  )
}

function optionOf({ id, name, kind, address }: SafePointView) {
  return { value: id, title: name, detail: `${kindWords[kind]} · ${address}` }
}
