import { useQuery } from '@tanstack/react-query'
import { ListOrdered } from 'lucide-react'
import { api } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { placeText } from '#web/shared/demand/list-place.ts'
import { Row } from '#web/ui/rows.tsx'

/** Rows of the lists that wait for a seat, with their places; none while they load. */
export function ListRows() {
  const { data } = useQuery({
    queryKey: queryKeys.alerts(),
    queryFn: ({ signal }) => api.alerts.mine({ signal }),
  })
  return data?.active
    .filter(({ list }) => list)
    .map((alert) => (
      <Row
        key={alert.id}
        Icon={ListOrdered}
        text={`${alert.from.name} → ${alert.to.name}`}
        detail={placeText(alert)}
        to={paths.alerts()}
      />
    ))
}
