import type { SafePointView } from '#contract/safe-points.ts'
import { kindWords } from '#web/domain/safe-points/safe-point-kinds.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import type { PointChoice } from './use-own-points.ts'

const LATER = 'later'

type ChoosePointsProps = {
  from: PointChoice
  to: PointChoice
  onChoose: (next: { fromPointId?: string | null; toPointId?: string | null }) => void
}

/** Where to get on and off, at stops that the driver left open; nothing where there is no point. */
export function ChoosePoints({ from, to, onChoose }: ChoosePointsProps) {
  return (
    <>
      <ChoosePoint
        question="¿Dónde te subes?"
        choice={from}
        onChoose={(fromPointId) => onChoose({ fromPointId })}
      />
      <ChoosePoint
        question="¿Dónde te bajas?"
        choice={to}
        onChoose={(toPointId) => onChoose({ toPointId })}
      />
    </>
  )
}

type ChoosePointProps = {
  question: string
  choice: PointChoice
  onChoose: (pointId: string | null) => void
}

function ChoosePoint({ question, choice, onChoose }: ChoosePointProps) {
  const { placeName, points, chosen, error, retry } = choice
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
  if (points.length === 0) return null
  return (
    <RadioCards
      legend={question}
      hint={`Puntos seguros en ${placeName}. El conductor ve cuál elegiste.`}
      options={[{ value: LATER, title: 'Lo acordamos después' }, ...points.map(optionOf)]}
      value={chosen?.id ?? LATER}
      onChange={(value) => onChoose(value === LATER ? null : value)}
    />
  )
}

function optionOf({ id, name, kind, address }: SafePointView) {
  return { value: id, title: name, detail: `${kindWords[kind]} · ${address}` }
}
