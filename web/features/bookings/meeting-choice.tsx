import type { SafePointView } from '#contract/safe-points.ts'
import type { StopPoint, TripView } from '#contract/trips.ts'
import {
  PointChoice,
  PointsUnread,
  useVettedPoints,
} from '#web/domain/safe-points/point-choice.tsx'
import { PointLine } from '#web/domain/trips/point-line.tsx'

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
    const title = `No pudimos leer los puntos de encuentro en ${placeName}`
    return <PointsUnread title={title} error={error} onRetry={retry} />
  }
  const hint =
    points.length > 0 || isLoading
      ? `Puntos seguros en ${placeName}. El conductor ve cuál elegiste.`
      : `En ${placeName} aún no hay puntos seguros.`
  return (
    <PointChoice
      legend={question}
      hint={hint}
      points={points}
      chosenId={chosen?.id ?? null}
      onChoose={(point) => onChoose(point?.id ?? null)}
      later="Queda por acordar con el conductor; puedes elegirlo cuando quieras."
    />
  )
}

/** A SafePoint by its id; `shown` is null until the list of points at its place has loaded. */
export type OwnPoint = { id: string; shown: StopPoint | null }

/** Choice of the meeting point at one end of the passenger's segment. */
export type EndChoice = {
  placeName: string
  /** The driver's meeting point for all passengers. When set, there is no choice. */
  ofDriver: StopPoint | null
  /** Vetted SafePoints of the place; empty where there is no choice. */
  points: readonly SafePointView[]
  chosen: OwnPoint | null
  isLoading: boolean
  /** Set when the list failed to load; booking works without it. */
  error: Error | null
  retry: () => void
}

/** Returns the possible meeting points at a stop. @param trip undefined while it loads */
export function useMeetingChoice(
  trip: TripView | undefined,
  stopId: string | undefined,
  chosenId: string | null,
): EndChoice {
  const stop = trip?.corridor.find(({ id }) => id === stopId)
  const open = stop?.point === null
  const answer = useVettedPoints(stop?.placeId ?? '', open)
  const listed = open ? answer.points : []
  return {
    placeName: stop?.name ?? '',
    ofDriver: stop?.point ?? null,
    points: listed ?? [],
    chosen: chosenOf(chosenId, listed),
    isLoading: answer.isLoading,
    error: open ? answer.error : null,
    retry: () => void answer.refetch(),
  }
}

/** The chosen point. Until the list has loaded any id is accepted; the server validates it. */
export function chosenOf(
  id: string | null,
  listed: readonly SafePointView[] | undefined,
): OwnPoint | null {
  if (!id) return null
  if (!listed) return { id, shown: null }
  const point = listed.find((each) => each.id === id)
  return point ? { id, shown: { ...point, listed: true } } : null
}
