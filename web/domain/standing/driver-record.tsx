import { useQuery } from '@tanstack/react-query'
import { LATE_AFTER_MINUTES } from '#contract/booking-limits.ts'
import type { DriverMarks } from '#contract/standing.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'

/** What went wrong with this driver in the last year, in one sentence; null when nothing did. */
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

/** Said before paying, when there is something to say. */
export function DriverRecord({ driver }: { driver: { id: string; name: string } }) {
  const { data } = useQuery({
    queryKey: queryKeys.driverMarks(driver.id),
    queryFn: ({ signal }) => api.standing.showMarks({ params: { driverId: driver.id }, signal }),
    staleTime: 5 * 60_000,
  })
  const sentence = data ? recordSentence(data) : null
  if (!sentence) return null
  return (
    <Banner tone="info" live="off">
      En los últimos 12 meses, {driver.name} {sentence}.
    </Banner>
  )
}
