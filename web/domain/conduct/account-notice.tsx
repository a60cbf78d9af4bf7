import { useQuery } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { dayAndTime } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Link } from '#web/ui/link.tsx'

/** Cache time in ms: decisions are rare, and the screen Conducta always refetches. */
const FRESH_MS = 5 * 60_000

/** Tells a sanctioned person why they cannot travel, or that the team asks for their side. */
export function AccountNotice() {
  const { data } = useQuery({
    queryKey: queryKeys.conduct(),
    queryFn: ({ signal }) => api.conduct.mine({ signal }),
    staleTime: FRESH_MS,
  })
  if (!data) return null
  const { standing, until, hearings } = data
  const waits = hearings.some(({ answeredAt }) => answeredAt === null)
  if (standing === 'expelled' || standing === 'suspended') {
    const isExpelled = standing === 'expelled'
    return (
      <Banner
        tone="err"
        live="off"
        title={isExpelled ? 'Tu cuenta está cerrada a los viajes' : 'Tu cuenta está suspendida'}
        action={<Link to={paths.conduct()}>Ver por qué</Link>}
      >
        {isExpelled && 'No puedes publicar ni reservar. '}
        {!isExpelled && until && `Hasta ${dayAndTime(until)} no puedes publicar ni reservar. `}
        Tu saldo y tus ganancias siguen siendo tuyos.
      </Banner>
    )
  }
  if (standing !== 'paused' && !waits) return null
  return (
    <Banner
      tone="warn"
      live="off"
      title={standing === 'paused' ? 'Tu cuenta está en pausa' : 'Queremos oír tu versión'}
      action={
        <Link to={paths.conduct()}>{waits ? 'Dar mi versión' : 'Ver qué estamos revisando'}</Link>
      }
    >
      {standing === 'paused'
        ? 'Mientras revisamos no puedes publicar ni reservar, y tus viajes no se venden. Tu ' +
          'saldo y tus ganancias siguen siendo tuyos.'
        : 'Antes de decidir sobre un reporte queremos saber qué pasó.'}
    </Banner>
  )
}
