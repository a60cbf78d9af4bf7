import type { SafePointView } from '#contract/safe-points.ts'
import type { StopPoint, TripView } from '#contract/trips.ts'
import {
  PointChoice,
  PointsUnread,
  useVettedPoints,
} from '#web/shared/places/safe-points/point-choice.tsx'
import { TO_AGREE } from '#web/shared/places/safe-points/to-agree.ts'
import { PointLine } from '#web/shared/trips/point-line.tsx'

type MeetingChoiceProps = {
  question: string
  choice: EndChoice
  onChoose: (picked: string) => void
  /** The other person, as in "Acordar con el conductor". */
  other: 'el conductor' | 'tu pasajero'
  /** Whether the person can go on without a choice. */
  optional?: boolean
  error?: string | null
}

/** Meeting point at one end of the segment: the driver's point, or a choice of points. */
export function MeetingChoice(props: MeetingChoiceProps) {
  const { question, choice, onChoose, other, optional = false } = props
  const { placeName, ofDriver, points, picked, error, retry, isLoading } = choice
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
  const unread = error && points.length === 0 ? error : null
  const title = `No pudimos leer los puntos de encuentro en ${placeName}`
  return (
    <>
      {unread && <PointsUnread title={title} error={unread} onRetry={retry} />}
      <PointChoice
        legend={question}
        hint={unread ? undefined : hintOf(placeName, { none: points.length === 0 && !isLoading })}
        points={points}
        last={choice.last}
        choice={picked}
        onChoose={onChoose}
        agree={{
          title: `Acordar con ${other}`,
          detail: optional
            ? 'Lo hablan por mensaje, también en el camino.'
            : 'Lo hablan por mensaje. Si falta la tarde anterior, se lo recordamos a los dos.',
        }}
        error={props.error ?? null}
      />
    </>
  )
}

function hintOf(placeName: string, { none }: { none: boolean }): string {
  return none
    ? `En ${placeName} aún no hay puntos seguros.`
    : `Puntos seguros en ${placeName}: lugares públicos y conocidos.`
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
  /** Id of the point that the person chose last at this place; it is listed first. */
  last: string | null
  /** Id of the chosen point, `TO_AGREE`, or null until the person has chosen. */
  picked: string | null
  isLoading: boolean
  /** Set when the list failed to load; booking works without it. */
  error: Error | null
  retry: () => void
}

/**
 * Returns the possible meeting points at a stop.
 * @param trip undefined while it loads
 * @param picked a choice of this stop; a point that has left the list counts as none
 * @param lastPoints the last choice at each place, by the id of the place
 */
export function useMeetingChoice(
  trip: TripView | undefined,
  stopId: string | undefined,
  picked: string | null,
  lastPoints: Readonly<Record<string, string>> = {},
): EndChoice {
  const stop = trip?.corridor.find(({ id }) => id === stopId)
  const open = stop?.point === null
  const answer = useVettedPoints(stop?.placeId ?? '', open)
  const listed = open ? answer.points : []
  const chosen = picked === TO_AGREE ? null : chosenOf(picked, listed)
  return {
    placeName: stop?.name ?? '',
    ofDriver: stop?.point ?? null,
    points: listed ?? [],
    chosen,
    last: lastPoints[stop?.placeId ?? ''] ?? null,
    picked: picked === TO_AGREE ? TO_AGREE : (chosen?.id ?? null),
    isLoading: answer.isLoading,
    error: open ? answer.error : null,
    retry: () => void answer.refetch(),
  }
}

/** Whether the person must still choose where to get on. */
export function lacksPoint({ ofDriver, picked }: EndChoice): boolean {
  return ofDriver === null && picked === null
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
