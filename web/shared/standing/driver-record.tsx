import { LATE_AFTER_MINUTES } from '#contract/booking-limits.ts'
import type { DriverMarks } from '#contract/standing.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { Banner } from '#web/ui/banner.tsx'

/** Returns one sentence about the driver's faults in the last year; null when there were none. */
export function recordSentence(marks: DriverMarks): string | null {
  const { late, cancelled, moved, didNotCome, unfoundedNoShow } = marks
  const times = (count: number) => (count === 1 ? '1 vez' : `${count} veces`)
  const parts = [
    cancelled > 0 && `canceló cupos ya confirmados ${times(cancelled)}`,
    late > 0 && `llegó más de ${LATE_AFTER_MINUTES} minutos tarde ${times(late)}`,
    moved > 0 && `cambió la hora a última hora ${times(moved)}`,
    didNotCome > 0 && `no llegó por un pasajero ${times(didNotCome)}`,
    unfoundedNoShow > 0 && `dijo sin razón que un pasajero no llegó ${times(unfoundedNoShow)}`,
  ].filter((part): part is string => part !== false)
  if (parts.length === 0) return null
  const last = parts.pop()
  return parts.length === 0 ? `${last}` : `${parts.join(', ')} y ${last}`
}

/** Shows the driver's faults before the passenger pays, if there are any. */
export function DriverRecord({ driver }: { driver: { id: string; name: string } }) {
  const { data } = useRead(
    queryKeys.driverMarks(driver.id),
    (signal) => api.standing.showMarks({ params: { driverId: driver.id }, signal }),
    { staleTime: 5 * 60_000 },
  )
  const sentence = data ? recordSentence(data) : null
  if (!sentence) return null
  return (
    <Banner tone="info" live="off">
      En los últimos 12 meses, {driver.name} {sentence}.
    </Banner>
  )
}
