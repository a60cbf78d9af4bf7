import { MapPin } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'

type PointLineProps = {
  point: { name: string; address: string; approximate: boolean; listed: boolean }
  className?: string
}

/** Meeting point of a stop. Phrasing content only, because it is also used inside `<p>`. */
export function PointLine({ point, className }: PointLineProps) {
  return (
    <span className={cx('flex gap-1.5', className)}>
      <MapPin className="mt-0.5 size-4 shrink-0 text-bosque" />
      <span className="min-w-0">
        <span className="sr-only">Punto de encuentro: </span>
        <span className="font-semibold text-ink wrap-anywhere">{point.name}</span>
        <span className="block">{point.address}</span>
        {point.approximate && point.listed && (
          <span className="block">Ubicación aproximada: acuerden la entrada exacta.</span>
        )}
        {!point.listed && (
          <span className="block font-semibold text-warn">
            Ya no está en la lista de puntos seguros: acuerden otro.
          </span>
        )}
      </span>
    </span>
  )
}

/** Shown while no meeting point is chosen, so that people know that they must agree on one. */
export function PointToAgree() {
  return (
    <span className="mt-1 flex gap-1.5">
      <MapPin className="mt-0.5 size-4 shrink-0 text-muted" />
      <span className="min-w-0">Punto de encuentro por acordar</span>
    </span>
  )
}

type Stop = {
  department: string
  /** Meeting point; absent on tickets that an older version cached. */
  point?: PointLineProps['point'] | null
}

/** Line below the name of a stop: its department and its exact meeting point. */
export function StopDetail({ stop }: { stop: Stop }) {
  return (
    <>
      {stop.department}
      {stop.point && <PointLine point={stop.point} className="mt-1" />}
      {stop.point === null && <PointToAgree />}
    </>
  )
}
